import FasciaAgent
import FasciaClient
import FasciaDocument
import FasciaModel
import Synchronization

/// The changes that `fascia handle` carries out. Nothing reads what they have done, so that a daemon that has been started again
/// is told how those have ended that the one before has asked for.
final class HandledChanges: Sendable {
    /// A connection to the daemon, in which it asks for changes; 0 is none.
    private typealias Session = Int

    private struct State {
        var session: Session = 0
        var lastSession: Session = 0
        /// The things with changes that are being carried out, and the sessions in which they were asked for.
        var running: [String: Session] = [:]
        /// How the latest changes have ended of which this session was answered. It may end before it reads that.
        var answered: [String: (report: JSON.Object, at: ContinuousClock.Instant)] = [:]
        /// How changes have ended of which no session was answered, as reports.
        var ended: [String: JSON.Object] = [:]

        mutating func forgetRead() { answered = answered.filter { $0.value.at.duration(to: .now) < timeToRead } }
    }

    /// A daemon that is there has read an answer after this time.
    private static let timeToRead = Duration.seconds(10)

    private let state = Mutex(State())
    private let link: DaemonLink

    init(_ link: DaemonLink) { self.link = link }

    /// Begins a session, and claims what the patterns match. What runs, or has ended meanwhile, is not over for the daemon: it is
    /// told of that.
    func claim(_ patterns: [String], _ connection: Connection) async throws {
        let reported = state.withLock { state in
            state.lastSession += 1
            state.session = state.lastSession
            return Set(state.running.keys).union(state.ended.keys).sorted().prefix(ClaimRequest.mostIDs)
        }
        _ = try await connection.call(
            "bind.claim",
            [
                "ids": .array(patterns.map { .string($0) }), "assumed": true,
                "running": .array(reported.map { .string($0) }),
            ])
    }

    /// The session is over.
    func lose() {
        state.withLock { state in
            state.forgetRead()
            state.ended.merge(state.answered.mapValues(\.report)) { first, _ in first }
            (state.session, state.answered) = (0, [:])
        }
    }

    func begin(_ change: CarryOut) { state.withLock { $0.running[change.id] = $0.session } }

    func end(_ change: CarryOut, _ failure: CarryOutFailure?) async {
        var report: JSON.Object = ["id": .string(change.id)]
        // What a command that fails leaves behind is not known.
        if let failure { report["failed"] = .string(failure.reason) } else { report["value"] = change.to }
        state.withLock { state in
            let session = state.running.removeValue(forKey: change.id)
            state.ended[change.id] = nil
            state.forgetRead()
            if session == state.session, session != 0 {
                state.answered[change.id] = (report, .now)
            } else {
                state.ended[change.id] = report
            }
        }
        await tell()
    }

    /// Tells the daemon, if there is one, how changes have ended of which no session was answered.
    func tell() async {
        for (id, report) in state.withLock({ $0.ended }).sorted(by: { $0.key < $1.key }) {
            do throws(RemoteError) {
                guard try await link.call("bind.report", report) != nil else { return }
            } catch {
                // What is refused is of a thing that has gone; what cannot be stored now is told later.
                if error.reason == "unavailable" { return }
            }
            state.withLock { if $0.ended[id] == report { $0.ended[id] = nil } }
        }
    }
}
