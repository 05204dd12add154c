import FasciaDocument
import TestSupport
import Testing

/// `durable`: the reply is sent once the change is on disk.
@Suite(.mustEnd) struct DurableTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws { (daemon, client) = try Fixture.panel() }

    private static func set(_ number: Int) -> JSON { ["key": "n", "value": .int(number), "durable": true] }

    @Test func repliesComeInOrder() throws {
        try client.watch()
        var ids: [Int] = []
        for number in 1...50 {
            let isDurable = JSON.bool(number % 3 != 0)
            ids.append(try client.send("value.set", ["key": "n", "value": .int(number), "durable": isDurable]))
            ids.append(try client.send("sync"))
        }
        for (index, id) in ids.enumerated() {
            #expect(try client.reply(to: id)["result"]?.revision == index / 2 + 2)
        }
        #expect(client.takeNotifications().map { $0[at: "params/revision"] } == (2...51).map { .int($0) })
    }

    @Test func manyClientsAtOnce() throws {
        let clients = try (0..<20).map { _ in try daemon.client() }
        for round in 0..<10 {
            let ids = try clients.enumerated().map { index, client in
                try client.send("value.set", ["key": .string("k\(index)"), "value": .int(round), "durable": true])
            }
            for (client, id) in zip(clients, ids) { #expect(try client.reply(to: id)["result"]?.changed == true) }
        }
        #expect(try client.sync() == 201)
    }

    @Test func durableRequestWithoutChangeIsAnswered() throws {
        #expect(try client.call("value.set", Self.set(1)).changed == true)
        #expect(try client.call("value.set", Self.set(1)).changed == false)
        #expect(try client.failure("toggle.set", ["id": "none", "on": true, "durable": true]).reason == "notFound")
        #expect(try client.call("value.set", ["key": "n", "value": 2, "durable": true, "dryRun": true]).changed == true)
    }

    /// A client that closes its sending side gets its reply before the connection ends.
    @Test func aClientThatSendsAndFinishes() throws {
        let lines = try daemon.connect()
        try lines.send(#"{"id":1,"method":"value.set","params":{"key":"n","value":1,"durable":true}}"#)
        lines.closeSending()
        #expect(try lines.receiveLine().contains(#""revision":2"#))
        #expect(try lines.receiveLineOrEnd() == nil)
    }

    @Test func changesOfDisconnectedClientsAreMade() throws {
        for number in 1...20 {
            let other = try daemon.client()
            try other.send("value.set", Self.set(number))
        }
        // All changes are made, although no client is left to read the replies.
        try client.call("ui.wait", ["for": ["value": "n", "equals": 20], "timeout": 3_600])
    }
}
