import FasciaDocument
import FasciaModel
import Foundation
import Glibc
import TestSupport
import Testing

/// With any damage to a state directory the daemon starts, and nothing is lost silently: either all acknowledged changes
/// are there, or a new epoch makes every watcher get a gap.
///
/// `FASCIA_SEED` repeats a sequence; `FASCIA_DAMAGES` sets the number of damaged states (`make torture`: 200, and prints
/// a table of them).
@Suite(.mustEnd) struct DamagedStateTests {
    private static func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

    private static let seed = number("FASCIA_SEED") ?? UInt64.random(in: 0...999_999)
    private static let times = number("FASCIA_DAMAGES").map(Int.init)

    private enum Outcome: Hashable { case whole, told }

    /// The second one damages a page that only reading forward comes to.
    private static let runs: [(seed: UInt64, numbers: Range<Int>)] = [(seed, 0..<(times ?? 30)), (873_961, 21..<22)]

    @Test(arguments: runs) func theDaemonStartsAndLosesNothingSilently(_ seed: UInt64, _ numbers: Range<Int>) throws {
        var generator = SeededGenerator(seed: seed)
        var states: [SavedState] = []
        for end in SavedState.End.allCases {
            for keeping in SavedState.Keeping.allCases { states.append(try SavedState(end, keeping, &generator)) }
        }
        var tallies: [String: [Outcome?: Int]] = [:]
        for number in numbers {
            // A generator for each state, so that one damage does not depend on the others.
            var generator = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
            let state = states[number % states.count]
            let directory = try state.copy()
            let damages = try damage(directory["state"], number, of: states.count, &generator)
            let kind = damages.count > 1 ? "two at once" : damages[0].kind.rawValue
            let words = damages.map { "\($0.kind.rawValue): \($0.file)" }.joined(separator: ", ")
            do {
                tallies[kind, default: [:]][try check(state, directory), default: 0] += 1
            } catch {
                tallies[kind, default: [:]][Outcome?.none, default: 0] += 1
                Issue.record("FASCIA_SEED=\(seed), number \(number), \(words): \(error)")
            }
        }
        if Self.times != nil { print(table(tallies)) }
    }

    private func damage(
        _ state: String, _ number: Int, of states: Int, _ generator: inout SeededGenerator
    ) throws -> [(kind: Damage, file: String)] {
        var damages: [(kind: Damage, file: String)] = []
        var kinds = [Damage.allCases[number / states % Damage.allCases.count]]
        if number % 5 == 4 {
            kinds = (0..<2).map { _ in Damage.content[Int.random(in: Damage.content.indices, using: &generator)] }
        }
        for kind in kinds {
            let files = try SavedState.files(in: state)
            let file = files[Int.random(in: files.indices, using: &generator)]
            try kind.apply(to: state + "/" + file, &generator)
            damages.append((kind, file))
        }
        return damages
    }

    private func check(_ state: SavedState, _ directory: TemporaryDirectory) throws -> Outcome {
        let daemon = try DaemonProcess(
            in: directory, arguments: state.keeping.arguments, environment: state.keeping.environment)
        let client = try daemon.client()
        let (epoch, revision, panel) = try SavedState.panel(client)
        let isWhole = epoch == state.epoch
        if isWhole {
            guard revision >= state.revision, panel == state.panel else {
                throw TestFailure("lost silently: at revision \(revision) of \(state.revision), \(panel)")
            }
            for start in [0, state.revision / 2, state.revision - 5, state.revision] {
                try expectAllOrGap(client, state, since: start)
            }
        } else {
            let told = try told(client, since: "\(state.epoch):\(state.revision)")
            guard told.first?["method"] == "event.gap", told[0][at: "params/snapshot"] != nil else {
                throw TestFailure("no gap: \(told.map(\.text))")
            }
            try daemon.log.wait("a word of the damage") { $0.contains("set aside") || $0.contains("lost") }
        }
        try expectGoesOn(client, daemon)
        return isWhole ? .whole : .told
    }

    /// A watcher gets the original events and then issues that report the damage; or it gets a gap.
    private func expectAllOrGap(_ client: JSONClient, _ state: SavedState, since start: Int) throws {
        let told = try told(client, since: "\(state.epoch):\(start)")
        if told.first?["method"] == "event.gap", start < state.revision { return }
        let events = told.map { $0["params"]?.withoutWatch ?? .null }
        let expected = state.events.dropFirst(max(0, start + 1 - state.firstRevision))
        guard events.starts(with: expected),
            events.dropFirst(expected.count).allSatisfy({ $0[at: "changes/0/kind"] == "issue" })
        else { throw TestFailure("told something else since \(start): \(told.map(\.text).joined(separator: "\n"))") }
    }

    /// The daemon stores new changes, and the next start finds nothing to repair.
    private func expectGoesOn(_ client: JSONClient, _ daemon: DaemonProcess) throws {
        try client.call("value.set", ["key": "after the damage", "value": 1, "durable": true])
        let before = try SavedState.panel(client)
        guard try daemon.terminate() == .exited(0) else { throw TestFailure("its end: \(daemon.log.text)") }
        let next = try DaemonProcess(in: daemon.directory)
        let after = try SavedState.panel(next.client())
        guard before == after else { throw TestFailure("another state after the next start: \(after)") }
        guard !next.log.text.contains("set aside") else { throw TestFailure("damaged again: \(next.log.text)") }
    }

    private func told(_ client: JSONClient, since cursor: String) throws -> [JSON] {
        let watch = try client.watch(["since": .string(cursor)])
        _ = try client.sync()
        defer { _ = try? client.call("watch.stop", ["watch": .int(watch)]) }
        return client.takeNotifications()
    }

    private func table(_ tallies: [String: [Outcome?: Int]]) -> String {
        func row(_ cells: [String]) -> String {
            zip(cells, [18, 7, 9, 8, 11]).map { cell, width in
                String(repeating: " ", count: max(0, width - cell.count)) + cell
            }.joined(separator: " ")
        }
        func row(_ name: String, _ tally: [Outcome?: Int]) -> String {
            let (whole, told, failed) = (tally[.whole] ?? 0, tally[.told] ?? 0, tally[Outcome?.none] ?? 0)
            return row([name, "\(whole + told + failed)", "\(whole)", "\(told)", "\(failed)"])
        }
        var lines = [row(["damage", "times", "all there", "told", "failed"])]
        let names = Damage.allCases.map(\.rawValue) + ["two at once"]
        for name in names { if let tally = tallies[name] { lines.append(row(name, tally)) } }
        lines.append(row("all", tallies.values.reduce(into: [:]) { $0.merge($1) { $0 + $1 } }))
        lines.append("FASCIA_SEED=\(Self.seed)")
        return lines.joined(separator: "\n")
    }
}

extension JSON {
    /// The event as in `history.get`.
    fileprivate var withoutWatch: JSON {
        guard var object = objectValue else { return self }
        object["watch"] = JSON?.none
        return .object(object)
    }
}
