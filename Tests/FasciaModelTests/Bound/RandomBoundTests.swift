import FasciaDocument
import TestSupport
import Testing

@testable import FasciaModel

@Suite struct RandomBoundTests {
    private static let ids = ["nginx", "backup", "cron"].map { "services/\($0)" }

    /// The panel has the same states and refuses the same commands as the naive model; replaying the effects and reading the
    /// archive give the same panel; and the changes describe every difference of what is shown.
    @Test(arguments: Torture.all(UInt64(1)...60, otherwiseEvery: 4)) func panelMatchesNaiveModel(seed: UInt64) throws {
        var random = Random(seed: seed)
        var bench = try BoundBench(claiming: nil)
        var naive = NaiveBound()
        var told = bench.panel
        var agent = 10
        var seen = Dictionary(uniqueKeysWithValues: Self.ids.map { ($0, false) })
        for step in 0..<150 {
            let revision = bench.panel.revision + 1
            let id = random.pick(Self.ids)
            let value = random.chance(50)
            let before = naive
            var (command, sender) = (Command.setToggle(id: id, on: value), bench.sender(1))
            var isAllowed = true
            switch random.below(16) {
            case 0, 1, 2:
                sender.revertWithin = random.chance(20) ? 5_000 : nil
                isAllowed = naive.request(id, value, revision: revision, within: sender.revertWithin != nil, isSet: true)
            case 3:
                command = .flipToggle(id: "services", expect: nil)
                let goal = Self.ids.contains { naive.things[$0]?.shown != true }
                for id in Self.ids { isAllowed = naive.request(id, goal, revision: revision, within: false) && isAllowed }
            case 4:
                let other = random.pick(Self.ids)
                command = .batch([
                    .setToggle(id: id, on: value), .setToggle(id: other, on: !value), .setToggle(id: id, on: value),
                ])
                let goals = [id: value].merging([other: !value]) { _, last in other == id ? value : last }
                for (id, goal) in goals {
                    isAllowed = naive.request(id, goal, revision: revision, within: false, isSet: true) && isAllowed
                }
            case 5, 6, 7:
                guard naive.isAgentThere else { continue }
                // A switch that its claimer sets is reported, too.
                let doubt = random.chance(25) ? "no clock" : nil
                if doubt != nil || random.chance(50) { command = .reportThing(.option(id), .value(.bool(value), doubt: doubt)) }
                sender = bench.sender(agent)
                naive.report(id, value, isDoubted: doubt != nil, revision: revision)
            case 8, 9, 10, 11:
                let begun = random.chance(90) ? naive.things[id]?.running?.begun ?? 0 : random.below(revision)
                let isDone = random.chance(60)
                let isCancelled = !isDone && random.chance(50)
                command = .settle(.option(id), begun: begun, failure: isDone ? nil : "no", isCancelled: isCancelled)
                sender = bench.sender(nil)
                naive.settle(id, begun: begun, isDone, isCancelled: isCancelled, revision: revision)
            case 12:
                guard random.chance(30) else { continue }
                command = .leave(clients: [agent], reason: "it disconnected")
                if naive.isAgentThere { naive.leave() }
            case 13:
                guard !naive.isAgentThere else { continue }
                agent += 1
                (naive.retries, naive.reverts, naive.isAssumed) = (random.chance(50), random.chance(20), random.chance(30))
                naive.claim(revision: revision)
                var request = ClaimRequest()
                request.ids = [ThingPattern("services/**")]
                (request.retry, request.isAssumed) = (naive.retries, naive.isAssumed)
                request.revertWithin = naive.reverts ? 5_000 : nil
                (command, sender) = (.claim(request), bench.sender(agent))
            case 14:
                command = .revertUnconfirmed(.option(id))
                naive.goBack(id, revision: revision)
            default:
                command = .confirm(.option(id))
                isAllowed = naive.things[id]?.timeRuns == true
                (naive.things[id, default: .init()].fallback, naive.things[id, default: .init()].timeRuns) = (nil, false)
            }
            if !isAllowed { naive = before }
            let place: Comment = "seed \(seed), step \(step): \(command)"
            bench.time += 1
            let panel = bench.panel
            do {
                let (changes, effects) = try bench.panel.perform(command, by: sender)
                #expect(isAllowed, place)
                if changes.isEmpty { #expect(bench.panel == panel, place) }
                #expect(effects.isEmpty == changes.isEmpty, place)
                for case .option(let option) in changes {
                    #expect(seen[option.id] == option.from, place)
                    seen[option.id] = option.to
                }
                let read = try effects.archive.withUnsafeBytes { try Effects(archive: $0) }
                told.replay(read, makesRevision: !changes.isEmpty)
            } catch {
                #expect(!isAllowed, "\(place) was refused: \(error)")
                #expect(bench.panel == panel, place)
            }
            for id in Self.ids {
                #expect(bench.state(id) == naive.state(id), "\(place) \(id)")
                #expect(bench.panel.shownValue(of: .option(id)) == .bool(seen[id] ?? false), place)
            }
            #expect(told == bench.panel, place)
            let archived = try bench.panel.archive.withUnsafeBytes { try Panel(archive: $0, limits: .init()) }
            #expect(archived == bench.panel, place)
            #expect(bench.panel.checkInvariants() == [], place)
            guard told == bench.panel, Self.ids.allSatisfy({ bench.state($0) == naive.state($0) }) else { return }
        }
        #expect(bench.panel.revision > 25, "seed \(seed): most of it does something")
    }
}
