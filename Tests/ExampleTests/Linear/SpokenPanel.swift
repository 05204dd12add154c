import FasciaDocument
import TestSupport
import Testing

/// A panel with one screen, and what the renderer `linear` says about it.
struct SpokenPanel {
    let panel: TestPanel

    init() throws { panel = try TestPanel.rendering() }

    var script: JSONClient { panel.script }

    /// Shows a form with these rows.
    func show(_ rows: [JSON], titled title: String = "Room") throws {
        try show(body: ["kind": "form", "children": .array(rows)], titled: title)
    }

    func show(body: JSON, titled title: String = "Room") throws {
        try put(title, body)
        try script.call("nav.set", ["path": [["screen": .string(title)]]])
    }

    func put(_ title: String, _ body: JSON) throws {
        try script.call("screen.put", ["screen": ["id": .string(title), "title": .string(title), "body": body]])
    }

    func lines(_ params: JSON.Object = [:]) throws -> [String] {
        var params = params
        params["renderer"] = "linear"
        let rendered = try script.call("ui.render", .object(params))
        #expect(rendered["mime"] == "text/plain")
        return try #require(rendered["data"]?.stringValue).split(separator: "\n").map(String.init)
    }

    /// What is said about these rows of a form, without the title of the screen.
    func lines(about rows: [JSON]) throws -> [String] {
        try show(rows)
        return Array(try lines().dropFirst())
    }
}
