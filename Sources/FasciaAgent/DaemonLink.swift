import FasciaClient
import FasciaDocument
import Synchronization

/// The way of the parts of an agent to the daemon, over whatever connection there is.
package final class DaemonLink: Sendable {
    private struct State {
        var connection: Connection?
        /// Those who want to know of the next connection, by their numbers.
        var followers: [Int: AsyncStream<Connection>.Continuation] = [:]
        var lastNumber = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    package var connection: Connection? {
        get { state.withLock { $0.connection } }
        set {
            state.withLock { state in
                guard !state.isClosed else { return }
                state.connection = newValue
                if let newValue { for follower in state.followers.values { follower.yield(newValue) } }
            }
        }
    }

    /// The connection that follows one that is lost, once there is one.
    ///
    /// - Returns: `nil` if the task is cancelled, or none follows because this agent ends.
    package func connection(after lost: Connection) async -> Connection? {
        for await connection in connections() where connection !== lost { return connection }
        return nil
    }

    /// This connection, and those that follow.
    private func connections() -> AsyncStream<Connection> {
        let (stream, follower) = AsyncStream<Connection>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number: Int? = state.withLock { state in
            guard !state.isClosed else { return nil }
            state.lastNumber += 1
            state.followers[state.lastNumber] = follower
            if let connection = state.connection { follower.yield(connection) }
            return state.lastNumber
        }
        guard let number else {
            follower.finish()
            return stream
        }
        follower.onTermination = { [weak self] _ in self?.state.withLock { $0.followers[number] = nil } }
        return stream
    }

    /// Nothing is sent from now on.
    package func close() {
        let followers = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state.followers
        }
        for follower in followers.values { follower.finish() }
    }

    /// - Returns: the result; `nil` if there is no connection, or it is lost.
    /// - Throws: what the daemon refuses.
    @discardableResult
    package func call(_ method: String, _ params: JSON.Object = [:]) async throws(RemoteError) -> JSON? {
        guard let connection else { return nil }
        do { return try await connection.call(method, params) } catch let error as RemoteError { throw error } catch {
            return nil
        }
    }

    package func append(_ lines: [String], to log: String) async {
        guard !lines.isEmpty else { return }
        _ = try? await call("log.append", ["id": .string(log), "lines": .array(lines.map { .string($0) })])
    }

    /// Removes the lines of a log.
    package func empty(_ log: String) async {
        _ = try? await call("log.append", ["id": .string(log), "lines": [], "replace": true])
    }
}
