import FasciaDocument
import TestSupport
import Testing

/// Somebody at a terminal, on a connection of their own.
final class Person {
    let client: JSONClient
    let terminal: JSON
    /// The number of the last frame that has arrived.
    private(set) var latest = 0

    init(_ daemon: DaemonProcess, columns: Int = 72, rows: Int = 20) throws {
        client = try daemon.client()
        terminal = try client.attach(columns, rows)
        try look()
    }

    /// Receives the frames that have been sent.
    ///
    /// - Returns: the number of the last one.
    @discardableResult func look() throws -> Int {
        _ = try client.sync()
        for notification in client.takeNotifications() where notification["method"] == "terminal.frame" {
            latest = try #require(notification[at: "params/sequence"]?.intValue)
        }
        return latest
    }

    /// Presses a key. Without a frame, it counts for the picture of that moment.
    ///
    /// - Returns: the reply.
    @discardableResult func press(_ key: String, at frame: Int? = nil) throws -> JSON {
        try input("terminal.key", ["key": .string(key)], at: frame)
    }

    func type(_ text: String) throws { for character in text { try press(character == " " ? "space" : String(character)) } }

    @discardableResult func input(_ method: String, _ more: JSON.Object, at frame: Int? = nil) throws -> JSON {
        var params: JSON.Object = ["terminal": terminal]
        for member in more.members { params[member.key] = member.value }
        if let frame { params["frame"] = .int(frame) }
        return try client.reply(to: client.send(method, .object(params)))
    }

    /// Clicks on a text of the picture.
    @discardableResult func click(_ text: String, at frame: Int? = nil) throws -> JSON {
        try click(on: place(of: text), at: frame)
    }

    @discardableResult func click(on place: (column: Int, row: Int), at frame: Int? = nil) throws -> JSON {
        try input(
            "terminal.mouse", ["kind": "press", "column": .int(place.column), "row": .int(place.row)], at: frame)
    }

    /// Where a text is in the picture.
    func place(of text: String) throws -> (column: Int, row: Int) {
        let lines = try picture.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(lines.firstIndex { $0.contains(text) }, "\(text) is not shown")
        let start = try #require(lines[row].firstRange(of: text)).lowerBound
        return (lines[row].distance(from: lines[row].startIndex, to: start), row)
    }

    /// The picture that the daemon shows now.
    var picture: String { get throws { try client.call("ui.render", ["terminal": terminal])["data"]?.stringValue ?? "" } }

    /// The id of the node with the focus.
    var focused: String? {
        get throws {
            let nodes = try client.call("ui.tree", ["terminal": terminal])["nodes"]?.arrayValue ?? []
            return nodes.first { $0["focused"] == true }?["id"]?.stringValue
        }
    }
}

/// A shared panel: `home` with the switch Printing, a field, a picker, a list and the button Work, and the question `reboot`.
enum SharedPanel {
    /// - Parameter pause: how long after a key somebody is busy, in milliseconds.
    static func start(pause: Int) throws -> (DaemonProcess, JSONClient) {
        // In a turn without end, frames are sent before the next reply, however busy the machine is.
        let daemon = try DaemonProcess(
            environment: ["FASCIA_FRAME_INTERVAL": "0", "FASCIA_SLICE": "86400000", "FASCIA_ATTENTION_PAUSE": "\(pause)"])
        let client = try daemon.client()
        try client.call(
            "toggle.declare",
            ["group": ["id": "box", "title": "Box", "options": [["id": "printing", "title": "Printing", "on": true]]]])
        try client.call(
            "picker.declare",
            [
                "picker": [
                    "id": "color", "title": "Colour",
                    "components": [["id": "c", "elements": [["id": "red", "label": "Red"], ["id": "blue", "label": "Blue"]]]],
                ]
            ])
        for key in ["name", "hit"] { try client.call("value.set", ["key": .string(key), "value": ""]) }
        try client.call(
            "screen.put",
            [
                "screen": [
                    "id": "home", "title": "Our box",
                    "body": [
                        "kind": "form",
                        "children": [
                            ["kind": "toggle", "bind": "box/printing", "id": "printing"],
                            ["kind": "picker", "bind": "color/c", "id": "color", "label": "Colour"],
                            ["kind": "textField", "bind": "name", "id": "name", "label": "Name", "updates": "submit"],
                            ["kind": "button", "label": "Work", "id": "work", "emit": "onWork"],
                        ],
                    ],
                ]
            ])
        try client.call(
            "screen.put",
            [
                "screen": [
                    "id": "files", "title": "Files",
                    "body": ["kind": "list", "id": "list", "children": [hit("Alpha"), hit("Beta"), hit("Gamma")]],
                ]
            ])
        try client.call("screen.put", question("reboot", "Reboot the box now?", hit("Cancel", "cancel"), hit("Reboot", nil)))
        return (daemon, client)
    }

    /// A button that leaves its label in the value `hit`.
    static func hit(_ label: String, _ role: String? = nil) -> JSON {
        var button: JSON.Object = [
            "kind": "button", "label": .string(label), "id": .string(label),
            "tap": ["method": "value.set", "params": ["key": "hit", "value": .string(label)]],
        ]
        if let role { button["role"] = .string(role) }
        return .object(button)
    }

    static func question(_ id: String, _ title: String, _ buttons: JSON...) -> JSON {
        [
            "screen": [
                "id": .string(id), "title": .string(title),
                "body": ["kind": "hstack", "spacing": 16, "children": .array(buttons)],
            ]
        ]
    }
}

extension JSONClient {
    func ask(_ screen: String = "reboot") throws { try call("nav.modal", ["screen": .string(screen), "style": "alert"]) }
    /// The label of the button that was pressed last.
    var hit: String? { get throws { try value("hit")?.stringValue.flatMap { $0.isEmpty ? nil : $0 } } }
}
