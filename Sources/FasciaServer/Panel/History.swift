import DequeModule
import FasciaModel
import FasciaWire

/// The latest events, oldest first and without gaps, within limits of count and memory.
///
/// Each watch reads from here at its own pace, so a slow watcher needs no queue of its own.
final class History {
    private struct Kept {
        var time: Timestamp
        var cause: Cause
        var changes: [Change]
        var bytes: Int
    }

    private let epoch: String
    /// `UniqueDeque` moves what is appended, whereas `Deque` would copy it.
    private var events = UniqueDeque<Kept>()
    private var changes = 0
    private var bytes = 0
    private let eventLimit: Int
    private let changeLimit: Int
    private let byteLimit: Int
    /// The revision before the oldest event: a reader at this revision has missed nothing.
    private(set) var start: Int

    init(epoch: String, start: Int, events: Int, changes: Int, bytes: Int) {
        self.epoch = epoch
        self.start = start
        eventLimit = events
        changeLimit = changes
        byteLimit = bytes
    }

    var count: Int { events.count }
    var last: Int { start + events.count }

    /// Appends the event of the next revision.
    func append(_ new: consuming [Change], time: Timestamp, cause: consuming Cause) {
        // The previous values count too: the history may hold the last reference to them.
        let length = Change.retainedBytes(of: new)
        changes += new.count
        bytes += length
        events.append(Kept(time: time, cause: cause, changes: new, bytes: length))
        // Always keep the newest event: its watchers have not seen it yet.
        while events.count > 1, events.count > eventLimit || changes > changeLimit || bytes > byteLimit {
            let oldest = events.removeFirst()
            changes -= oldest.changes.count
            bytes -= oldest.bytes
            start += 1
        }
    }

    /// The newest events that match `history.get`, up to its limit, oldest first.
    ///
    /// - Parameter sight: what their reader sees; `nil` for everything.
    func events(_ get: HistoryGet, sight: (any Sight)? = nil) -> [Event] {
        // Clamped because a client may send the largest 64-bit revision, and adding 1 to it would trap.
        let first = min(max(get.since ?? 0, start), last) + 1
        var found: [Event] = []
        var revision = last
        while revision >= first, found.count < get.limit {
            if let event = self[revision].flatMap({ get.selected($0, sight: sight) }) { found.append(event) }
            revision -= 1
        }
        return found.reversed()
    }

    /// The event of a revision; `nil` if it has been dropped or does not exist yet.
    subscript(revision: Int) -> Event? {
        let index = revision - start - 1
        guard (0..<events.count).contains(index) else { return nil }
        let kept = events[index]
        return Event(
            cursor: Cursor(epoch: epoch, revision: revision), time: kept.time, cause: kept.cause, changes: kept.changes)
    }
}
