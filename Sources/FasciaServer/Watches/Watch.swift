import FasciaWire

/// A subscription to changes, and its position in the events.
final class Watch {
    let id: Int
    let topics: TopicFilter
    /// Coalesce changes when the watch is behind.
    let coalesce: Bool
    /// The last revision that was sent or skipped.
    var revision: Int
    /// Whether events that are not in memory are read from the journal. Set while the watch continues from a cursor, until
    /// it has reached the events in memory.
    var canReplay: Bool
    /// Set from the first request for a page of events until the watch has reached the events in memory.
    var isReplaying = false
    /// Whether the rest of its old events follows in a later turn of the loop.
    var isPutOff = false
    /// Set while a page of events is requested from the journal.
    var isAwaitingPage = false

    init(id: Int, topics: TopicFilter, coalesce: Bool, revision: Int, canReplay: Bool = false) {
        self.id = id
        self.topics = topics
        self.coalesce = coalesce
        self.revision = revision
        self.canReplay = canReplay
    }
}
