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

    private static let seed = number("FASCIA_SEED") ?? UInt64.random(in: 0 ... 999_999)
    private static let kills = number("FASCIA_KILLS").map(Int.init)

    /// Runs so many of them in turn, and says with which seed it went wrong.
    private func run(
        _ interruptions: [Checker.Interruption], times: Int, environment: [String: String] = [:]
    ) throws -> Checker {
        let checker = try Checker(seed: Self.seed, environment: environment)
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

    @Test func daemonsThatAreKilledLoseNothing() throws {
        let faults = FaultPoint.allCases.filter { !Self.pressed.contains($0) }.map { Checker.Interruption.fault($0.rawValue) }
        let checker = try run([.kill] + faults + [.kill], times: Self.kills ?? 30)
        #expect(checker.answered > 100, "FASCIA_SEED=\(Self.seed)")
        #expect(checker.repeated > 20, "FASCIA_SEED=\(Self.seed)")
        #expect(checker.gaps == 0, "FASCIA_SEED=\(Self.seed)")
        if Self.kills != nil { print(checker.table(seed: Self.seed)) }
    }

    /// Only reached where more comes than can be moved.
    private static let pressed: [FaultPoint] = [.giveUpBefore, .giveUpBetween, .giveUpAfter]

    /// A tail that is soon full, so that a snapshot stands for what cannot be moved in time; whoever is behind by more
    /// than the few events in memory may be told of a gap then, and knows what the daemon knows all the same.
    @Test func daemonsThatAreKilledWhileRecordsAreGivenUpLoseNothing() throws {
        let others: [FaultPoint] = [.storeBefore, .storeAfter, .snapshotAfter, .compactionAfter]
        // Of those that are not always reached there are more, so that each is.
        let faults = (Self.pressed + Self.pressed + others).map { Checker.Interruption.fault($0.rawValue) }
        let checker = try run(
            faults + [.kill], times: Self.kills ?? 55,
            environment: ["FASCIA_SMALL": "tail=65536,history=20,snapshot=100"])
        #expect(checker.answered > 100, "FASCIA_SEED=\(Self.seed)")
        for fault in Self.pressed { #expect(checker.reached(fault) > 0, "\(fault), FASCIA_SEED=\(Self.seed)") }
        if Self.kills != nil { print(checker.table(seed: Self.seed)) }
    }
}
