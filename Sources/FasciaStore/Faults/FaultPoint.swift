import Glibc
import Synchronization

/// A place at which a debug build can be made to die, so that a test sees what is left then.
///
/// `FASCIA_FAULT=append.after:17` in the environment kills the process the 17th time that it gets there. A build for
/// use knows nothing of this.
public enum FaultPoint: String, CaseIterable, Sendable {
    /// A record is about to be written to the tail, and has been.
    case appendBefore = "append.before", appendAfter = "append.after"
    /// The tail is about to be made to reach the disk, and has.
    case commitBefore = "commit.before", commitAfter = "commit.after"
    /// What there is for clients is about to be sent, and has been.
    case replyBefore = "reply.before", replyAfter = "reply.after"
    /// Records are about to be moved to the database, and have been.
    case storeBefore = "store.before", storeAfter = "store.after"
    /// Records are about to be given up for a snapshot that stands for them; the database says so, and what belongs to
    /// them is about to go; and all of that has been done.
    case giveUpBefore = "giveUp.before", giveUpBetween = "giveUp.between", giveUpAfter = "giveUp.after"
    /// A snapshot is about to be written, and has been.
    case snapshotBefore = "snapshot.before", snapshotAfter = "snapshot.after"
    /// What is old is about to be dropped, and has been.
    case compactionBefore = "compaction.before", compactionAfter = "compaction.after"

    #if DEBUG
        private static let chosen: (point: FaultPoint, times: Int)? = {
            guard let text = getenv("FASCIA_FAULT").map({ String(cString: $0) }) else { return nil }
            let parts = text.split(separator: ":")
            guard let point = parts.first.flatMap({ FaultPoint(rawValue: String($0)) }) else { return nil }
            return (point, parts.count > 1 ? Int(parts[1]) ?? 1 : 1)
        }()
        private static let reached = Atomic(0)
    #endif

    /// The process is here.
    @inline(__always)
    public func reach() {
        #if DEBUG
            guard let (point, times) = Self.chosen, point == self else { return }
            if Self.reached.add(1, ordering: .relaxed).newValue == times { kill(getpid(), SIGKILL) }
        #endif
    }
}
