import Synchronization
import TestSupport
import Testing

@testable import FasciaPanel

/// The order in which an agent runs its commands.
@Suite(.mustEnd) struct CommandQueueTests {
    private let queue = CommandQueue(atMost: 1)

    private final class Order: Sendable {
        private let list = Mutex<[String]>([])
        var names: [String] { list.withLock { $0 } }
        func add(_ name: String) { list.withLock { $0.append(name) } }
    }

    private func waits(_ count: Int) async {
        while await queue.waitingCount < count { await Task.yield() }
    }

    /// 500 switches that are read every few seconds must not keep a person waiting.
    @Test func aChangeAndTheReadingOfItsThingPassWhatOnlyReads() async {
        let order = Order()
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let (begins, begun) = AsyncStream<Void>.makeStream()
        await withTaskGroup { group in
            group.addTask {
                await queue.run(for: "first") {
                    begun.finish()
                    for await _ in gate {}
                }
            }
            for await _ in begins {}
            let all = [("a", false), ("b", false), ("c", false), ("c", true), ("d", true)]
            for (index, (owner, isChange)) in all.enumerated() {
                group.addTask {
                    await queue.run(for: owner, isChange: isChange) { order.add(owner + (isChange ? "!" : "")) }
                }
                await waits(index + 1)
            }
            await queue.setChanging("b", true)
            opener.finish()
        }
        #expect(order.names == ["c!", "d!", "b", "a", "c"])
    }
}
