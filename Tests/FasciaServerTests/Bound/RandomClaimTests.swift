import FasciaDocument
import Glibc
import TestSupport
import Testing

@testable import FasciaServer

/// Random claimers and users against a naive model: after each step every thing has the state of the model, and every claimer
/// has exactly the unanswered requests that it has there. `FASCIA_SEEDS=200` runs as many seeds.
@Suite(.mustEnd) struct RandomClaimTests {
    private static let ids = ["a/x", "a/y", "b/x"]
    private static let patterns = ["a/x", "a/y", "b/x", "a/x", "a/*", "a/**", "b/**"]
    private static let seeds = getenv("FASCIA_SEEDS").flatMap { UInt64(String(cString: $0)) } ?? 40

    @Test(arguments: 1...seeds) func claimersAreAskedAsTheNaiveModelSays(seed: UInt64) throws {
        var run = try Run(seed: seed)
        for step in 0..<150 {
            let place = try run.step()
            try run.compare("seed \(seed), step \(step): \(place)")
        }
        #expect(run.requests > 0, "seed \(seed): some of it does something")
    }

    private struct Run {
        let bench: ClaimBench
        var naive = NaiveClaims(ids)
        var random: SeededGenerator
        /// The claimers that are connected.
        var claimers: [ClaimPeer] = []
        var change = 0
        var requests = 0

        init(seed: UInt64) throws {
            bench = try ClaimBench()
            random = SeededGenerator(seed: seed)
        }

        mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
        mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

        /// - Returns: what was done.
        mutating func step() throws -> String {
            change += 1
            let (id, value) = (pick(ids), below(2) == 0)
            switch below(22) {
            case 0...6:
                let within = below(6) == 0
                var params: JSON.Object = ["id": .string(id), "on": .bool(value)]
                if within { params["revert"] = ["within": 3_600] }
                let before = naive
                let uid = pick([65_534, 1_234])
                let user = bench.connect(uid: UInt32(uid))
                let isAllowed = naive.set(id, value, uid: uid, change: change, within: within)
                if !isAllowed { naive = before }
                try expect(user.attempt("toggle.set", params), isAllowed, "set")
                try user.close()
                return "\(uid) sets \(id) \(value)\(within ? " within" : ""), \(isAllowed)"
            case 7, 8:
                if claimers.count < 2 { claimers.append(bench.connect()) }
                let (peer, retries) = (pick(claimers), below(2) == 0)
                var patterns = Set((0...below(2)).map { _ in below(7) }.map { RandomClaimTests.patterns[$0] }).sorted()
                if below(12) == 0 { patterns = ["**"] }
                let isAllowed = naive.claim(patterns, by: peer.id, retries: retries)
                let params: JSON.Object = [
                    "ids": .array(patterns.map { .string($0) }), "timeout": 600, "atMost": 256, "retry": .bool(retries),
                ]
                try expect(peer.attempt("bind.claim", params), isAllowed, "claim")
                return "\(peer.id) claims \(patterns), \(isAllowed)"
            case 9 where below(3) == 0:
                guard !claimers.isEmpty else { return "" }
                let peer = pick(claimers)
                let held = naive.release(by: peer.id)
                let found = try peer.call("bind.release", [:])["held"]?.arrayValue?.compactMap(\.stringValue) ?? []
                #expect(found.sorted() == held, "\(peer.id) releases")
                return "\(peer.id) releases"
            case 10, 11:
                guard !claimers.isEmpty else { return "" }
                let peer = pick(claimers)
                let isAllowed = naive.report(id, value, by: peer.id, change: change)
                try expect(peer.attempt("bind.report", ["id": .string(id), "value": .bool(value)]), isAllowed, "report")
                return "\(peer.id) reports \(id) \(value), \(isAllowed)"
            case 12...17:
                let busy = claimers.filter { !$0.asked.isEmpty }
                guard !busy.isEmpty else { return "" }
                let peer = pick(busy)
                let (request, answer) = (pick(peer.asked), pick([.done, .done, .failed, .cancelled] as [NaiveClaims.Answer]))
                // Two requests for the same thing are never under way with one claimer.
                if let same = naive.asked[peer.id]?.first(where: { $0.thing == request.thing }) {
                    naive.answer(same, by: peer.id, answer, change: change)
                }
                requests += 1
                try peer.answer(request, failing: answer == .done ? nil : "no", isCancelled: answer == .cancelled)
                return "\(peer.id) answers \(request.thing) \(request.to), \(answer)"
            case 18 where below(3) == 0:
                guard !claimers.isEmpty else { return "" }
                let peer = claimers.remove(at: below(claimers.count))
                naive.leave(peer.id)
                try peer.close()
                return "\(peer.id) leaves"
            case 19:
                guard below(4) == 0 else { return "" }
                naive.passDeadlines()
                for peer in claimers { peer.forgetAsked() }
                try bench.passDeadlines()
                return "deadlines pass"
            case 20:
                guard below(5) == 0 else {
                    try expect(
                        bench.user.attempt("bind.confirm", ["id": .string(id)]), naive.confirm(id), "confirm")
                    return "confirms \(id)"
                }
                for peer in claimers { naive.leave(peer.id) }
                claimers = []
                try bench.restart()
                // Whoever has declared a group may take switches away from it.
                try bench.declare("a", naive.things["a/y"]?.isThere == true ? ["x", "y"] : ["x"])
                return "restart"
            default:
                if value { naive.add("a/y") } else { naive.remove("a/y") }
                try bench.declare("a", value ? ["x", "y"] : ["x"])
                return value ? "a/y is declared" : "a/y is removed"
            }
        }

        private func expect(_ found: Bool, _ wanted: Bool, _ what: Comment) { #expect(found == wanted, what) }

        mutating func compare(_ place: String) throws {
            for id in ids {
                let (found, wanted) = (try bench.state(id), naive.state(id))
                guard found == wanted else { throw TestFailure("\(place): \(id) is \(found) instead of \(wanted)") }
            }
            for peer in claimers {
                let found = peer.asked.map { "\($0.thing) \($0.to) \($0.uid)" }.sorted()
                let wanted = (naive.asked[peer.id] ?? []).map { "\($0.thing) \($0.to) \($0.uid)" }.sorted()
                guard found == wanted else { throw TestFailure("\(place): \(peer.id) was asked \(found) instead of \(wanted)") }
                let (told, tells) = (peer.takeTold().sorted(), (naive.told[peer.id] ?? []).sorted())
                guard told == tells else { throw TestFailure("\(place): \(peer.id) was told \(told) instead of \(tells)") }
            }
            naive.told = [:]
        }
    }
}
