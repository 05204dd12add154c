import FasciaModel
import FasciaStore
import Glibc
import TestSupport
import Testing

/// Whatever is cut off, and wherever: what was acknowledged is there, what was not is there whole or not at all, and
/// who watches knows it.
///
/// `FASCIA_SEED` runs one sequence again; `FASCIA_KILLS` says how many ends there are (`make torture`: 1,000, and a
/// table of them).
@Suite(.mustEnd) struct CrashTests {
    private static func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

    private static let seed = number("FASCIA_SEED") ?? UInt64.random(in: 0...999_999)
    private static let kills = number("FASCIA_KILLS").map(Int.init)

    /// Runs so many of them in turn, and says with which seed it went wrong.
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

    /// The log is moved into the database, and snapshots are made, again and again.
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

    /// Next to nothing of the past is kept: whoever is behind may be told of a gap, and knows what the daemon knows all the
    /// same.
    @Test func daemonsThatAreKilledWhileOldRowsAreDeletedLoseNothing() throws {
        let faults: [FaultPoint] = [.compaction, .compaction, .snapshotAfter, .snapshotDropped, .checkpointAfter]
        let checker = try run(
            faults.map { .fault($0.rawValue) } + [.kill], times: Self.kills ?? 30, arguments: ["--keep-size", "1K"],
            // Keys are known for as many revisions as the history has. A client that the machine keeps waiting may be some
            // hundred behind the others when it sends its request again.
            environment: ["FASCIA_SMALL": "history=1000,snapshot=50,checkpoint=65536"])
        #expect(checker.answered > 100, "FASCIA_SEED=\(Self.seed)")
        #expect(checker.reached(.compaction) > 0, "FASCIA_SEED=\(Self.seed)")
        if Self.kills != nil { print(checker.table(seed: Self.seed)) }
    }
}
