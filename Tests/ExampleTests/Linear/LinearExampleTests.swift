import FasciaDocument
import TestSupport
import Testing

/// The renderer `linear` says every control of the examples and of the sample panel.
@Suite(.mustEnd) struct LinearExampleTests {
    private static let controls: Set<String> = [
        "toggle", "button", "link", "picker", "option", "textField", "slider", "stepper", "menu", "progress", "gauge",
        "sparkline",
        "chart", "value",
    ]

    @Test(arguments: ["Counter", "Gallery", "Height", "Pizza", "Rainbow", "Standups", "Tree"])
    func example(_ name: String) throws {
        let spoken = try SpokenPanel()
        let app = try spoken.panel.start(name, shows: name.lowercased())
        try checkControls(of: spoken)
        #expect(!app.process.hasEnded)
    }

    @Test func samplePanel() throws {
        let spoken = try SpokenPanel()
        try BoxPanel().publish(with: spoken.script)
        for path in [["home"]] + ["services", "clock", "network", "settings", "disks"].map({ ["home", $0] }) {
            try spoken.script.call("nav.set", ["path": .array(path.map { ["screen": .string($0)] })])
            try checkControls(of: spoken)
        }
    }

    private func checkControls(of spoken: SpokenPanel) throws {
        var lines = try spoken.lines()
        let nodes = try spoken.script.call("ui.tree")["nodes"]?.arrayValue ?? []
        let labels = nodes.filter { Self.controls.contains($0["role"]?.stringValue ?? "") }
            .compactMap { $0["label"]?.stringValue }.filter { !$0.isEmpty }
        #expect(!labels.isEmpty)
        // In the order of the tree, each in a line of its own.
        for label in labels {
            let words = label.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let index = lines.firstIndex { $0 == words || $0.hasPrefix(words + ", ") || $0.contains(", \(words), ") }
            #expect(index != nil, "\(label) is not said, or too early: \(lines)")
            lines.removeFirst(index.map { $0 + 1 } ?? 0)
        }
    }
}
