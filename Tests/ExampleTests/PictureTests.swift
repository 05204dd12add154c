import FasciaDocument
import Foundation
import TestSupport
import Testing

/// The pictures of the documentation show what the sample panel looks like now. `make pictures` draws them again.
@Suite(.mustEnd) struct PictureTests {
    /// A picture of one terminal after some keys.
    struct Picture: CustomTestStringConvertible, Sendable {
        var name: String
        var columns = 80
        var rows = 24
        var scheme = "dark"
        var theme = "default"
        var path = ["home"]
        var keys: [String] = []
        var colors = "true"
        var unicode = true
        /// The plugin that draws everything.
        var style: String?
        var testDescription: String { name }
    }

    static let pictures = [
        Picture(name: "box"),
        Picture(name: "wide", columns: 104, rows: 22, path: ["home", "services"], keys: ["down", "down"]),
        Picture(name: "menu", path: ["home", "clock"], keys: ["enter"]),
        Picture(name: "find", keys: ["ctrl+k", "s", "e"]),
        Picture(name: "alert", theme: "nord", keys: ["end", "enter"]),
        Picture(name: "small", columns: 40, rows: 12, scheme: "light", path: ["home", "services"]),
        Picture(name: "neon", style: "neon"),
        Picture(name: "neon-light", scheme: "light", keys: ["end", "enter"], style: "neon"),
        Picture(name: "ascii", path: ["home", "services"], keys: ["down"], colors: "none", unicode: false, style: "ascii"),
    ]

    private static let folder = Repository.path + "/docs/pictures"
    private static let isRecording = ProcessInfo.processInfo.environment["FASCIA_RECORD"] == "1"

    @Test(arguments: pictures) func isUpToDate(_ picture: Picture) throws {
        let drawn = try draw(picture)
        let file = "\(Self.folder)/\(picture.name).svg"
        if Self.isRecording {
            try FileManager.default.createDirectory(atPath: Self.folder, withIntermediateDirectories: true)
            try Data(drawn.utf8).write(to: URL(fileURLWithPath: file))
        }
        let recorded = try? String(contentsOfFile: file, encoding: .utf8)
        #expect(recorded == drawn, "\(picture.name).svg is out of date: make pictures")
    }

    @Test func everyPictureIsDrawnByATest() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        #expect(Set(files) == Set(Self.pictures.map { $0.name + ".svg" } + BrowserTests.pictures))
    }

    private func draw(_ picture: Picture) throws -> String {
        let panel = try TestPanel.rendering()
        try BoxPanel().publish(with: panel.script)
        if let style = picture.style {
            try panel.script.call("plugin.load", ["id": .string(style)])
            let styles = JSON.Object(EnvironmentSchema.styles.map { ($0, .string(style)) })
            try panel.script.call("environment.set", ["values": .object(styles)])
        }
        try panel.script.call("environment.set", ["values": ["theme": .string(picture.theme)]])
        try panel.script.call("nav.set", ["path": .array(picture.path.map { ["screen": .string($0)] })])
        let look: JSON = [
            "columns": .int(picture.columns), "rows": .int(picture.rows), "colors": .string(picture.colors),
            "unicode": .bool(picture.unicode),
            "scheme": .string(picture.scheme),
            "status": true,
        ]
        let terminal = try #require(try panel.script.call("terminal.attach", look)["terminal"])
        for key in picture.keys { try panel.script.call("terminal.key", ["terminal": terminal, "key": .string(key)]) }
        return try #require(
            try panel.script.call("ui.render", ["terminal": terminal, "renderer": "svg"])["data"]?.stringValue)
    }
}
