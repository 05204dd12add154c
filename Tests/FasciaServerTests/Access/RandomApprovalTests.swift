import FasciaDocument
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

/// Random requests, answers and rules of several people in random orders, compared with a naive evaluation: what has to be approved
/// differs only after somebody else has approved exactly that.
@Suite(.mustEnd) struct RandomApprovalTests {
    private static let switches = ["services/nginx", "services/redis", "network/eth0", "network/wifi"]
    private static let values = ["cpu", "services/port"]

    /// A request that waits.
    private struct Waiting {
        var id: String
        var by: Int
        var wanted: [String: JSON]
        var things: Set<String>
    }

    /// What the design says, in its simplest form.
    private struct Model {
        var state: [String: JSON] = [:]
        var waiting: [Waiting] = []
        /// The things that have to be approved, and who operates what; the admins operate and approve everything.
        var gated: Set<String> = []
        var operated: [Int: Set<String>] = [:]

        func differing(_ wanted: [String: JSON]) -> [String: JSON] { wanted.filter { state[$0.key] != $0.value } }

        func may(_ person: Int, _ things: some Sequence<String>) -> Bool {
            Self.isAdmin(person) || things.allSatisfy { operated[person]?.contains($0) == true }
        }

        static func isAdmin(_ person: Int) -> Bool { person < 2 }
    }

    /// Two admins, two operators, and an operator who has become an admin with su.
    private struct Person {
        var uid: UInt32
        var login: UInt32
    }

    private static let people = [
        Person(uid: 1000, login: 1000), Person(uid: 1003, login: 1003), Person(uid: 1001, login: 1001),
        Person(uid: 1002, login: 1002), Person(uid: 1000, login: 1001),
    ]

    private static func isSame(_ left: Int, _ right: Int) -> Bool {
        !Set([people[left].uid, people[left].login]).isDisjoint(with: [people[right].uid, people[right].login])
    }

    /// The account of the fifth person is that of the first.
    private static func account(_ person: Int) -> Int { person == 4 ? 0 : person }

    private static func rules(_ model: Model) -> String {
        func list(_ things: Set<String>) -> String { "[" + things.sorted().map { "\"\($0)\"" }.joined(separator: ", ") + "]" }
        let approve = model.gated.isEmpty ? "" : "approve:\n  - {on: \(list(model.gated)), role: admin}\n"
        var grants = "grant:\n  - {user: 1000, role: admin}\n  - {user: 1003, role: admin}"
        for person in [2, 3] {
            let own = (model.operated[person] ?? []).union(["question:**", "nav:**", "screen:**"])
            grants += "\n  - {user: \(people[person].uid), role: operator, on: \(list(own))}"
        }
        return approve + grants
    }

