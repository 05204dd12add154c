import FasciaDocument
import FasciaLoop
import FasciaPlugins
import FasciaWire
import Logging
import TestSupport
import Testing

@testable import FasciaServer

/// A daemon in this process, whose frames are sent at once.
final class PeopleBench {
    let server: InProcessServer

    /// - Parameter pause: how long after a key somebody is in the middle of something.
    init(pause: Duration) throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        server = try InProcessServer(plugins: PluginSet(paths: [], logger: logger), logger: logger, attentionPause: pause) { _ in
        }
    }

    func connect() -> LocalPeer { LocalPeer(server.connect()) }
}

/// A connection to the daemon of a bench.
final class LocalPeer {
    private let client: InProcessClient
    private var lastID = 0
    private var notifications: [JSON] = []

    init(_ client: InProcessClient) { self.client = client }

    func reply(_ method: String, _ params: JSON = [:]) throws -> JSON {
        lastID += 1
        let request: JSON = ["id": .int(lastID), "method": .string(method), "params": params]
        client.receive(Array((request.text + "\n").utf8))
        var reply: JSON?
        for line in String(decoding: client.takeOutput(), as: UTF8.self).split(separator: "\n") {
            let message = try JSON(parsing: String(line))
            if message["id"] == .int(lastID), message["method"] == nil { reply = message } else { notifications.append(message) }
        }
        return try #require(reply, "no reply to \(method)")
    }

    /// Sends a request whose reply does not come at once.
    func send(_ method: String, _ params: JSON) {
        lastID += 1
        client.receive(Array((JSON.object(["id": .int(lastID), "method": .string(method), "params": params]).text + "\n").utf8))
    }

    @discardableResult func call(_ method: String, _ params: JSON = [:]) throws -> JSON {
        let reply = try reply(method, params)
        guard let result = reply["result"] else { throw TestFailure("\(method) \(params.text): \(reply.text)") }
        return result
    }

    func takeNotifications() -> [JSON] {
        defer { notifications = [] }
        return notifications
    }

    func close() { client.close() }

    func ask(_ screen: String) throws { try call("nav.modal", ["screen": .string(screen), "style": "alert"]) }

    func value(_ key: String) throws -> JSON? { try call("value.get", ["key": .string(key)])[at: "values/\(key)"] }

    func state(of toggle: String) throws -> String? { try call("toggle.get", ["id": .string(toggle)])["state"]?.stringValue }

    func entries() throws -> [JSON] {
        let layers = try call("nav.get")["layers"]?.arrayValue ?? []
        return layers.flatMap { $0["entries"]?.arrayValue ?? [] }
    }
}

/// Somebody at a terminal of the bench.
final class LocalPerson {
    private let peer: LocalPeer
    private let terminal: JSON
    /// The number of the last frame that has arrived.
    private(set) var latest = 0

    init(_ bench: PeopleBench) throws {
        peer = bench.connect()
        terminal = try #require(try peer.call("terminal.attach", ["columns": 72, "rows": 20, "colors": "none"])["terminal"])
        try look()
    }

    /// - Returns: the number of the last frame that has arrived.
    @discardableResult func look() throws -> Int {
        try peer.call("sync")
        for message in peer.takeNotifications() where message["method"] == "terminal.frame" {
            latest = try #require(message[at: "params/sequence"]?.intValue)
        }
        return latest
    }

    /// - Returns: the reply.
    func press(_ key: String, at frame: Int) throws -> JSON {
        try peer.reply("terminal.key", ["terminal": terminal, "key": .string(key), "frame": .int(frame)])
    }

    /// - Returns: the reply to the press.
    func click(on place: (column: Int, row: Int), at frame: Int) throws -> JSON {
        let replies = try ["press", "release"].map { kind in
            try peer.reply(
                "terminal.mouse",
                [
                    "terminal": terminal, "kind": .string(kind), "column": .int(place.column), "row": .int(place.row),
                    "frame": .int(frame),
                ])
        }
        return replies[0]
    }

    /// The picture that the daemon shows now.
    var picture: String { get throws { try peer.call("ui.render", ["terminal": terminal])["data"]?.stringValue ?? "" } }

    /// The id of the node with the focus.
    var focused: String? {
        get throws {
            let nodes = try peer.call("ui.tree", ["terminal": terminal])["nodes"]?.arrayValue ?? []
            return nodes.first { $0["focused"] == true }?["id"]?.stringValue
        }
    }
}
