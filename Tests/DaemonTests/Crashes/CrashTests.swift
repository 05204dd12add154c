import FasciaStore
import Glibc
import TestSupport
import Testing

/// Lost connections and crashes at any point: acknowledged changes are kept, other requests are executed completely or
/// not at all, and watchers see every change or a gap.
///
/// `FASCIA_SEED` repeats a sequence; `FASCIA_KILLS` sets the number of interruptions (`make torture`: 1,000, and prints
/// a table of them).
@Suite(.mustEnd) struct CrashTests {
    private static func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

    private static let seed = number("FASCIA_SEED") ?? UInt64.random(in: 0...999_999)
    private static let kills = number("FASCIA_KILLS").map(Int.init)

    /// Runs interruptions in turn. An error contains the seed.
    private func run(
        _ interruptions: [Checker.Interruption], times: Int, arguments: [String] = [], environment: [String: String] = [:]
    ) throws -> Checker {
        let checker = try Checker(seed: Self.seed, arguments: arguments, environment: environment)
        var last: Checker.Interruption?
        do {
            for number in 0..<times {
                last = interruptions[number % interruptions.count]
                try checker.run(interruptions[number % interruptions.count])
            }
        } catch {
            throw TestFailure("FASCIA_SEED=\(Self.seed), after \(last?.description ?? "nothing"): \(error)")
        }
        return checker
    }

    @Test func connectionsThatAreLostLoseNothing() throws {
        let checker = try run([.drop], times: 15)
        #expect(checker.answered > 100, "FASCIA_SEED=\(Self.seed)")
        #expect(checker.repeated > 20, "FASCIA_SEED=\(Self.seed)")
        #expect(checker.gaps == 0, "FASCIA_SEED=\(Self.seed)")
    }

    /// The limits are small, so that checkpoints and snapshots are frequent.
    @Test func daemonsThatAreKilledLoseNothing() throws {
        let faults = FaultPoint.allCases.filter { $0 != .compaction }.map { Checker.Interruption.fault($0.rawValue) }
        let checker = try run(
            [.kill] + faults + [.kill], times: Self.kills ?? 30,
            environment: ["FASCIA_SMALL": "snapshot=200,checkpoint=100000"])
        #expect(checker.answered > 100, "FASCIA_SEED=\(Self.seed)")
        #expect(checker.repeated > 20, "FASCIA_SEED=\(Self.seed)")
        #expect(checker.gaps == 0, "FASCIA_SEED=\(Self.seed)")
        if Self.kills != nil { print(checker.table(seed: Self.seed)) }
    }

    /// Almost no past events are kept: a watcher may get a gap, but must end with the daemon's state.
    @Test func daemonsThatAreKilledWhileOldRowsAreDeletedLoseNothing() throws {
        let faults: [FaultPoint] = [.compaction, .compaction, .snapshotAfter, .snapshotDropped, .checkpointAfter]
        let checker = try run(
            faults.map { .fault($0.rawValue) } + [.kill], times: Self.kills ?? 30, arguments: ["--keep-size", "1K"],
            // Idempotency keys are kept for as many revisions as the history. On a busy machine a client may be some
            // hundred revisions behind when it repeats its request.
            environment: ["FASCIA_SMALL": "history=1000,snapshot=50,checkpoint=65536"])
        #expect(checker.answered > 100, "FASCIA_SEED=\(Self.seed)")
        #expect(checker.reached(.compaction) > 0, "FASCIA_SEED=\(Self.seed)")
        if Self.kills != nil { print(checker.table(seed: Self.seed)) }
    }
}
