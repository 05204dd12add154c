import FasciaDocument
import Foundation
import TestSupport
import Testing

enum Chromium {
    static let isInstalled = ["chromium", "chromium-browser", "google-chrome"].contains { name in
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
        }
    }
}

/// The pages of the renderer `html` in Chromium: its accessibility tree says what `ui.tree` says.
@Suite(.mustEnd, .enabled(if: Chromium.isInstalled, "Chromium is not installed: apt-get install chromium"))
struct BrowserTests {
    /// In `docs/pictures`. Browsers differ, so a test only draws them.
    static let pictures = ["page-desktop.png", "page-phone.png"]

    private static let script = Repository.path + "/Tests/ExampleTests/Browser/browser.py"

    @Test(.enabled(if: ProcessInfo.processInfo.environment["FASCIA_RECORD"] == "1", "FASCIA_RECORD=1 draws them"))
    func drawPictures() throws {
        let panel = try TestPanel.rendering()
        try BoxPanel().publish(with: panel.script)
        let directory = try TemporaryDirectory()
        let looks = [("home", ["820", "760", "light"]), ("services", ["390", "760", "dark"])]
        for (picture, (screen, look)) in zip(Self.pictures, looks) {
            let path: [JSON] = [["screen": "home"]] + (screen == "home" ? [] : [["screen": .string(screen)]])
            try panel.script.call("nav.set", ["path": .array(path)])
            let file = directory[screen + ".html"]
            try Data(Page(panel).html.utf8).write(to: URL(fileURLWithPath: file))
            let arguments = ["python3", Self.script, "picture", file, Repository.path + "/docs/pictures/" + picture] + look
            _ = try runProcess("/usr/bin/env", arguments).checked()
        }
    }

    @Test(arguments: ["Counter", "Gallery", "Height", "Pizza", "Rainbow", "Standups", "Tree"])
    func example(_ name: String) throws {
        let panel = try TestPanel.rendering()
        let app = try panel.start(name, shows: name.lowercased())
        try compare([Page(panel)])
        #expect(!app.process.hasEnded)
    }

    @Test func samplePanel() throws {
        let panel = try TestPanel.rendering()
        try BoxPanel().publish(with: panel.script)
        let paths = [["home"]] + ["services", "clock", "network", "settings", "disks"].map { ["home", $0] }
        try compare(
            try paths.map { path in
                try panel.script.call("nav.set", ["path": .array(path.map { ["screen": .string($0)] })])
                return try Page(panel)
            })
    }

    @Test func everyCondition() throws {
        let panel = try TestPanel.rendering()
        let options = ["pending", "failed", "unknown", "stale", "sure"].map { ["id": .string($0)] as JSON }
        try panel.script.call("toggle.declare", ["group": ["id": "lamps", "title": "Lamps", "options": .array(options)]])
        let body: JSON = ["kind": "form", "children": [["kind": "group", "bind": "lamps"]]]
        try panel.script.call("screen.put", ["screen": ["id": "room", "title": "Room", "body": body]])
        try panel.script.call("nav.set", ["path": [["screen": "room"]]])
        let agent = try panel.daemon.client()
        try agent.call("bind.claim", ["ids": ["lamps/**"], "timeout": 3_600])
        for name in ["pending", "failed", "stale", "sure"] {
            try agent.call("toggle.set", ["id": .string("lamps/" + name), "on": false])
        }
        try agent.call("bind.report", ["id": "lamps/stale", "stale": "the bus is gone"])
        for name in ["failed", "pending"] {
            try panel.script.call("toggle.set", ["id": .string("lamps/" + name), "on": true])
            guard name == "failed", let id = try agent.receive()["id"] else { continue }
            try agent.send(["jsonrpc": "2.0", "id": id, "error": ["code": 1, "message": "the bulb is broken"]])
            try agent.call("sync")
        }
        let page = try Page(panel)
        #expect(Set(page.nodes.flatMap { $0["conditions"]?.arrayValue ?? [] }) == ["pending", "failed", "unknown", "stale"])
        try compare([page])
    }

    @Test func sheet() throws {
        let panel = try TestPanel.rendering()
        for (id, label) in [("room", "Lamp"), ("sheet", "Done")] {
            let button: JSON = ["kind": "button", "label": .string(label), "tap": ["method": "nav.pop"]]
            let body: JSON = ["kind": "form", "children": [button]]
            try panel.script.call(
                "screen.put", ["screen": ["id": .string(id), "title": .string(id), "body": body]])
        }
        try panel.script.call("nav.set", ["path": [["screen": "room"], ["screen": "sheet", "modal": "sheet"]]])
        let page = try Page(panel)
        #expect(page.nodes.map { $0["enabled"] } == [false, true])
        try compare([page])
    }

    // MARK: - Comparing

    /// What the daemon says about the screens, and their page.
    private struct Page {
        let nodes: [JSON]
        let html: String

        init(_ panel: TestPanel) throws {
            nodes = try panel.script.call("ui.tree")["nodes"]?.arrayValue ?? []
            let rendered = try panel.script.call("ui.render", ["renderer": "html"])
            #expect(rendered["mime"] == "text/html")
            html = try #require(rendered["data"]?.stringValue)
        }
    }

