import FasciaDocument
import TestSupport
import Testing

/// What `ui.tree` reports about controls, and warnings about missing styles.
@Suite struct TreeTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws { (daemon, client) = try Fixture.daemon() }

    private func nodes() throws -> [JSON] { try client.call("ui.tree")["nodes"]?.arrayValue ?? [] }

    @Test func aPickerTellsItsOptionsAndWhatIsChosen() throws {
        let options: JSON = [["id": "s", "label": "Small"], ["id": "l", "label": "Large"]]
        for style in ["menu", "segmented", "wheel", "inline"] as [JSON] {
            try client.show([
                "kind": "picker", "label": "Size", "style": style, "options": options, "selection": "l", "emit": "onSize",
            ])
            let picker = try #require(try nodes().first { $0["role"] == "picker" })
            #expect(picker["options"] == options, "\(style)")
            #expect(picker["selection"] == "l", "\(style)")
            #expect(picker["value"] == "Large", "\(style)")
        }
        try client.show([
            "kind": "picker", "label": "Size", "style": "menu", "options": options, "initial": "s", "optional": true,
            "emit": "onSize",
        ])
        let picker = try #require(try nodes().first { $0["role"] == "picker" })
        #expect(picker["selection"] == .null)
        #expect(picker["value"] == "Small", "it stands in, and is not selected")
    }

    @Test func rangesHaveAFraction() throws {
        try client.show(
            ["kind": "progress", "label": "Done", "value": 1, "total": 4], ["kind": "progress", "label": "Working"],
            ["kind": "gauge", "label": "Load", "value": 30, "range": [20, 40]],
            ["kind": "slider", "label": "Volume", "value": 3, "range": [0, 4], "emit": "onVolume"])
        #expect(try nodes().map { $0["fraction"] } == [0.25, nil, 0.5, 0.75])
    }
}
