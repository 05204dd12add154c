import FasciaDocument
import FasciaWire
import Glibc

/// A heavy use of the daemon by one client, which other clients must not notice.
struct Attack {
    let name: String
    /// Sets the daemon up before the measurement.
    var prepare: (AttackTarget) throws -> Void = { _ in }
    let act: (AttackTarget) throws -> Void

    init(_ name: String, act: @escaping (AttackTarget) throws -> Void) { (self.name, self.act) = (name, act) }

    init(
        _ name: String, prepare: @escaping (AttackTarget) throws -> Void,
        act: @escaping (AttackTarget) throws -> Void
    ) {
        (self.name, self.prepare, self.act) = (name, prepare, act)
    }

    static var all: [Attack] { pictures + questions + waits + terminals + content + largest + apps + connections }

    // MARK: - Lines

    private static func line(_ method: String, _ params: JSON = [:], id: Int? = 1) -> [UInt8] {
        var message: JSON.Object = ["method": .string(method), "params": params]
        if let id { message["id"] = .int(id) }
        return text(.object(message))
    }

    private static func batch(_ method: String, _ params: JSON = [:], count: Int = 4_096) -> [UInt8] {
        let message: JSON = ["id": 1, "method": .string(method), "params": params]
        return text(.array(Array(repeating: message, count: count)))
    }

    private static func text(_ message: JSON) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(message)
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// Sends the same request many times.
    private static func flood(_ name: String, _ bytes: [UInt8], times: Int, answers: Int = 1) -> Attack {
        Attack(name) { daemon in
            let attacker = try daemon.attacker()
            attacker.send(bytes, times: daemon.scaled(times), answers: answers)
            attacker.run(atMost: daemon.seconds)
        }
    }

    // MARK: - Pictures and queries

    /// The largest size that is drawn, and one whose last rows are left out.
    private static let (large, tooLarge) = (["columns": 512, "rows": 128] as JSON, ["columns": 500, "rows": 500] as JSON)

    private static var pictures: [Attack] {
        let words = JSON.string(String(repeating: "some words ", count: 5_000))
        let texts = JSON.array(Array(repeating: ["kind": "text", "text": words], count: 10))
        func tree(_ depth: Int) -> JSON {
            guard depth > 0 else { return ["kind": "text", "text": "some words here to wrap"] }
            let kind: JSON = depth.isMultiple(of: 2) ? "vstack" : "hstack"
            return ["kind": kind, "children": .array(Array(repeating: tree(depth - 1), count: 4) + [["kind": "spacer"]])]
        }
        let veil: JSON = ["kind": "color", "color": ["color": "red", "opacity": 0.3]]
        let veils: JSON = ["kind": "zstack", "children": .array(Array(repeating: veil, count: 10))]
        func screen(_ name: String, _ body: JSON) -> Attack {
            Attack("renderings of \(name)") { daemon in
                try daemon.owner.call("screen.put", ["screen": ["id": "attack", "body": body]])
                try daemon.owner.call("nav.push", ["screen": "attack"])
            } act: { daemon in
                let attacker = try daemon.attacker()
                attacker.send(
                    line("ui.render", ["columns": 512, "rows": 128, "renderer": "ansi", "colors": "true"]),
                    times: daemon.scaled(400), answers: 1)
                attacker.run(atMost: daemon.seconds)
            }
        }
        return [
            flood("800 ui.render, too large", line("ui.render", tooLarge), times: 800),
            flood("800 ui.render", line("ui.render", large), times: 800),
            flood("a batch of ui.render", batch("ui.render", large), times: 1),
            screen("long texts", ["kind": "vstack", "children": texts]), screen("many stacks", tree(6)),
            screen("many areas", veils),
        ]
    }

    private static var questions: [Attack] {
        let history: JSON = ["since": 0, "limit": 1_000]
        return [
            flood("a batch of daemon.status", batch("daemon.status"), times: 1),
            withHistory(flood("a batch of history.get", batch("history.get", history), times: 1)),
            flood("a flood of toggle.flip", line("toggle.flip", ["id": "worst"]), times: 100_000),
            withHistory(
                Attack("400 history.get") { daemon in
                    let attackers = try (0..<daemon.scaled(200)).map { _ in try daemon.attacker() }
                    for attacker in attackers { attacker.send(line("history.get", history), times: 2, answers: 1) }
                    HeavyClient.run(attackers, atMost: daemon.seconds)
                }),
        ]
    }

    private static func withHistory(_ attack: Attack) -> Attack {
        Attack(attack.name) { daemon in
            for number in 0..<10_000 {
                let value = JSON.string(String(repeating: "v", count: 50) + "\(number)")
                try daemon.owner.call("value.set", ["key": .string("h\(number % 50)"), "value": value])
            }
        } act: {
            try attack.act($0)
        }
    }

    // MARK: - Waits

    private static var waits: [Attack] {
        func wait(_ index: Int, id: Int?) -> [UInt8] {
            let condition: JSON = ["text": "never there", "columns": .int(200 + index), "rows": 128]
            return line("ui.wait", ["for": condition, "timeout": 60], id: id)
        }
        return [
            Attack("100 ui.wait for a text") { daemon in
                let attackers = try (0..<100).map { index in
                    let attacker = try daemon.attacker()
                    attacker.send(wait(index, id: 1), answers: 1)
                    return attacker
                }
                HeavyClient.run(attackers, atMost: daemon.seconds)
            },
            Attack("100 ui.wait for a text without an id") { daemon in
                let attacker = try daemon.attacker()
                attacker.send((0..<100).flatMap { wait($0, id: nil) } + line("sync"), answers: 1)
                attacker.run(atMost: daemon.seconds)
            },
            flood("200,000 ui.wait without an id", wait(0, id: nil), times: 200_000, answers: 0),
        ]
    }

