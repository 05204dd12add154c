import FasciaDocument
import TestSupport

/// A panel whose labels all differ, so that a picture shows what can be operated.
enum RandomPanel {
    static let switches: Set<String> = ["a", "b"]
    static let labels = [
        "Sw-a", "Sw-b", "Hit-home", "Go-files", "Field", "File-1", "File-2", "File-3", "Ask-1-yes", "Ask-1-no", "Ask-2-ok",
        "Ask-2-run", "Form-go", "Note", "Row-1", "Row-2", "Row-3", "Row-4", "Red", "Blue",
    ]
    /// The items of the only menu.
    static let items: Set<String> = ["Red", "Blue"]
    private static let titles = [
        "home": "T-home", "files": "T-files", "ask1": "T-ask1", "ask2": "T-ask2", "form": "T-form", "rows": "T-rows",
    ]

    private static func screen(_ id: String, _ kind: String, _ nodes: [JSON]) -> JSON {
        let body: JSON = ["kind": .string(kind), "children": .array(nodes)]
        return ["screen": ["id": .string(id), "title": .string(titles[id] ?? id), "body": body]]
    }

    /// - Parameter id: the node's id; without one it is generated from the position.
    private static func hit(_ label: String, _ role: String? = nil, key: String? = nil, hasID: Bool = true) -> JSON {
        var button: JSON.Object = [
            "kind": "button", "label": .string(label),
            "tap": ["method": "value.set", "params": ["key": "hit", "value": .string(label)]],
        ]
        if hasID { button["id"] = .string(label) }
        if let role { button["role"] = .string(role) }
        if let key { button["modifiers"] = [["shortcut": .string(key)]] }
        return .object(button)
    }

    static func publish(_ script: LocalPeer) throws {
        try script.call(
            "toggle.declare", ["group": ["id": "sw", "options": [["id": "a", "title": "Sw-a"], ["id": "b", "title": "Sw-b"]]]])
        let colors: JSON = [["id": "red", "label": "Red"], ["id": "blue", "label": "Blue"]]
        try script.call(
            "picker.declare", ["picker": ["id": "p", "title": "Pick", "components": [["id": "c", "elements": colors]]]])
        for key in ["hit", "name", "note"] { try script.call("value.set", ["key": .string(key), "value": ""]) }
        let home: [JSON] = [
            ["kind": "toggle", "bind": "sw/a", "id": "a"], ["kind": "toggle", "bind": "sw/b", "id": "b"], hit("Hit-home"),
            ["kind": "button", "label": "Go-files", "id": "go", "tap": ["method": "nav.push", "params": ["screen": "files"]]],
            ["kind": "picker", "bind": "p/c", "id": "pick", "label": "Pick"],
            ["kind": "textField", "bind": "name", "id": "name", "label": "Field", "updates": "submit"],
        ]
        let form: [JSON] = [
            ["kind": "textField", "bind": "note", "id": "note", "label": "Note", "updates": "change"],
            hit("Form-go", key: "ctrl+e"),
        ]
        try script.call("screen.put", screen("home", "form", home))
        try script.call("screen.put", screen("files", "list", (1...3).map { hit("File-\($0)") }))
        try script.call("screen.put", screen("ask1", "hstack", [hit("Ask-1-yes", "destructive"), hit("Ask-1-no", "cancel")]))
        try script.call("screen.put", screen("ask2", "vstack", [hit("Ask-2-ok"), hit("Ask-2-run", key: "ctrl+e")]))
        try script.call("screen.put", screen("form", "vstack", form))
        try putRows(script, [1, 2])
    }

    private static func putRows(_ script: LocalPeer, _ rows: [Int]) throws {
        try script.call("screen.put", screen("rows", "form", rows.map { hit("Row-\($0)", hasID: false) }))
    }

    // MARK: - What others do

    static let acts = 16

    static func act(_ script: LocalPeer, _ number: Int) throws -> String {
        // The stack must not grow without end.
        let depth = try script.entries().count
        let name: String
        switch depth > 5 ? 0 : number {
        case 0:
            name = "goes back to the root"
            try script.call("nav.popTo", ["index": 0])
        case 1, 2, 3:
            name = "asks \(number % 2 + 1)"
            try script.ask("ask\(number % 2 + 1)")
        case 4, 5:
            name = "opens the form"
            try script.call("nav.modal", ["screen": "form", "style": "sheet"])
        case 6:
            name = "opens the files"
            try script.call("nav.push", ["screen": "files"])
        case 7, 8:
            name = "opens the rows"
            try script.call("nav.push", ["screen": "rows"])
        case 9:
            name = "closes a modal"
            try script.call("nav.close")
        case 10:
            name = "goes back"
            try script.call("nav.pop")
        case 11:
            name = "replaces the top"
            try script.call("nav.replace", ["screen": "rows"])
        case 12:
            name = "flips a switch"
            try script.call("toggle.flip", ["id": "sw/a"])
        default:
            let rows = [[1], [2], [2, 1], [1, 2, 3], [3, 4], [4], [3, 1, 2]]
            name = "publishes the rows \(rows[number % rows.count])"
            try putRows(script, rows[number % rows.count])
        }
        return name
    }

    // MARK: - What has happened

    struct State: Equatable {
        var isOn: [String: Bool]
        var values: [String: String]
        var color: String?
        var entries: [[String]]
    }

    static func state(_ script: LocalPeer) throws -> State {
        var state = State(isOn: [:], values: [:], color: nil, entries: [])
        for id in switches { state.isOn["Sw-" + id] = try script.state(of: "sw/" + id) == "on" }
        for key in ["hit", "name", "note"] { state.values[key] = try script.value(key)?.stringValue }
        state.color = try script.call("picker.get", ["id": "p"])[at: "components/0/selection"]?.stringValue
        state.entries = try script.entries().map { [$0["id"]?.stringValue ?? "", $0["screen"]?.stringValue ?? ""] }
        return state
    }

    /// The labels of what was operated between two states.
    ///
    /// - Parameter isSearching: whether the palette was open, in which Enter only goes somewhere.
    static func operated(_ before: State, _ after: State, isSearching: Bool) -> [String] {
        var labels = after.isOn.filter { before.isOn[$0.key] != $0.value }.map(\.key)
        if let hit = after.values["hit"], !hit.isEmpty { labels.append(hit) }
        if before.values["name"] != after.values["name"] { labels.append("Field") }
        if before.values["note"] != after.values["note"] { labels.append("Note") }
        if before.color != after.color, let color = after.color { labels.append(color == "red" ? "Red" : "Blue") }
        guard !isSearching else { return labels }
        for entry in before.entries where !after.entries.contains(entry) { labels.append(titles[entry[1]] ?? entry[1]) }
        for entry in after.entries where !before.entries.contains(entry) { labels.append("Go-" + entry[1]) }
        return labels
    }

    static func forget(_ script: LocalPeer) throws {
        if try script.value("hit") != "" { try script.call("value.set", ["key": "hit", "value": ""]) }
    }
}
