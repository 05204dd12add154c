import FasciaDocument
import FasciaWire
import Glibc
import Synchronization

/// The socket of a `Connection`, shared by its users and the connection thread. Matches answers with calls and queues
/// notifications until they are read.
final class ConnectionSocket: PolledDescriptors {
    private struct Call {
        var promise: Promise<JSON>
        var timer: Int?
    }

    private typealias Action = @Sendable () -> Void

    private struct State {
        /// `nil` when the connection is closed.
        var lines: LineConnection?
        var calls: [RequestID: Call] = [:]
        var lastID = 0
        var notifications: [Notification] = []
        /// Set while a reader waits for a notification.
        var reader: Promise<Notification?>?
        /// The iterator was released, so notifications are dropped.
        var discardsNotifications = false
        /// The queue of notifications has reached `highWaterMark` and has not shrunk to `lowWaterMark` yet.
        var exertsBackpressure = false
        /// A refusal that names no request, sent before the daemon closes the connection.
        var refusal: RemoteError?
        /// The error that ended the connection; `nil` if this side closed it.
        var end: (any Error)?

        var wantsInput: Bool { !exertsBackpressure || !calls.isEmpty }
    }

    /// Backpressure: from this many queued notifications on, nothing is read from the socket until the reader has caught
    /// up. While a call is pending everything is read, because its answer follows the notifications and the reader itself
    /// may be waiting for it.
    private static let highWaterMark = 256
    private static let lowWaterMark = 64

    private let path: String
    private let acceptsRequests: Bool
    private let state: Mutex<State>
    private var thread: ConnectionThread { .shared }

    /// - Parameter acceptsRequests: whether the reader of the notifications answers requests from the daemon.
    init(_ lines: sending LineConnection, acceptsRequests: Bool) {
        path = lines.path
        self.acceptsRequests = acceptsRequests
        state = Mutex(State(lines: lines))
        thread.add(self)
    }

    // MARK: - Sending

    func call(_ method: String, _ params: JSON.Object, within limit: Duration?) -> Promise<JSON> {
        let promise = Promise<JSON>()
        let failure = state.withLock { state -> (any Error)? in
            guard let lines = state.lines else { return state.end ?? ConnectionError.connectionLost(path) }
            state.lastID += 1
            let id = state.lastID
            let timer = limit.map { limit in
                thread.schedule(after: limit) { [self] in timeOut(RequestID(id), of: method, after: limit) }
            }
            state.calls[RequestID(id)] = Call(promise: promise, timer: timer)
            lines.send(method, params, id: id)
            return nil
        }
        if let failure { promise.fulfil(.failure(failure)) } else { thread.wake() }
        return promise
    }

    private func timeOut(_ id: RequestID, of method: String, after limit: Duration) {
        let call = state.withLock { $0.calls.removeValue(forKey: id) }
        call?.promise.fulfil(.failure(ConnectionError.timeout(path, to: method, within: limit)))
    }

    func notify(_ method: String, _ params: JSON.Object) { send { $0.send(method, params) } }

    func answer(_ request: RequestID, _ result: Result<JSON, RemoteError>) { send { $0.answer(request, result) } }

    private func send(_ send: @Sendable (LineConnection) -> Void) {
        let hasUnsent = state.withLock { state in
            guard let lines = state.lines else { return false }
            send(lines)
            return lines.hasUnsent
        }
        if hasUnsent { thread.wake() }
    }

    // MARK: - Receiving

    var entries: [pollfd] {
        state.withLock { state in
            let events = (state.wantsInput ? POLLIN : 0) | (state.lines?.hasUnsent == true ? POLLOUT : 0)
            guard events != 0, let descriptor = state.lines?.descriptor else { return [] }
            return [pollfd(fd: descriptor, events: Int16(events), revents: 0)]
        }
    }

    /// Sends and receives as much as possible without blocking.
    func handle(_ ready: [Bool]) {
        var deferred: [Action] = []
        let end = state.withLock { state -> (any Error)? in
            guard let lines = state.lines else { return nil }
            lines.sendMore()
            guard state.wantsInput else { return nil }
            do throws(ConnectionError) {
                try lines.receive { receive($0, &state, &deferred) }
                return nil
            } catch {
                if error.reason == .connectionLost, let refusal = state.refusal { return refusal }
                return error
            }
        }
        for action in deferred { action() }
        if let end { close(end) }
    }

