import Glibc
import Synchronization

/// A place at which a test can make the daemon die, to see what is left then.
///
/// `FASCIA_FAULT=commit.after:17` in the environment kills the process the 17th time that it gets there. Release builds
/// have it too, because they are optimised differently from what is tested otherwise.
public enum FaultPoint: String, CaseIterable, Sendable {
    /// The rows of a turn are about to be committed, and have been.
    case commitBefore = "commit.before", commitAfter = "commit.after"
    /// Committed rows are about to be synced to the disk, and have been.
    case syncBefore = "sync.before", syncAfter = "sync.after"
    /// What clients are owed is about to be sent, and has been.
    case replyBefore = "reply.before", replyAfter = "reply.after"
    /// The write-ahead log is about to be moved into the database, and has been.
    case checkpointBefore = "checkpoint.before", checkpointAfter = "checkpoint.after"
    /// A snapshot is about to be written; it has been written; snapshots that are not needed any more are gone.
    case snapshotBefore = "snapshot.before", snapshotAfter = "snapshot.after", snapshotDropped = "snapshot.dropped"
    /// Old rows are about to be deleted, in the transaction that is committed next.
    case compaction = "compaction"

    private static let chosen: (point: FaultPoint, times: Int)? = {
        guard let text = getenv("FASCIA_FAULT").map({ String(cString: $0) }) else { return nil }
        let parts = text.split(separator: ":")
        guard let point = parts.first.flatMap({ FaultPoint(rawValue: String($0)) }) else { return nil }
        return (point, parts.count > 1 ? Int(parts[1]) ?? 1 : 1)
    }()
    private static let reached = Atomic(0)

    /// The process is here.
    @inline(__always)
    public func reach() {
        guard let (point, times) = Self.chosen, point == self else { return }
        if Self.reached.add(1, ordering: .relaxed).newValue == times { kill(getpid(), SIGKILL) }
    }
}
