import FasciaModel
import Glibc
import TestSupport
import Testing

/// Whatever is cut off, and wherever: what was acknowledged is there, what was not is there whole or not at all, and
/// who watches knows it.
///
/// `FASCIA_SEED` runs one sequence again; `FASCIA_KILLS` says how many ends there are (`make torture`: 1,000).
@Suite(.timeLimit(.minutes(60))) struct CrashTests {
    private static func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

    private static let seed = number("FASCIA_SEED") ?? UInt64.random(in: 0 ... 999_999)

    @Test func connectionsThatAreLostLoseNothing() throws {
        let checker = try Checker(seed: Self.seed)
        do {
            for _ in 1...15 { try checker.run(.drop) }
        } catch { throw TestFailure("FASCIA_SEED=\(Self.seed): \(error)") }
        #expect(checker.answered > 100, "FASCIA_SEED=\(Self.seed)")
        #expect(checker.repeated > 20, "FASCIA_SEED=\(Self.seed)")
        #expect(checker.gaps == 0)
    }
}
