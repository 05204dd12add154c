import FasciaClient
import TestSupport
import Testing

@testable import FasciaPanel

@Suite(.mustEnd) struct LockTests {
    private let locks = Locks()
    private let begun: AsyncStream<Void>
    private let begins: AsyncStream<Void>.Continuation
    private let ended: AsyncStream<Void>
    private let ends: AsyncStream<Void>.Continuation

    init() {
        (begun, begins) = AsyncStream.makeStream()
        (ended, ends) = AsyncStream.makeStream()
    }

    /// Has the lock until `ends` is finished.
    private func holder() async -> Task<Void, Never> {
        let task = Task { [locks, begins, ended] in
            _ = try? await locks.run("apt", for: "Upgrade", waits: { _ in }) {
                begins.finish()
                for await _ in ended {}
            }
        }
        for await _ in begun {}
        return task
    }

    @Test func whatWaitsIsToldForWhatAndThenRuns() async throws {
        let holder = await holder()
        let (told, tells) = AsyncStream<String>.makeStream()
        let waiting = Task { [locks] in
            try await locks.run("apt", for: "Clean", waits: { tells.yield($0) }) { 1 }
        }
        for await text in told {
            #expect(text == "waits for the lock apt, which Upgrade has")
            break
        }
        ends.finish()
        #expect(try await waiting.value == 1)
        await holder.value
        #expect(try await locks.run("apt", for: "Next", waits: { _ in Issue.record("it is free") }) { 2 } == 2)
    }

    @Test func nothingBeginsAfterItsDeadline() async throws {
        let holder = await holder()
        let now = ContinuousClock.now
        let error = await #expect(throws: CommandRefusal.self) {
            try await locks.run("apt", for: "Clean", until: now, waits: { _ in }) { () -> Void in
                Issue.record("it has begun")
            }
        }
        #expect(error?.message == "the lock apt, which Upgrade has, was not free in time")
        ends.finish()
        await holder.value
    }

    @Test func whatWaitsCanBeCancelled() async throws {
        let holder = await holder()
        let (told, tells) = AsyncStream<String>.makeStream()
        let waiting = Task { [locks] in
            try await locks.run("apt", for: "Clean", waits: { tells.yield($0) }) { () -> Void in
                Issue.record("it has begun")
            }
        }
        for await _ in told { break }
        waiting.cancel()
        let error = await #expect(throws: CommandRefusal.self) { try await waiting.value }
        #expect(error?.message == "cancelled")
        ends.finish()
        await holder.value
    }

    @Test func whatWaitsNeedNotBegin() async throws {
        let holder = await holder()
        let (told, tells) = AsyncStream<String>.makeStream()
        let cancellation = Cancellation()
        let waiting = Task { [locks] in
            try await locks.run("apt", for: "Clean", cancellation: cancellation, waits: { tells.yield($0) }) { () -> Void in
                Issue.record("it has begun")
            }
        }
        for await _ in told { break }
        cancellation.cancel()
        #expect(await #expect(throws: CommandRefusal.self) { try await waiting.value } == .cancelled)
        for lock in ["dpkg", nil] {
            await #expect(throws: CommandRefusal.cancelled) {
                try await locks.run(lock, for: "Clean", cancellation: cancellation, waits: { _ in }) { () -> Void in
                    Issue.record("it has begun")
                }
            }
        }
        ends.finish()
        await holder.value
        #expect(try await locks.run("apt", for: "Next", waits: { _ in Issue.record("it is free") }) { 2 } == 2)
    }

    @Test func otherLocksAreFree() async throws {
        let holder = await holder()
        #expect(try await locks.run("dpkg", for: "Clean", waits: { _ in Issue.record("it is free") }) { 1 } == 1)
        #expect(try await locks.run(nil, for: "Clean", waits: { _ in Issue.record("it needs none") }) { 1 } == 1)
        ends.finish()
        await holder.value
    }
}
