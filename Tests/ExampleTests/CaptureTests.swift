import Foundation
import TestSupport
import Testing

/// Compares what tmux shows of the Gallery with recorded captures (`capture-pane -e`): four terminal sizes, each with
/// true colour, 256 colours, 16 colours, and ASCII without colour. The captures are in `Captures`. To record them
/// again, run `FASCIA_RECORD=1 swift test --filter CaptureTests`.
@Suite(.mustEnd) struct CaptureTests {
    struct Size: CustomTestStringConvertible, Sendable {
        var columns, rows: Int
        var testDescription: String { "\(columns)x\(rows)" }
    }

    private static let sizes = [(80, 24), (40, 12), (8, 3), (200, 50)].map { Size(columns: $0, rows: $1) }
    private static let folder = Repository.path + "/Tests/ExampleTests/Captures"
    private static let isRecording = ProcessInfo.processInfo.environment["FASCIA_RECORD"] == "1"

    private static func file(_ size: Size, _ kind: TmuxPane.Kind) -> String {
        "gallery \(size.testDescription) \(kind.rawValue).txt".replacingOccurrences(of: " ", with: "-")
    }

    @Test(arguments: sizes, TmuxPane.Kind.allCases) func gallery(_ size: Size, _ kind: TmuxPane.Kind) throws {
        let panel = try TestPanel()
        let app = try panel.start("Gallery", shows: "gallery")
        let pane = try TmuxPane(panel, columns: size.columns, rows: size.rows, status: true, as: kind)
        try pane.wait(for: "Gallery")
        var text = try "== at first\n" + capture(pane, panel)
        // The last control, the content below it, and the changes made on the way. Each key is handled before the next
        // is sent.
        try pane.press("Space", "End", "NPage", "Space")
        try panel.wait(node: "What was hidden")
        _ = try capture(pane, panel)
        try pane.redraw()
        text += try "== at the end\n" + capture(pane, panel)
        #expect(!app.process.hasEnded)

        let path = Self.folder + "/" + Self.file(size, kind)
        if Self.isRecording {
            try FileManager.default.createDirectory(atPath: Self.folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }
        let recorded = try? String(contentsOfFile: path, encoding: .utf8)
        #expect(recorded == text, "FASCIA_RECORD=1 records what is shown now; read the difference before")
    }

    @Test func everyCaptureHasATest() throws {
        let files = Self.sizes.flatMap { size in TmuxPane.Kind.allCases.map { Self.file(size, $0) } }
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: Self.folder)) == Set(files))
    }

    /// The content of the pane, once it shows what the daemon has drawn.
    private func capture(_ pane: TmuxPane, _ panel: TestPanel) throws -> String {
        let terminal = try panel.script.call("daemon.status")[at: "terminals/0/terminal"] ?? .null
        // The app's answer may arrive after its screen.
        try panel.wait(["text": "pending", "terminal": terminal, "gone": true])
        return try pane.colours(showing: {
            let drawn = try panel.script.call("ui.render", ["terminal": terminal])["data"]?.stringValue ?? ""
            return drawn.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }).replacingOccurrences(of: "\u{1B}", with: "␛")
    }
}
