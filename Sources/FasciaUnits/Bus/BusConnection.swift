import CLinux
import Glibc
import Synchronization

/// A connection to a bus. Calls and events cross to the thread that owns libsystemd's objects, and back.
final class BusConnection: Sendable {
    enum Event: Hashable, Sendable {
        case signal(BusSignal)
        /// The connection has ended, and why. Nothing follows.
        case ended(String)
    }

    typealias Answer = @Sendable (Result<[BusValue], BusError>) -> Void

    private struct State {
        var calls: [(call: BusCall, answer: Answer)] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let onEvent: @Sendable (Event) -> Void
    /// Readable when there is something to do for the thread. Closed with this object.
    let wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

    private init(_ onEvent: @escaping @Sendable (Event) -> Void) { self.onEvent = onEvent }

    deinit { Glibc.close(wakeDescriptor) }

    /// Connects in the background: calls wait until it is connected.
    ///
    /// - Parameter onEvent: called on the connection's thread.
    static func open(_ bus: UnitBus, onEvent: @escaping @Sendable (Event) -> Void) -> BusConnection {
        let connection = BusConnection(onEvent)
        BusLoop.startThread(bus, connection)
        return connection
    }

    /// - Throws: `BusError`, also if the connection ends before the answer.
    func call(_ call: BusCall) async throws(BusError) -> [BusValue] {
        let result = await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.calls.append((call, { continuation.resume(returning: $0) })) }
                return state.isClosed
            }
            if isClosed { continuation.resume(returning: .failure(.ended("the connection is closed"))) }
            wake()
        }
        return try result.get()
    }

    func close() {
        state.withLock { $0.isClosed = true }
        wake()
    }

    private func wake() {
        var one: UInt64 = 1
        write(wakeDescriptor, &one, MemoryLayout<UInt64>.size)
    }

    // MARK: - The thread's side

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func takeCalls() -> [(call: BusCall, answer: Answer)] {
        state.withLock { state in
            defer { state.calls = [] }
            return state.calls
        }
    }

    func received(_ signal: BusSignal) { onEvent(.signal(signal)) }

    /// Fails what waits for an answer, and what would.
    func end(_ reason: String, unanswered: [Answer]) {
        close()
        for answer in unanswered + takeCalls().map(\.answer) { answer(.failure(.ended(reason))) }
        onEvent(.ended(reason))
    }
}

extension BusError {
    static func ended(_ reason: String) -> BusError { BusError(name: "", message: reason) }

    /// Whether the connection ended before the answer.
    var isEnd: Bool { name.isEmpty }
}
