import FasciaDocument
import TestSupport
import Testing

/// Random commands of several clients: a replica that applies all events equals the daemon's state.
@Suite struct RandomTrafficTests {
    private static let groups: JSON = [
        ["id": "extras", "options": [["id": "cheese"], ["id": "ham"], ["id": "olives", "disabled": true]]],
        [
            "id": "services",
            "options": [
                ["id": "web", "options": [["id": "nginx"], ["id": "php", "on": true]]],
                ["id": "mail", "options": [["id": "in"], ["id": "out"]]], ["id": "backup"],
            ],
        ],
        [
            "id": "size", "rules": ["exclusive": true],
            "options": [["id": "small", "on": true], ["id": "medium"], ["id": "large"]],
        ],
        [
            "id": "net", "rules": ["requires": ["vpn": ["up"]], "max": 2],
            "options": [["id": "up"], ["id": "vpn"], ["id": "ap"]],
        ],
    ]
    private static let toggles = [
        "extras", "extras/cheese", "extras/ham", "extras/olives", "services", "services/web", "services/web/nginx",
        "services/web/php", "services/mail", "services/mail/in", "services/mail/out", "services/backup", "size",
        "size/small", "size/medium", "size/large", "net", "net/up", "net/vpn", "net/ap", "net/none",
    ]

    @Test(arguments: [1, 2, 3, 20_261_121] as [UInt64]) func aReplicaEqualsTheDaemonsState(seed: UInt64) throws {
        let daemon = try DaemonProcess()
        let setup = try daemon.client()
        for group in Self.groups.arrayValue ?? [] { try setup.call("toggle.declare", ["group": group]) }
        try setup.call("value.declare", ["key": "v/0", "kind": "int", "range": [0, 5]])
        let watcher = try daemon.client()
        let start = try watcher.call("watch.start", ["snapshot": true])
        var replica = Replica(snapshot: try #require(start["snapshot"]))
        var revision = try watcher.sync()

        var generator = SeededGenerator(seed: seed)
        let clients = try (1...4).map { _ in try daemon.client() }
        var done = 0
        for _ in 1...25 {
            // All four clients send before the first reply is read.
            var asked: [(JSONClient, Int)] = []
            for _ in 1...40 {
                let client = clients[Int.random(in: 0..<4, using: &generator)]
                let (method, params) = Self.command(&generator)
                asked.append((client, try client.send(method, params)))
            }
            for (client, id) in asked where try client.reply(to: id)[at: "result/changed"] == true { done += 1 }
            // Sometimes the watcher reads its events during the traffic.
            if Bool.random(using: &generator) { _ = try watcher.sync() }
        }
        let last = try watcher.sync()
        for notification in watcher.takeNotifications() {
            let event = try #require(notification["params"])
            revision += 1
            #expect(event["revision"] == .int(revision), "seed \(seed): nothing twice, nothing missed")
            do { try replica.apply(event["changes"]?.arrayValue ?? []) } catch {
                throw TestFailure("seed \(seed), revision \(revision): \(error)")
            }
        }
        #expect(revision == last)
        #expect(done > 200, "seed \(seed): most of it does something")
        let truth = try setup.call("watch.start", ["snapshot": true])
        #expect(truth["cursor"]?.stringValue?.hasSuffix(":\(last)") == true)
        #expect(replica == Replica(snapshot: try #require(truth["snapshot"])), "seed \(seed)")
    }

    private static func command(_ generator: inout SeededGenerator) -> (String, JSON) {
        if Int.random(in: 0..<12, using: &generator) == 0 {
            let commands = (0..<Int.random(in: 0...4, using: &generator)).map { _ -> JSON in
                let (method, params) = single(&generator)
                return ["method": .string(method), "params": params]
            }
            return ("batch", ["commands": .array(commands)])
        }
        // Not in a batch: only a change of its own tells the position of the replaced entry.
        if Int.random(in: 0..<20, using: &generator) == 0 {
            return ("nav.replace", ["entry": entry(&generator), "screen": screen(&generator)])
        }
        return single(&generator)
    }

    private static func single(_ generator: inout SeededGenerator) -> (String, JSON) {
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
        let toggle = JSON.string(toggles[number(0..<toggles.count)])
        let flag = JSON.bool(number(0..<2) == 0)
        let key = JSON.string("v/\(number(0..<4))")
        return switch number(0..<14) {
        case 0...2: ("toggle.set", ["id": toggle, "on": flag])
        case 3: ("toggle.flip", ["id": toggle])
        case 4: ("toggle.flip", ["id": toggle, "expect": flag])
        case 5: ("toggle.enable", ["id": toggle, "enabled": flag])
        case 6, 7: ("value.set", ["key": key, "value": .int(number(0..<8))])
        case 8: number(0..<4) == 0 ? ("value.remove", ["key": key]) : ("value.set", ["key": key, "value": .null])
        case 9, 10: ("nav.push", ["screen": screen(&generator), "args": .int(number(0..<3))])
        case 11: number(0..<2) == 0 ? ("nav.pop", [:]) : ("nav.pop", ["entry": entry(&generator)])
        case 12: number(0..<2) == 0 ? ("nav.modal", ["screen": screen(&generator)]) : ("nav.close", [:])
        default:
            number(0..<2) == 0
                ? ("nav.popTo", ["index": .int(number(0..<6))])
                : ("environment.set", ["values": ["tint": .int(number(0..<3)), "x": number(0..<2) == 0 ? .null : 1]])
        }
    }

    private static func screen(_ generator: inout SeededGenerator) -> JSON {
        .string(String("abc".randomElement(using: &generator) ?? "a"))
    }

    private static func entry(_ generator: inout SeededGenerator) -> JSON {
        .string("e\(Int.random(in: 1...200, using: &generator))")
    }
}
