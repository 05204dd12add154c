import Glibc
import Synchronization

/// A place at which a test can kill the daemon.
///
/// With `FASCIA_TESTING`, `FASCIA_FAULT=commit.after:17` in the environment kills the process when it reaches the place for
/// the 17th time.
public enum FaultPoint: String, CaseIterable, Sendable {
    /// Before and after the rows of a turn are committed.
    case commitBefore = "commit.before", commitAfter = "commit.after"
    /// Before and after committed rows are synced.
    case syncBefore = "sync.before", syncAfter = "sync.after"
    /// Before and after output is sent to the clients.
    case replyBefore = "reply.before", replyAfter = "reply.after"
    /// Before and after a checkpoint of the write-ahead log.
    case checkpointBefore = "checkpoint.before", checkpointAfter = "checkpoint.after"
    /// Before and after a snapshot is written; after superfluous snapshots are deleted.
    case snapshotBefore = "snapshot.before", snapshotAfter = "snapshot.after", snapshotDropped = "snapshot.dropped"
    /// Before old rows are deleted, inside a transaction that is not committed yet.
    case compaction = "compaction"

    private static let chosen: (point: FaultPoint, times: Int)? = {
        guard let text = getenv("FASCIA_FAULT").map({ String(cString: $0) }) else { return nil }
        let parts = text.split(separator: ":")
        guard let point = parts.first.flatMap({ FaultPoint(rawValue: String($0)) }) else { return nil }
        return (point, parts.count > 1 ? Int(parts[1]) ?? 1 : 1)
    }()
    private static let reached = Atomic(0)

    /// Kills the process if this is the chosen fault point and its count is reached.
    @inline(__always)
    public func reach() {
        #if FASCIA_TESTING
            guard let (point, times) = Self.chosen, point == self else { return }
            if Self.reached.add(1, ordering: .relaxed).newValue == times { kill(getpid(), SIGKILL) }
        #endif
    }
}
