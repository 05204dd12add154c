import FasciaDocument
import TestSupport
import Testing

/// Two askers and an answerer, who come and go, at a daemon that is killed now and then.
@Suite(.mustEnd) struct RandomQuestionTrafficTests {
    private struct Naive: Equatable {
        var state = "open"
        var isKept: Bool
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
        func tell(_ id: String, _ state: String) {
            for actor in naive[id]?.askers ?? [] { told[actor].append("\(id) \(state)") }
        }

        for step in 0..<120 {
            let (id, actor) = ("q\(below(5))", below(3))
            let place: Comment = "seed \(seed), step \(step), \(id), actor \(actor)"
            switch below(20) {
            case 0..<7:
                let isKept = id == "q0" || id == "q1"
                let result = try actors[actor].call("ask.open", ["kind": "confirm", "id": .string(id), "keep": .bool(isKept)])
                if naive[id] == nil {
                    naive[id] = Naive(isKept: isKept)
                    order.append(id)
                }
                naive[id]?.askers.insert(actor)
                #expect(result["state"]?.stringValue == naive[id]?.state, place)
                if let state = naive[id]?.state, state != "open" { told[actor].append("\(id) \(state)") }
            case 7..<13:
                let isDeclined = below(3) == 0
                let params: JSON = isDeclined ? ["id": .string(id), "decline": true] : ["id": .string(id), "answer": true]
                let reply = try actors[actor].reply(to: actors[actor].send("ask.answer", params))
                #expect((reply["result"] != nil) == (naive[id]?.state == "open"), "\(place): \(reply.text)")
                if naive[id]?.state == "open" {
                    naive[id]?.state = isDeclined ? "declined" : "answered"
                    tell(id, isDeclined ? "declined" : "answered")
                }
            case 13..<15:
                let reply = try actors[actor].reply(to: actors[actor].send("ask.cancel", ["id": .string(id)]))
                #expect((reply["result"] != nil) == (naive[id] != nil), "\(place): \(reply.text)")
                tell(id, "withdrawn")
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
                    "\($0[at: "params/id"]?.stringValue ?? "?") \($0[at: "params/state"]?.stringValue ?? "?")"
                }
                #expect(received == told[index], "\(place): what actor \(index) was told")
                told[index] = []
            }
            guard seen == wanted else { return }
        }
    }
}
