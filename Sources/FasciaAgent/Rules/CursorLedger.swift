import DequeModule

/// The place up to which all changes of a watch are done, in order.
struct CursorLedger {
    private var events: Deque<(cursor: String, unfinished: Int)> = []
    private var first = 0
    /// The cursor of the last event before the oldest unfinished one; `nil` if none has been finished.
    private(set) var finished: String?

    /// Nothing was to be done before this place.
    mutating func begin(at cursor: String) { if finished == nil, events.isEmpty { finished = cursor } }

    /// Takes an event with so many changes to run, maybe none.
    ///
    /// - Returns: its number, for `finish`.
    mutating func add(_ cursor: String, unfinished: Int) -> Int {
        let number = first + events.count
        events.append((cursor, unfinished))
        advance()
        return number
    }

    /// One change of an event is done.
    mutating func finish(_ event: Int) {
        guard event >= first else { return }
        events[event - first].unfinished -= 1
        advance()
    }

    private mutating func advance() {
        while let event = events.first, event.unfinished == 0 {
            finished = event.cursor
            events.removeFirst()
            first += 1
        }
    }
}
