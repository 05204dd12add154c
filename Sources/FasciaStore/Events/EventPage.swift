import FasciaModel
import FasciaWire

/// Asks for events of the past.
public struct EventQuery: Sendable {
    public enum Order: Sendable {
        /// All of them, from the oldest on, for a watcher.
        case forward
        /// The latest so many, from the newest back.
        case backward(limit: Int)
    }

    /// Whose it is.
    public var id: Int
    /// Events after this revision, and up to that one.
    public var after: Int
    public var through: Int
    public var order: Order
    public var topics: TopicFilter
    /// Only events that changed this thing.
    public var thing: String?

    public init(
        id: Int, after: Int, through: Int, order: Order = .forward, topics: TopicFilter = .all, thing: String? = nil
    ) {
        self.id = id
        self.after = after
        self.through = through
        self.order = order
        self.topics = topics
        self.thing = thing
    }
}

/// Some of the events that were asked for.
public struct EventPage: Sendable {
    public var query: EventQuery
    /// In the order that was asked for; without those of which the filter leaves nothing.
    public var events: [EncodedEvent] = []
    /// The last revision that was looked at; where none was, the one before the first.
    public var end: Int
    /// The journal does not have what lies beyond `end`.
    public var isLost = false
}

extension EventPage {
    /// About so many bytes of a page, so that nobody waits long for another's.
    private static let maximumBytes = 262_144

    init(unreadable query: EventQuery) {
        self.init(query: query, end: query.after, isLost: true)
        if case .backward = query.order { end = query.through + 1 }
    }

    static func read(_ query: EventQuery, epoch: String, from database: JournalDatabase) -> EventPage {
        var page = EventPage(unreadable: query)
        page.isLost = false
        let (start, end) = (RowKey.last(ofRevision: query.after), RowKey.last(ofRevision: query.through))
        var (bytes, step, limit, order) = (0, 1, Int.max, JournalDatabase.Order.forward)
        if case .backward(let most) = query.order { (step, limit, order) = (-1, most, .backward) }
        var isDone = true
        do throws(StoreError) {
            try database.forEachRow(after: start, through: end, order) { row in
                guard row.key.makesRevision else { return true }
                // One is missing.
                guard row.key.revision == page.end + step else {
                    page.isLost = true
                    return false
                }
                page.end = row.key.revision
                if let event = EncodedEvent(row, epoch, query) { page.events.append(event) }
                bytes += row.bytes
                isDone = bytes < maximumBytes && page.events.count < limit
                return isDone
            }
        } catch { page.isLost = true }
        // There are no more rows in the database, although there should be.
        if isDone, page.end != (step > 0 ? query.through : query.after + 1) { page.isLost = true }
        return page
    }
}

extension EncodedEvent {
    /// `nil` where the query's filter leaves nothing of it.
    fileprivate init?(_ row: JournalRow, _ epoch: String, _ query: EventQuery) {
        if let thing = query.thing {
            let changes = JSON(parsing: row.changes)?.arrayValue ?? []
            guard changes.contains(where: { Change.topic(of: $0)?.id == thing }) else { return nil }
        }
        self.init(row, epoch, query.topics)
    }

    init?(_ row: JournalRow, _ epoch: String, _ filter: TopicFilter) {
        self.init(
            cursor: Cursor(epoch: epoch, revision: row.key.revision), time: Timestamp(milliseconds: row.time),
            causeText: row.cause, changesText: row.changes, filter: filter)
    }
}