    @Test(arguments: Torture.all(0..<300 as Range<UInt64>, otherwiseEvery: 20)) func onlyWhatSomebodyElseHasApprovedIsDone(
        _ seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let bench = try ApprovalBench(ApprovalBench.people)
        var model = Model()
        let things = Self.switches.map { "option:" + $0 } + Self.values.map { "value:" + $0 }
        for id in Self.switches { model.state["option:" + id] = false }
        for key in Self.values { model.state["value:" + key] = 1 }
        func some() -> Set<String> { Set(things.filter { _ in Int.random(in: 0..<3, using: &generator) > 0 }) }

        func useRules() throws {
            (model.gated, model.operated) = (some(), [2: some(), 3: some()])
            try bench.use(Self.rules(model))
            let gated = model.gated
            model.waiting.removeAll { $0.things.isDisjoint(with: gated) }
        }
        try useRules()
        let peers = try Self.people.map { try bench.user($0.uid, logins: [$0.login]) }
        var lines: [String] = []

        func check() throws {
            let trace = "\(Self.rules(model))\n\(lines.joined(separator: "\n"))"
            for id in Self.switches {
                #expect(try bench.owner.state(of: id) == (model.state["option:" + id] == true ? "on" : "off"), "\(id)\n\(trace)")
            }
            for key in Self.values { #expect(try bench.value(key) == model.state["value:" + key], "\(key)\n\(trace)") }
            let open = bench.core.live.panel.awaitedApprovals.map(\.id)
            #expect(Set(open) == Set(model.waiting.map(\.id)), "\(trace)")
        }

        func ask(_ person: Int, _ method: String, _ params: JSON, _ wanted: [String: JSON]) throws {
            let reply = try peers[person].reply(method, params)
            lines.append("\(Self.people[person].uid) \(method) \(params.text): \(reply.text)")
            guard model.may(Self.account(person), wanted.keys) else {
                #expect(reply[at: "error/data/reason"] == "denied", "\(lines.joined(separator: "\n"))")
                return
            }
            let differing = model.differing(wanted)
            let needed = Set(differing.keys).intersection(model.gated)
            guard let id = reply[at: "result/approval/question"]?.stringValue else {
                #expect(needed.isEmpty && reply["error"] == nil, "\(Self.rules(model))\n\(lines.joined(separator: "\n"))")
                if needed.isEmpty { model.state.merge(differing) { $1 } }
                // It takes the place of what they have asked for before.
                if differing.isEmpty {
                    let own = Self.people[person].uid
                    model.waiting.removeAll { Self.people[$0.by].uid == own && !$0.things.isDisjoint(with: wanted.keys) }
                }
                return
            }
            #expect(!needed.isEmpty, "\(lines.joined(separator: "\n"))")
            let own = Self.people[person].uid
            model.waiting.removeAll { Self.people[$0.by].uid == own && ($0.id == id || !$0.things.isDisjoint(with: needed)) }
            model.waiting.append(Waiting(id: id, by: person, wanted: wanted, things: needed))
        }

        func answer(_ person: Int, _ waiting: Waiting, yes: Bool) throws {
            let reply = try peers[person].reply("ask.answer", ["id": .string(waiting.id), "answer": .bool(yes)])
            lines.append("\(Self.people[person].uid) answers \(waiting.id) \(yes): \(reply.text)")
            let mayApprove = Model.isAdmin(Self.account(person)) && !Self.isSame(person, waiting.by)
            #expect((reply["error"] == nil) == mayApprove, "\(lines.joined(separator: "\n"))")
            guard mayApprove else { return }
            model.waiting.removeAll { $0.id == waiting.id }
            let differing = model.differing(waiting.wanted)
            let isCovered = Set(differing.keys).intersection(model.gated).isSubset(of: waiting.things)
            guard yes, isCovered, model.may(Self.account(waiting.by), waiting.wanted.keys) else { return }
            model.state.merge(differing) { $1 }
        }

        for _ in 0..<60 {
            let person = peers.indices.randomElement(using: &generator) ?? 0
            let id = Self.switches.randomElement(using: &generator) ?? ""
            let (on, isOn) = (Bool.random(using: &generator), model.state["option:" + id] == true)
            let key = Self.values.randomElement(using: &generator) ?? ""
            let value = JSON.int(Int.random(in: 1...3, using: &generator))
            let set: JSON = ["method": "toggle.set", "params": ["id": .string(id), "on": .bool(on)]]
            switch Int.random(in: 0..<12, using: &generator) {
            case 0, 1: try ask(person, "toggle.set", set["params"] ?? [:], ["option:" + id: .bool(on)])
            case 2: try ask(person, "toggle.flip", ["id": .string(id)], ["option:" + id: .bool(!isOn)])
            case 3:
                let group = ["services", "network"].randomElement(using: &generator) ?? ""
                let wanted = Self.switches.filter { $0.hasPrefix(group) }.map { ("option:" + $0, JSON.bool(on)) }
                try ask(person, "toggle.set", ["id": .string(group), "on": .bool(on)], Dictionary(uniqueKeysWithValues: wanted))
            case 4: try ask(person, "value.set", ["key": .string(key), "value": value], ["value:" + key: value])
            case 5:
                let call: JSON = ["method": "value.set", "params": ["key": .string(key), "value": value]]
                try ask(person, "batch", ["commands": [set, call]], ["option:" + id: .bool(on), "value:" + key: value])
            case 6...8:
                guard let waiting = model.waiting.randomElement(using: &generator) else { continue }
                try answer(person, waiting, yes: Int.random(in: 0..<4, using: &generator) > 0)
            case 9:
                guard let waiting = model.waiting.randomElement(using: &generator) else { continue }
                lines.append("\(waiting.id) expires")
                try bench.expire(waiting.id)
                model.waiting.removeAll { $0.id == waiting.id }
            case 10:
                // It takes back nothing that has to be approved. The rest is as the daemon says.
                let reply = try peers[person].reply("history.undo")
                lines.append("\(Self.people[person].uid) history.undo: \(reply.text)")
                for id in Self.switches where !model.gated.contains("option:" + id) {
                    model.state["option:" + id] = .bool(try bench.owner.state(of: id) == "on")
                }
                for key in Self.values where !model.gated.contains("value:" + key) {
                    model.state["value:" + key] = try bench.value(key)
                }
            default:
                try useRules()
                lines.append("rules")
            }
            try check()
        }
    }
}
