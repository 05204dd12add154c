import DequeModule
import FasciaWire

/// What has happened lately: the events, oldest first, without a hole, as far back as there is room for.
///
/// Whoever watches reads from here at their own pace, so a slow watcher costs no memory of its own.
struct History {
    private var events: Deque<Event> = []
    private var changes = 0
    private let eventLimit: Int
    private let changeLimit: Int
    /// The revision before the oldest event: who has seen it has missed nothing.
    private(set) var start: Int

    init(start: Int, events: Int, changes: Int) {
        self.start = start
        eventLimit = events
        changeLimit = changes
    }

    var count: Int { events.count }
    var last: Int { start + events.count }

    /// - Precondition: its revision is the one after the last.
    mutating func append(_ event: Event) {
        events.append(event)
        changes += event.changes.count
        // The newest one always stays: its watchers have not seen it yet.
        while events.count > 1, events.count > eventLimit || changes > changeLimit {
            let oldest = events.removeFirst()
            changes -= oldest.changes.count
            start = oldest.cursor.revision
        }
    }

    /// The event that made a revision; `nil` if it is no longer kept, or has not happened.
    subscript(revision: Int) -> Event? {
        let index = revision - start - 1
        return events.indices.contains(index) ? events[index] : nil
    }
}
