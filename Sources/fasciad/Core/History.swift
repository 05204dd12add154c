import DequeModule
import FasciaWire

/// What has happened lately: the events, oldest first, without a hole, as far back as there is room for.
///
/// Whoever watches reads from here at their own pace, so a slow watcher costs no memory of its own.
struct History {
    private struct Kept {
        var event: Event
        var bytes: Int
    }

    private var events: Deque<Kept> = []
    private var changes = 0
    private var bytes = 0
    private let eventLimit: Int
    private let changeLimit: Int
    private let byteLimit: Int
    /// The revision before the oldest event: who has seen it has missed nothing.
    private(set) var start: Int

    init(start: Int, events: Int, changes: Int, bytes: Int) {
        self.start = start
        eventLimit = events
        changeLimit = changes
        byteLimit = bytes
    }

    var count: Int { events.count }
    var last: Int { start + events.count }

    /// - Precondition: its revision is the one after the last.
    mutating func append(_ event: consuming Event) {
        // What it tells of the state before counts, too: nobody else may hold on to that any more.
        let length = event.changes.reduce(0) { $0 + $1.retainedBytes }
        changes += event.changes.count
        bytes += length
        events.append(Kept(event: event, bytes: length))
        // The newest one always stays: its watchers have not seen it yet.
        while events.count > 1, events.count > eventLimit || changes > changeLimit || bytes > byteLimit {
            let oldest = events.removeFirst()
            changes -= oldest.event.changes.count
            bytes -= oldest.bytes
            start = oldest.event.cursor.revision
        }
    }

    /// The event that made a revision; `nil` if it is no longer kept, or has not happened.
    subscript(revision: Int) -> Event? {
        let index = revision - start - 1
        return events.indices.contains(index) ? events[index].event : nil
    }
}
