import FasciaDocument
import TestSupport
import Testing

/// Three programs that ask and answer, come and go, at a daemon that is killed now and then. Some questions end by themselves.
@Suite(.mustEnd) struct RandomQuestionTrafficTests {
    private struct Naive: Equatable {
        var state = "open"
        var isKept: Bool
        var isTimed = false
        var answer: JSON?
        /// The actors that have asked on their present connection.
        var askers: Set<Int> = []
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func daemonMatchesNaiveModel(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
        var daemon = try DaemonProcess()
        var watcher = try daemon.client()
        try watcher.watch(["topics": ["question:*"]])
        var actors = try (0..<3).map { _ in try daemon.client() }
        var naive: [String: Naive] = [:]
        var order: [String] = []
        var told: [[String]] = [[], [], []]

        func remove(_ id: String) {
            naive[id] = nil
            order.removeAll { $0 == id }
        }
        func end(_ id: String) -> String { "\(id) \(naive[id]?.state ?? "?") \(naive[id]?.answer?.text ?? "")" }
        func tell(_ id: String, _ end: String) { for actor in naive[id]?.askers ?? [] { told[actor].append(end) } }

        for step in 0..<120 {
            let (id, actor) = (below(8) == 0 ? order.last ?? "q0" : "q\(below(5))", below(3))
            let place: Comment = "seed \(seed), step \(step), \(id), actor \(actor)"
            switch below(22) {
            case 0..<7:
                if id.hasPrefix("t") { continue }
                let isKept = id == "q0" || id == "q1"
                var params: JSON.Object = ["kind": "confirm", "id": .string(id), "keep": .bool(isKept)]
                // Some have a deadline that is not reached.
                let isTimed = below(3) == 0
                if isTimed { params["timeout"] = 100_000 }
                let reply = try actors[actor].reply(to: actors[actor].send("ask.open", .object(params)))
                if let known = naive[id], known.state == "open", known.isTimed != isTimed {
                    guard known.askers.subtracting([actor]).isEmpty else {
                        #expect(reply["error"]?.reason == "conflict", place)
                        break
                    }
                    naive[id]?.isTimed = isTimed
                }
                if naive[id] == nil {
                    naive[id] = Naive(isKept: isKept, isTimed: isTimed)
                    order.append(id)
                }
                naive[id]?.askers.insert(actor)
                #expect(reply[at: "result/state"]?.stringValue == naive[id]?.state, place)
                if let state = naive[id]?.state, state != "open" { told[actor].append(end(id)) }
            case 7..<13:
                let (isDeclined, isYes) = (below(3) == 0, below(2) == 0)
                let params: JSON =
                    isDeclined ? ["id": .string(id), "decline": true] : ["id": .string(id), "answer": .bool(isYes)]
                let reply = try actors[actor].reply(to: actors[actor].send("ask.answer", params))
                #expect((reply["result"] != nil) == (naive[id]?.state == "open"), "\(place): \(reply.text)")
                if naive[id]?.state == "open" {
                    naive[id]?.state = isDeclined ? "declined" : "answered"
                    naive[id]?.answer = isDeclined ? nil : .bool(isYes)
                    tell(id, end(id))
                }
            case 13..<15:
                let reply = try actors[actor].reply(to: actors[actor].send("ask.cancel", ["id": .string(id)]))
                #expect((reply["result"] != nil) == (naive[id] != nil), "\(place): \(reply.text)")
                tell(id, "\(id) withdrawn ")
                remove(id)
            case 15..<18:
                _ = try watcher.sync()
                _ = watcher.takeNotifications()
                actors[actor] = try daemon.client()
                told[actor] = []
                var gone: Set<String> = []
                for other in order where naive[other]?.askers.remove(actor) != nil {
                    if naive[other]?.askers.isEmpty == true, naive[other]?.isKept == false { gone.insert(other) }
                }
                for other in gone { remove(other) }
                while !gone.isEmpty {
                    for change in try watcher.notification()["changes"]?.arrayValue ?? [] where change["to"] == "withdrawn" {
                        #expect(gone.remove(change["id"]?.stringValue ?? "") != nil, place)
                    }
                }
            case 18..<20:
                let (id, isYes, takesDefault) = ("t\(step)", below(2) == 0, below(2) == 0)
                try actors[actor].call(
                    "ask.open",
                    [
                        "kind": "confirm", "id": .string(id), "default": .bool(isYes),
                        takesDefault ? "defaultAfter" : "timeout": 0.001,
                    ])
                naive[id] = Naive(
                    state: takesDefault ? "answered" : "expired", isKept: false, answer: takesDefault ? .bool(isYes) : nil,
                    askers: [actor])
                order.append(id)
                tell(id, end(id))
                var hasEnded = false
                while !hasEnded {
                    let changes = try watcher.notification()["changes"]?.arrayValue ?? []
                    hasEnded = changes.contains { $0["id"] == .string(id) && $0["to"] != "asked" }
                }
            default:
                try daemon.kill9()
                daemon = try DaemonProcess(in: daemon.directory)
                watcher = try daemon.client()
                try watcher.watch(["topics": ["question:*"]])
                actors = try (0..<3).map { _ in try daemon.client() }
                told = [[], [], []]
                for other in order {
                    naive[other]?.askers = []
                    if naive[other]?.state == "open", naive[other]?.isKept == false { remove(other) }
                }
            }
            let list = try watcher.call("ask.list")["questions"]?.arrayValue ?? []
            let seen = list.map { "\($0["id"]?.stringValue ?? "?") \($0["state"]?.stringValue ?? "?")" }
            let wanted = order.map { "\($0) \(naive[$0]?.state ?? "?")" }
            #expect(seen == wanted, place)
            for index in actors.indices {
                _ = try actors[index].sync()
                let received = actors[index].takeNotifications().map {
                    "\($0[at: "params/id"]?.stringValue ?? "?") \($0[at: "params/state"]?.stringValue ?? "?") "
                        + ($0[at: "params/answer"]?.text ?? "")
                }
                #expect(received == told[index], "\(place): what actor \(index) was told")
                told[index] = []
            }
            guard seen == wanted else { return }
        }
    }
}