    // MARK: - Terminals

    private static var terminals: [Attack] {
        [
            Attack("1,000 terminals of different sizes") { daemon in
                let attackers = try (0..<16).map { place in
                    let attacker = try daemon.attacker()
                    attacker.send(
                        (0..<63).flatMap { index in
                            line(
                                "terminal.attach",
                                [
                                    "columns": .int(40 + place * 10 + index / 8), "rows": .int(10 + index), "colors": "256",
                                ])
                        }, answers: .max)
                    return attacker
                }
                HeavyClient.run(attackers, atMost: 2 * daemon.seconds)
            },
            Attack("keys in a field of 8,000 flags") { daemon in
                let attacker = try daemon.attacker()
                attacker.send(line("terminal.attach", ["columns": 80, "rows": 24, "colors": "256"]), answers: 2)
                attacker.run(atMost: 10)
                let status = try daemon.owner.call("daemon.status")["terminals"]?.arrayValue
                guard let terminal = status?.first?["terminal"] else { throw BenchFailure("there is no terminal") }
                let flags = String(repeating: "🇩🇪", count: 8_000)
                attacker.send(
                    line("terminal.paste", ["terminal": terminal, "text": .string(flags)])
                        + ["left", "right", "home", "end", "x", "backspace"].flatMap {
                            line("terminal.key", ["terminal": terminal, "key": .string($0)])
                        }, times: 3, answers: 7)
                attacker.run(atMost: daemon.seconds)
            },
        ]
    }

    // MARK: - Content

    private static var content: [Attack] {
        func options(_ count: Int) -> [UInt8] {
            let list = (0..<count).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
            let group = #"{"id":"g","options":[\#(list)]}"#
            return Array((#"{"id":1,"method":"toggle.declare","params":{"group":"# + group + "}}\n").utf8)
        }
        let long = String(repeating: "x", count: 60_000)
        return [
            flood("1,000,000 options in one line", options(1_000_000), times: 3),
            flood("50,000 options in one line", options(50_000), times: 20),
            flood("10,000 options in one line", options(10_000), times: 20),
            flood(
                "ids of 1 MB",
                Array((#"{"id":""# + String(repeating: "x", count: 1_000_000) + #"","method":"sync"}"# + "\n").utf8),
                times: 400),
            Attack("8,000 values of 60 kB") { daemon in
                let attacker = try daemon.stranger()
                for number in 0..<daemon.scaled(8_000) {
                    attacker.send(
                        line("value.set", ["key": .string("v\(number)"), "value": .string(long)]), answers: 1)
                    attacker.run(atMost: 10)
                }
            },
            Attack("8,000 entries with arguments of 60 kB") { daemon in
                for stack in 0..<32 {
                    try daemon.owner.call("nav.set", ["stack": .string("s\(stack)"), "path": [["screen": "field"]]])
                }
            } act: { daemon in
                let attacker = try daemon.stranger()
                for number in 0..<daemon.scaled(8_000) {
                    let entry: JSON = [
                        "stack": .string("s\(number % 32)"), "screen": "field", "args": ["text": .string(long)],
                    ]
                    attacker.send(line("nav.push", entry), answers: 1)
                    attacker.run(atMost: 10)
                }
            },
        ]
    }

    /// The largest inputs of all methods that begin with one word.
    private static var largest: [Attack] {
        [
            "action", "batch", "bind", "daemon", "environment", "history", "issue", "log", "nav", "picker", "plugin", "screen",
            "sync", "terminal", "toggle", "ui", "value", "watch",
        ].map { kind in
            Attack("the largest inputs of \(kind)") { daemon in
                for method in daemon.description["methods"]?.arrayValue ?? [] {
                    guard let name = method["name"]?.stringValue, name.split(separator: ".").first == Substring(kind),
                        !["daemon.shutdown", "daemon.reload"].contains(name)
                    else { continue }
                    for input in LargestInputs(daemon.description).inputs(of: method) { try daemon.send(name, input) }
                }
            }
        }
    }

    // MARK: - Apps and connections

    private static var apps: [Attack] {
        [
            Attack("an app that does not read") { daemon in
                let app = try LineClient(daemon.socket)
                let body: JSON = ["kind": "text", "text": "x"]
                try app.call("screen.put", ["screen": ["id": "app", "emits": ["go"], "body": body]])
                let entry = try app.call("nav.push", ["screen": "app", "handles": ["go"]])["entry"] ?? .null
                try app.call("action.bind", ["screen": "app", "names": ["go"]])
                let payload: JSON = ["text": .string(String(repeating: "x", count: 50_000))]
                let senders = try (0..<4).map { _ in
                    let sender = try daemon.attacker()
                    sender.send(
                        line("action.send", ["entry": entry, "name": "go", "payload": payload]),
                        times: daemon.scaled(300), answers: 1)
                    return sender
                }
                HeavyClient.run(senders, atMost: 2 * daemon.seconds)
                withExtendedLifetime(app) {}
            }
        ]
    }

    private static var connections: [Attack] {
        [
            Attack("1,000 connections of one user") { daemon in
                var strangers: [HeavyClient] = []
                for _ in 0..<1_000 {
                    let stranger = try daemon.stranger()
                    stranger.send(line("sync"), answers: 1)
                    stranger.run(atMost: 10)
                    if !stranger.isClosed { strangers.append(stranger) }
                }
                guard geteuid() == 0 else { return }
                // The owner can still connect.
                try LineClient(daemon.socket).call("sync")
                withExtendedLifetime(strangers) {}
            }
        ]
    }
}
