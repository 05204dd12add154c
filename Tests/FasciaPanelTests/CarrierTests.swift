import FasciaAgent
import FasciaClient
import FasciaDocument
import FasciaWire
import Synchronization
import TestSupport
import Testing

@testable import FasciaPanel

/// The changes of a thing, without a daemon.
@Suite(.mustEnd) struct CarrierTests {
    /// Makes changes until it is opened, and keeps when they began and ended.
    private final class Gate: Carrier {
        private let made = Mutex<[String]>([])
        private let (opened, opener) = AsyncStream.makeStream(of: Void.self)
        private let (begins, begun) = AsyncStream.makeStream(of: Void.self)

        var steps: [String] { made.withLock { $0 } }
        func open() { opener.finish() }
        func waitForBegin() async { for await _ in begins { break } }

        func carryOut(_ change: ThingChange, progress: @escaping @Sendable (String) async -> Void) async {
            made.withLock { $0.append("begins \(change.to.line)") }
            begun.yield()
            for await _ in opened {}
            made.withLock { $0.append("ends \(change.to.line)") }
        }

        func setChanging(_ isChanging: Bool) async {
            made.withLock { $0.append(isChanging ? "its reads come first" : "its reads wait") }
        }

        func read() async -> StatusReading? { nil }
        func observe(_ read: @Sendable () async -> Void) async {}
    }

    private let gate: Gate
    private let carriers: Carriers

    init() async throws {
        let gate = Gate()
        self.gate = gate
        carriers = Carriers(DaemonLink()) { _ in gate }
        let file = try #require(parse(panel("- switch: a/b\n  on: [\"true\"]\n  off: [\"true\"]")).file)
        await carriers.update(Thing.all(ExpandedPanel(file, ExpandedPanel.Data())), ScreenPlacement(), claimed: [])
    }

    private func change(to isOn: Bool, _ number: Int) throws -> CarryOut {
        let params: JSON = ["id": "a/b", "from": .bool(!isOn), "to": .bool(isOn)]
        return try #require(CarryOut(FasciaClient.Notification(method: "carryOut", params: params, request: RequestID(number))))
    }

    /// A daemon that was started again asks for the next one while the last one is being made.
    @Test func ofTheChangesOfAThingOneIsMadeAtATime() async throws {
        let (on, off, last) = try (change(to: true, 1), change(to: false, 2), change(to: true, 3))
        let first = Task { [carriers] in await carriers.carryOut(on, ChangeCancellation()) }
        await gate.waitForBegin()
        let cancellation = ChangeCancellation()
        let second = Task { [carriers] in await carriers.carryOut(off, ChangeCancellation()) }
        let third = Task { [carriers] in await carriers.carryOut(last, cancellation) }
        for _ in 0..<1_000 { await Task.yield() }
        #expect(gate.steps == ["its reads come first", "begins true"])
        cancellation.cancel()
        gate.open()
        #expect(await first.value == nil)
        #expect(await second.value == nil)
        #expect(await third.value?.kind == .cancelled)
        #expect(
            gate.steps
                == [
                    "its reads come first", "begins true", "ends true", "its reads wait",
                    "its reads come first", "begins false", "ends false", "its reads wait",
                ])
    }
}
