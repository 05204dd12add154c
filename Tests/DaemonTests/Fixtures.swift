import FasciaDocument
import Glibc
import TestSupport
import Testing

/// Declarations shared by many tests.
enum Fixture {
    /// `extras`: cheese is on, ham and mushrooms are off; the group is mixed.
    static let extras: JSON = [
        "group": [
            "id": "extras", "title": "Extras",
            "options": [["id": "cheese", "on": true], ["id": "ham", "title": "Ham"], ["id": "mushrooms"]],
        ]
    ]

    /// A daemon and a client, with the group `extras`, at revision 1.
    static func panel(arguments: [String] = []) throws -> (DaemonProcess, JSONClient) {
        let daemon = try DaemonProcess(arguments: arguments)
        let client = try daemon.client()
        try client.call("toggle.declare", extras)
        return (daemon, client)
    }

    /// A daemon with an empty panel, and a client.
    static func daemon() throws -> (DaemonProcess, JSONClient) {
        let daemon = try DaemonProcess()
        return (daemon, try daemon.client())
    }

    /// As `panel`, with a screen that shows the master switch `all` ("All of it"), the switch `ham`, and another
    /// control.
    static func pizza(_ third: JSON) throws -> (DaemonProcess, JSONClient) {
        let (daemon, client) = try panel()
        let all: JSON = ["kind": "toggle", "bind": "extras", "id": "all", "label": "All of it"]
        let ham: JSON = ["kind": "toggle", "bind": "extras/ham", "id": "ham"]
        try client.call("screen.put", screen("pizza", all, ham, third))
        try client.call("nav.set", ["path": [["screen": "pizza"]]])
        return (daemon, client)
    }

    /// A screen with these nodes in a `vstack`.
    static func screen(_ id: String, _ nodes: JSON...) -> JSON {
        ["screen": ["id": .string(id), "body": ["kind": "vstack", "children": .array(nodes)]]]
    }
}

extension JSON {
    /// `error.data.reason`
    var reason: String? { self[at: "data/reason"]?.stringValue }
    var message: String? { self["message"]?.stringValue }
    /// A member of every mutation's result.
    var changed: Bool? { self["changed"]?.boolValue }
    var revision: Int? { self["revision"]?.intValue }
}

extension JSONClient {
    /// Starts a watch and returns its id.
    @discardableResult
    func watch(_ params: JSON = [:]) throws -> Int {
        try #require(try call("watch.start", params)["watch"]?.intValue)
    }

    /// Attaches a terminal, and returns its id.
    func attach(_ columns: Int = 40, _ rows: Int = 12, _ more: JSON.Object = [:]) throws -> JSON {
        var params: JSON.Object = ["columns": .int(columns), "rows": .int(rows), "colors": "none"]
        for member in more.members { params[member.key] = member.value }
        return try #require(try call("terminal.attach", .object(params))["terminal"])
    }

    /// Shows these nodes in a form: the screen `c` of the stack `main`.
    func show(_ nodes: JSON...) throws {
        try call("screen.put", ["screen": ["id": "c", "body": ["kind": "form", "children": .array(nodes)]]])
        try call("nav.set", ["path": [["screen": "c"]]])
    }

    func value(_ key: String) throws -> JSON? { try call("value.get", ["key": .string(key)])[at: "values/\(key)"] }

    /// The panel's revision after all earlier requests of this client.
    func sync() throws -> Int { try #require(try call("sync").revision) }

    /// The screens of a stack's entries, from the root to the top.
    func screens(of stack: String = "main") throws -> [String] {
        try entries(of: stack).compactMap { $0["screen"]?.stringValue }
    }

    func entries(of stack: String = "main") throws -> [JSON] {
        let layers = try call("nav.get", ["stack": .string(stack)])["layers"]?.arrayValue ?? []
        return layers.flatMap { $0["entries"]?.arrayValue ?? [] }
    }

    /// The id of the top entry.
    func top(of stack: String = "main") throws -> JSON {
        try #require(try call("nav.get", ["stack": .string(stack)])["top"])
    }

    func state(of toggle: String) throws -> String? {
        try call("toggle.get", ["id": .string(toggle)])["state"]?.stringValue
    }
}

extension DaemonProcess {
    /// The replies to requests of user 65534, who is an operator.
    func replies(toOperator requests: [JSON]) throws -> [JSON] {
        guard chmod(directory.path, 0o755) == 0, chmod(socketPath, 0o666) == 0 else { throw TestFailure.system("chmod") }
        let output = try runProcess(
            "/usr/bin/setpriv",
            ["--reuid", "65534", "--regid", "65534", "--clear-groups", "socat", "-", "UNIX-CONNECT:\(socketPath)"],
            input: requests.map { $0.text + "\n" }.joined()
        ).checked().output
        return try output.split(separator: "\n").map { try JSON(parsing: String($0)) }
    }

    /// Peak resident memory in MiB (`VmHWM` in `/proc/PID/status`).
    var peakMemory: Int {
        get throws {
            let status = try runProcess("/bin/cat", ["/proc/\(id)/status"]).checked().output
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
            return try #require(kibibytes) / 1_024
        }
    }
}

var isRoot: Bool { geteuid() == 0 }