    private func compare(_ pages: [Page]) throws {
        let directory = try TemporaryDirectory()
        let files = pages.indices.map { directory["page\($0).html"] }
        for (page, file) in zip(pages, files) { try Data(page.html.utf8).write(to: URL(fileURLWithPath: file)) }
        let output = try runProcess("/usr/bin/env", ["python3", Self.script, "tree"] + files).checked().output
        for (page, line) in zip(pages, output.split(separator: "\n")) {
            let found = try JSONParser.parse(String(line)).arrayValue ?? []
            let said = found.compactMap { AccessibleNode(browser: $0) }.sorted()
            // What is in a closed menu is in no accessibility tree.
            let closed = Set(found.filter { $0["role"] == "closed" }.compactMap { $0["node"]?.stringValue })
            let expected = page.nodes.filter { !closed.contains($0["id"]?.stringValue ?? "") }
                .compactMap { AccessibleNode(tree: $0) }.sorted()
            #expect(said.map(\.text) == expected.map(\.text))
        }
    }
}

/// What a node is, how it is called and which state it has, in the words of ARIA.
private struct AccessibleNode: Comparable {
    var id: String
    var role: String
    var name: String
    var value = ""
    var description = ""
    var states: [String] = []

    var text: String { "\(id) \(role) \"\(name)\" [\(value)] (\(description)) \(states.joined(separator: " "))" }

    static func < (left: Self, right: Self) -> Bool { left.id < right.id }

    private static func id(_ json: JSON) -> String {
        ["entry", "node", "id"].compactMap { json[$0]?.stringValue }.joined(separator: "/")
    }

    /// A node of `ui.tree`; `nil` if it has no counterpart in a browser.
    init?(tree json: JSON) {
        func text(_ member: String) -> String { json[member].map(\.displayText) ?? "" }
        func words(_ member: String) -> [String] { (json[member]?.arrayValue ?? []).compactMap(\.stringValue) }
        (id, role, name) = (Self.id(json), text("role"), text("label"))
        value = text("value")
        switch role {
        case "rows": return nil
        case "toggle":
            role = value == "mixed" ? "checkbox" : "switch"
            value = ["on": "true", "off": "false"][value] ?? value
        case "option": (role, value) = ("radio", value == "on" ? "true" : "false")
        case "picker": role = "choice"
        case "textField": role = "textbox"
        case "stepper": role = "spinbutton"
        case "progress", "gauge":
            role = role == "gauge" ? "meter" : "progressbar"
            value = json["fraction"]?.doubleValue.map(Self.rounded) ?? ""
        case "slider": value = json["value"]?.doubleValue.map(Self.rounded) ?? ""
        case "sparkline", "chart": (role, name, value) = ("image", "\(name): \(value)", "")
        case "image", "table": value = ""
        case "value": role = "status"
        case "header": (role, value) = ("heading", "")
        case "section": role = "group"
        case "menu": role = "DisclosureTriangle"
        case "button": value = ""
        case "missing": role = "text"
        default: break
        }
        let shown = json["role"] == "button" ? [text("value")].filter { !$0.isEmpty } : []
        let isGroupOfSwitches = json["role"] == "toggle"
        description = isGroupOfSwitches ? "" : shown.joined()
        describe(words("conditions"), words("notes"))
        if ["switch", "checkbox", "radio", "button", "choice", "textbox", "slider", "spinbutton"].contains(role) {
            if json["enabled"] == false { states.append("disabled") }
            if words("conditions").contains("pending") { states.append("busy") }
        }
    }

    /// A node of the accessibility tree; `nil` if it only arranges others.
    init?(browser json: JSON) {
        func text(_ member: String) -> String { json[member].map { $0 == .null ? "" : $0.displayText } ?? "" }
        (id, role, name) = (Self.id(json), text("role"), text("name"))
        value = text("value")
        switch role {
        case "closed", "generic", "row": return nil
        case "switch", "checkbox", "radio": value = text("checked")
        case "combobox": role = "choice"
        case "radiogroup":
            role = "choice"
            value = (json["selected"]?.arrayValue ?? []).compactMap(\.stringValue).joined()
        case "slider", "meter", "progressbar": value = json["value"]?.doubleValue.map(Self.rounded) ?? ""
        case "status": value = text("text")
        case "paragraph": (role, name) = ("text", text("text"))
        default: break
        }
        description = text("description")
        if ["switch", "checkbox", "radio", "button", "choice", "textbox", "slider", "spinbutton"].contains(role) {
            for state in ["disabled", "busy"] where json[state] == true || json[state] == 1 { states.append(state) }
        }
        // How many switches of a group are on stands beside the switch only.
        if role == "switch" || role == "checkbox" {
            let words = description.split(separator: " ")
            if words.count >= 3, Int(words[0]) != nil, words[1] == "of" {
                description = words.dropFirst(3).joined(separator: " ")
            }
        }
    }

    private mutating func describe(_ conditions: [String], _ notes: [String]) {
        description = ([description] + conditions + notes).filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func rounded(_ number: Double) -> String { "\((number * 1_000).rounded() / 1_000)" }
}
