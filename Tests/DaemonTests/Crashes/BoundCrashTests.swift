import Glibc
import TestSupport
import Testing

/// The daemon and the agent are killed at any point: at rest the panel shows the actual states, and nothing is carried out
/// twice unless the claim allows it. `FASCIA_SEED` and `FASCIA_KILLS` as for `CrashTests`.
@Suite(.mustEnd) struct BoundCrashTests {
    private static func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

    @Test(arguments: [false, true]) func panelShowsTheActualStatesAtRest(retries: Bool) throws {
        let seed = Self.number("FASCIA_SEED") ?? UInt64.random(in: 0...999_999)
        let traffic = try BoundTraffic(
            seed: seed, retries: retries, environment: ["FASCIA_SMALL": "snapshot=60,checkpoint=100000"])
        var generator = SeededGenerator(seed: seed)
        for number in 0..<(Self.number("FASCIA_KILLS").map(Int.init) ?? 40) {
            guard let interruption = BoundTraffic.Interruption.allCases.randomElement(using: &generator) else { continue }
            do { try traffic.run(interruption) } catch {
                throw TestFailure("FASCIA_SEED=\(seed), interruption \(number), \(interruption): \(error)")
            }
        }
        #expect(traffic.carriedOutCount > 0, "FASCIA_SEED=\(seed)")
    }
}
