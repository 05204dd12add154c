import FasciaDocument
import FasciaServer
import Foundation
import TestSupport
import Testing

/// What a renderer reads is made when it runs.
@Suite(.mustEnd) struct PluginRenderTests {
    private let folder: TemporaryDirectory
    private let server: InProcessServer

    init() throws {
        folder = try TemporaryDirectory()
        for name in ["libhtml.so", "libsvg.so"] {
            try FileManager.default.copyItem(atPath: Products.directory + "/" + name, toPath: folder[name])
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder[name])
        }
        server = try InProcessServer(plugins: [folder.path], pluginHost: Products.directory + "/fascia-plugin-host")
        let client = server.connect()
        for name in ["html", "svg"] { _ = try reply(to: "plugin.load", ["id": .string(name)], client) }
    }

    private func send(_ method: String, _ params: JSON, _ client: InProcessClient) {
        client.receive(Array((["id": "call", "method": .string(method), "params": params] as JSON).text.utf8))
    }

    private func awaitReply(_ client: InProcessClient) throws -> JSON {
        while true {
            let lines = client.takeOutput().split(separator: 10)
            if lines.isEmpty { try server.waitForEvents() }
            for line in lines {
                let message = try JSON(parsing: String(decoding: line, as: UTF8.self))
                if message["id"] == "call" { return message }
            }
        }
    }

    private func reply(to method: String, _ params: JSON, _ client: InProcessClient) throws -> JSON {
        send(method, params, client)
        return try awaitReply(client)
    }

    /// How many scenes have been resolved.
    private func scenes(_ client: InProcessClient) throws -> Int {
        try #require(try reply(to: "daemon.status", [:], client)[at: "result/work/scenes"]?.intValue)
    }

    /// Only a few processes run at once.
    @Test func nothingIsMadeForRequestsThatWaitForTheirTurn() throws {
        let clients = (0..<30).map { _ in server.connect() }
        for index in clients.indices {
            _ = try reply(to: "nav.set", ["stack": .string("s\(index)"), "path": [["screen": "a"]]], clients[0])
        }
        let before = try scenes(clients[0])
        for (index, client) in clients.enumerated() {
            send("ui.render", ["renderer": "svg", "stack": .string("s\(index)")], client)
        }
        let other = server.connect()
        #expect(try scenes(other) <= before + 4)
        for client in clients { #expect(try awaitReply(client)["result"] != nil) }
        #expect(try scenes(other) >= before + 30)
    }

    /// The stack that it is about may be gone by then.
    @Test func aRequestForAScreenThatIsGoneIsRefused() throws {
        let client = server.connect()
        #expect(try reply(to: "ui.render", ["renderer": "svg", "stack": "none"], client)[at: "error/data/reason"] == "notFound")
        _ = try reply(to: "nav.set", ["stack": "side", "path": [["screen": "a"]]], client)
        let clients = (0..<8).map { _ in server.connect() }
        for client in clients { send("ui.render", ["renderer": "svg", "stack": "side"], client) }
        #expect(try reply(to: "nav.remove", ["stack": "side"], client)["result"] != nil)
        let replies = try clients.map { try awaitReply($0) }
        #expect(replies.contains { $0[at: "error/data/reason"] == "notFound" })
    }
}
