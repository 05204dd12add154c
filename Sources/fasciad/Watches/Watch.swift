import FasciaWire

/// Somebody who wants to hear of changes, and how far they have come.
final class Watch {
    let id: Int
    let topics: TopicFilter
    /// When it is behind, fold the changes of one thing to the latest.
    let coalesce: Bool
    /// The last revision it has been told of, or did not ask about.
    var revision: Int
    /// It goes on from a cursor, and has not come to what is in memory yet: what is only on the disk any more is told
    /// from there.
    var goesOn: Bool
    /// The journal was asked for what comes next.
    var isRecalling = false

    init(id: Int, topics: TopicFilter, coalesce: Bool, revision: Int, goesOn: Bool = false) {
        self.id = id
        self.topics = topics
        self.coalesce = coalesce
        self.revision = revision
        self.goesOn = goesOn
    }
}
