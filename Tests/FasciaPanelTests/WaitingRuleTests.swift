import FasciaAgent
import FasciaDocument
import FasciaProcess
import Glibc
import Synchronization
import TestSupport
import Testing

/// The changes that wait for the command of a rule.
@Suite(.mustEnd) struct WaitingRuleTests {
    private final class Refusals: Sendable {
        private let count = Mutex(0)

        func add() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    /// Whoever may set a value can make them.
    @Test func anyNumberOfThemCanBeRefusedOneAfterTheOther() async throws {
        let directory = try TemporaryDirectory()
        let go = directory["go"]
        #expect(mkfifo(go, 0o600) == 0)
        let (refusals, all) = (Refusals(), 10_000)
        let (waits, refused) = AsyncStream.makeStream(of: Void.self)
        let output = Rule.Output { _ in if refusals.add() == all { refused.finish() } }
        let rule = Rule(
            "rule", topics: ["value:a"], settings: Rule.Settings(), socketPath: directory["s"], output: output,
            command: { trigger throws(Rule.Refusal) in
                guard trigger.change["to"] == 0 else { throw Rule.Refusal("refused") }
                return ProcessCommand(["/bin/sh", "-c", "read -r line <\(go)"])
            })
        for number in 0...all {
            let change: JSON = ["kind": "value", "key": "a", "from": -1, "to": .int(number)]
            await rule.receive(["cursor": .string("AAAA:\(number)"), "changes": [change]])
        }
        _ = try runProcess("/bin/sh", ["-c", "echo >\(go)"]).checked()
        for await _ in waits {}
        await rule.cancel()
        withExtendedLifetime(directory) {}
    }
}
