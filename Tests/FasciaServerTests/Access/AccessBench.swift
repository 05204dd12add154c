import FasciaAccess
import FasciaDocument
import FasciaPlugins
import FasciaWire
import Glibc
import Logging
import TestSupport

@testable import FasciaServer

/// A daemon in this process, with its owner and with users whose rights an access file gives.
final class AccessBench {
    let server: InProcessServer
    let owner: LocalPeer

    static let accounts = Accounts(
        users: ["root": .init(uid: 0, gid: 0), "ada": .init(uid: 1000, gid: 1000), "bob": .init(uid: 1001, gid: 1001)],
        groups: ["root": .init(gid: 0), "staff": .init(gid: 500, members: ["bob"])])

    init() throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        server = try InProcessServer(plugins: PluginSet(paths: [], logger: logger), logger: logger) { _ in }
        owner = LocalPeer(server.connect())
        for (group, options) in [("services", ["nginx", "redis"]), ("network", ["eth0", "wifi"])] {
            let list = JSON.array(options.map { ["id": .string($0)] })
            try owner.call("toggle.declare", ["group": ["id": .string(group), "options": list]])
        }
        for key in ["cpu", "secret", "services/port"] { try owner.call("value.set", ["key": .string(key), "value": 1]) }
        try owner.call(
            "picker.declare",
            ["picker": ["id": "clock", "components": [["id": "zone", "elements": [["id": "utc"], ["id": "cet"]]]]]])
        for (id, option) in [("box", "services"), ("net", "network")] {
            try owner.call("screen.put", ["screen": .object(["id": .string(id), "body": Self.body(option)])])
        }
        try owner.call("nav.target", ["name": "t", "path": [["screen": "box"]]])
        try owner.call("nav.push", ["screen": "box"])
    }

    /// A group, a value, and a button.
    private static func body(_ group: String) -> JSON {
        [
            "kind": "vstack",
            "children": [
                ["kind": "group", "bind": .string(group), "id": "group"],
                ["kind": "toggle", "bind": "network/eth0", "id": "eth0"],
                ["kind": "text", "bind": "cpu", "id": "cpu"], ["kind": "text", "bind": "secret", "id": "secret"],
                [
                    "kind": "button", "id": "button", "label": "Go",
                    "tap": ["method": "value.set", "params": ["key": "cpu", "value": 2]],
                ],
            ],
        ]
    }

    /// - Parameter rules: end with the grants; one for an admin is added.
    static func outcome(_ rules: String) -> AccessParser.Outcome {
        AccessParser.parse(rules + "\n  - {user: root, role: admin}\n", path: "/access.yaml", accounts: accounts)
    }

    static func file(_ rules: String) throws -> AccessFile {
        let outcome = outcome(rules)
        guard let file = outcome.file else { throw TestFailure("\(outcome.problems)\n\(rules)") }
        return file
    }

    static func permit(_ rules: String, _ name: String = "bob") throws -> Permit {
        let file = try file(rules)
        guard let identity = accounts.identity(of: name), let rights = file.rights(of: identity) else {
            throw TestFailure("\(name) may not connect")
        }
        return Permit(rights, file: file.path)
    }

    /// A user with the rights that the rules give to bob.
    func user(_ rules: String) throws -> LocalPeer { LocalPeer(server.connect(uid: 1001, try Self.permit(rules))) }
}

extension LocalPeer {
    /// The reason of the refusal; `nil` if it was not refused.
    func reason(_ method: String, _ params: JSON = [:]) throws -> String? {
        try reply(method, params)[at: "error/data/reason"]?.stringValue
    }

    func message(_ method: String, _ params: JSON = [:]) throws -> String? {
        try reply(method, params)[at: "error/message"]?.stringValue
    }
}
