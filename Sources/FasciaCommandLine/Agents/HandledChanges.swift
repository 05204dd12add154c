import FasciaAgent
import FasciaClient
import FasciaDocument
import Synchronization

/// The changes that `fascia handle` carries out. Nothing reads what they have done, so that a daemon that has been started again
/// is told how those have ended that the one before has asked for.
final class HandledChanges: Sendable {
    private struct State {
        /// The things with changes that are being carried out.
        var running: Set<String> = []
        /// Those of them that a daemon has asked for that has gone.
        var untold: Set<String> = []
        /// What of that has ended while there was no daemon, as reports.
        var ended: [String: JSON.Object] = [:]
    }

    private let state = Mutex(State())
    private let link: DaemonLink

    init(_ link: DaemonLink) { self.link = link }

    /// Claims what the patterns match. What runs, or has ended meanwhile, is not over for the daemon: it is told of that.
    func claim(_ patterns: [String], _ connection: Connection) async throws {
        let untold = state.withLock { $0.running.union($0.ended.keys) }.sorted()
        _ = try await connection.call(
            "bind.claim",
            [
                "ids": .array(patterns.map { .string($0) }), "assumed": true, "running": .array(untold.map { .string($0) }),
            ])
    }

    /// Tells the daemon, which the link leads to by now, what has ended.
    func tell() async {
        let ended = state.withLock { state in
            defer { state.ended = [:] }
            return state.ended
        }
        for (_, report) in ended.sorted(by: { $0.key < $1.key }) { await send(report) }
    }

    /// The connection is lost: nobody waits for the answers.
    func lose() { state.withLock { $0.untold = $0.running } }

    func begin(_ change: CarryOut) {
        state.withLock { state in
            state.running.insert(change.id)
            state.untold.remove(change.id)
        }
    }

    func end(_ change: CarryOut, _ failure: CarryOutFailure?) async {
        var report: JSON.Object = ["id": .string(change.id), "value": failure == nil ? change.to : change.from]
        report["failed"] = failure.map { .string($0.reason) }
        let isReported = state.withLock { state in
            state.running.remove(change.id)
            guard state.untold.remove(change.id) != nil else { return false }
            if link.connection == nil { state.ended[change.id] = report }
            return link.connection != nil
        }
        if isReported { await send(report) }
    }

    /// What is refused is of a thing that has gone.
    private func send(_ report: JSON.Object) async { _ = try? await link.call("bind.report", report) }
}