    /// - Parameter due: collects the actions to run after the lock is released.
    private func receive(_ message: Message, _ state: inout State, _ deferred: inout [Action]) {
        switch message {
        case .response(.null, .failure(let error)):
            // The daemon could not read the id of the request that it refuses, or it refuses the connection as a whole.
            if state.calls.count == 1, let id = state.calls.keys.first {
                answer(id, .failure(error), &state, &deferred)
            } else if state.calls.isEmpty {
                state.refusal = state.refusal ?? error
            }
        case .response(let id, let result): answer(id, result.mapError { $0 }, &state, &deferred)
        case .call(let id, let method, let params):
            if let id, !acceptsRequests {
                state.lines?.answer(id, .failure(.methodNotFound(method)))
            } else {
                deliver(Notification(method: method, params: params, request: id), &state, &deferred)
            }
        case .batch(let messages): for message in messages { receive(message, &state, &deferred) }
        // `LineConnection.receive` throws for these.
        case .invalid, .invalidResponse: break
        }
    }

    /// An answer without a pending call has arrived after its time limit and is dropped.
    private func answer(_ id: RequestID, _ result: Result<JSON, any Error>, _ state: inout State, _ deferred: inout [Action]) {
        guard let call = state.calls.removeValue(forKey: id) else { return }
        if let timer = call.timer { thread.cancel(timer) }
        deferred.append { call.promise.fulfil(result) }
    }

    private func deliver(_ notification: Notification, _ state: inout State, _ deferred: inout [Action]) {
        guard !state.discardsNotifications else { return }
        if let reader = state.reader.take() {
            deferred.append { reader.fulfil(.success(notification)) }
        } else {
            state.notifications.append(notification)
            if state.notifications.count >= Self.highWaterMark { state.exertsBackpressure = true }
        }
    }

    // MARK: - Notifications

    /// The next notification; `nil` at the end and when the task is cancelled.
    func nextNotification() async throws -> Notification? {
        enum Next {
            case now(Notification?)
            case failed(any Error)
            case later(Promise<Notification?>)
        }
        let (next, hasCaughtUp) = state.withLock { state -> (Next, Bool) in
            if !state.notifications.isEmpty {
                let first = state.notifications.removeFirst()
                let hasCaughtUp = state.exertsBackpressure && state.notifications.count <= Self.lowWaterMark
                if hasCaughtUp { state.exertsBackpressure = false }
                return (.now(first), hasCaughtUp)
            }
            if state.lines == nil { return (state.end.map { .failed($0) } ?? .now(nil), false) }
            let reader = Promise<Notification?>()
            state.reader = reader
            return (.later(reader), false)
        }
        if hasCaughtUp { thread.wake() }
        switch next {
        case .now(let notification): return notification
        case .failed(let error): throw error
        case .later(let reader):
            do { return try await reader.value } catch is CancellationError { return nil }
        }
    }

    /// Drops all notifications from now on.
    func dropNotifications() {
        state.withLock { state in
            state.discardsNotifications = true
            state.notifications = []
            state.exertsBackpressure = false
        }
        thread.wake()
    }

    // MARK: - Closing

    /// - Parameter reason: `nil` if this side closes the connection. The first call wins.
    func close(_ reason: (any Error)? = nil) {
        let (calls, reader) = state.withLock { state -> ([Call], Promise<Notification?>?) in
            guard state.lines != nil else { return ([], nil) }
            state.lines = nil
            state.end = reason
            defer { state.calls = [:] }
            return (Array(state.calls.values), state.reader.take())
        }
        // A socket stays open while poll(2) waits on it, so the thread has to wake up.
        thread.remove(self)
        for call in calls {
            if let timer = call.timer { thread.cancel(timer) }
            call.promise.fulfil(.failure(reason ?? ConnectionError.connectionLost(path)))
        }
        reader?.fulfil(reason.map { .failure($0) } ?? .success(nil))
    }
}
