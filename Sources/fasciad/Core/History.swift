import DequeModule
import FasciaModel
import FasciaWire

/// What has happened lately: the events, oldest first, without a hole, as far back as there is room for.
///
/// Whoever watches reads from here at their own pace, so a slow watcher costs no memory of its own.
final class History {
    private struct Kept {
        var time: Timestamp
        var cause: Cause
        var changes: [Change]
        var bytes: Int
    }

    private let epoch: String
    /// Takes what is appended, where `Deque` would copy it.
    private var events = UniqueDeque<Kept>()
    private var changes = 0
    private var bytes = 0
    private let eventLimit: Int
    private let changeLimit: Int
    private let byteLimit: Int
    /// The revision before the oldest event: who has seen it has missed nothing.
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

    /// Keeps the event that made the revision after the last.
    func append(_ new: consuming [Change], time: Timestamp, cause: consuming Cause) {
        // What it tells of the state before counts, too: nobody else may hold on to that any more.
        let length = Change.retainedBytes(of: new)
        changes += new.count
        bytes += length
        events.append(Kept(time: time, cause: cause, changes: new, bytes: length))
        // The newest one always stays: its watchers have not seen it yet.
        while events.count > 1, events.count > eventLimit || changes > changeLimit || bytes > byteLimit {
            let oldest = events.removeFirst()
            changes -= oldest.changes.count
            bytes -= oldest.bytes
            start += 1
        }
    }

    /// Those that somebody asks for, from the oldest on.
    func events(_ get: HistoryGet) -> [Event] {
        // No later than the last: a client may name any revision that fits in 64 bits, and one after that does not.
        let first = min(max(get.since ?? 0, start), last) + 1
        var found: [Event] = []
        var revision = last
        while revision >= first, found.count < get.limit {
            if let event = self[revision], get.id == nil || event.changes.contains(where: { $0.topic.id == get.id }) {
                found.append(event)
            }
            revision -= 1
        }
        return found.reversed()
    }

    /// The event that made a revision; `nil` if it is no longer kept, or has not happened.
    subscript(revision: Int) -> Event? {
        let index = revision - start - 1
        guard (0..<events.count).contains(index) else { return nil }
        let kept = events[index]
        return Event(
            cursor: Cursor(epoch: epoch, revision: revision), time: kept.time, cause: kept.cause, changes: kept.changes)
    }
}
