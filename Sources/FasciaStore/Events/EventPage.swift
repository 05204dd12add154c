import FasciaDocument
import FasciaModel
import FasciaWire

/// A request for past events.
public struct EventQuery: Sendable {
    public enum Order: Sendable {
        /// All of them, from the oldest to the newest, for a watch.
        case forward
        /// At most `limit` events, from the newest to the oldest.
        case backward(limit: Int)
    }

    /// The revisions asked for are those greater than `after`, up to and including `through`.
    public var after: Int
    public var through: Int
    public var order: Order
    public var topics: TopicFilter
    /// Only events that changed the thing with this id.
    public var objectID: String?
    /// Only events that this user caused.
    public var uid: Int?
    /// What its reader sees; `nil` for everything.
    public var sight: (any Sight & Sendable)?

    /// The things that it is about; `nil` if it asks for more than one can look up.
    var ids: [String]? { objectID.map { [$0] } ?? topics.ids }

    public init(
        after: Int, through: Int, order: Order = .forward, topics: TopicFilter = .all, objectID: String? = nil,
        uid: Int? = nil, sight: (any Sight & Sendable)? = nil
    ) {
        self.after = after
        self.through = through
        self.order = order
        self.topics = topics
        self.objectID = objectID
        self.uid = uid
        self.sight = sight
    }
}

/// The events of a query, or some of them.
public struct EventPage: Sendable {
    public var query: EventQuery
    /// In the order of the query, without events that the filter removes completely.
    public var events: [EncodedEvent] = []
    /// The last revision that was read. If none was, the one before the first in the order of the query.
    public var end: Int
    /// Whether the journal does not have the revisions beyond `end`.
    public var lacksTheRest = false
}

extension EventPage {
    /// The approximate size limit of a page, in bytes, so that one query does not delay the others.
    private static let maximumBytes = 262_144

    init(unreadable query: EventQuery) {
        self.init(query: query, end: query.after, lacksTheRest: true)
        if case .backward = query.order { end = query.through + 1 }
    }

    static func read(_ query: EventQuery, epoch: String, from database: JournalDatabase) -> EventPage {
        indexed(query, epoch, database) ?? scanned(query, epoch, database)
    }

    /// - Returns: `nil` if the query is about no certain things, or there is no index.
    private static func indexed(_ query: EventQuery, _ epoch: String, _ database: JournalDatabase) -> EventPage? {
        guard let ids = query.ids else { return nil }
        var page = EventPage(query: query, end: query.after)
        let (order, limit, wholeEnd) = query.order.reading(query)
        var (bytes, isDone) = (0, true)
        do throws(StoreError) {
            guard let first = try database.firstKey(), let last = try database.lastKey(), last.revision >= query.through
            else { return nil }
            let firstRevision = first.makesRevision ? first.revision : first.revision + 1
            let lacksTheRest = firstRevision > query.after + 1
            // A watch must not pass over what is lost.
            if lacksTheRest, order == .forward { return EventPage(unreadable: query) }
            let (start, end) = (RowKey.last(ofRevision: query.after), RowKey.last(ofRevision: query.through))
            try database.forEachRow(of: ids, after: start, through: end, order) { row in
                guard row.key.makesRevision, let event = EncodedEvent(row, epoch, query) else { return true }
                page.events.append(event)
                bytes += event.count
                isDone = bytes < maximumBytes && page.events.count < limit
                if !isDone { page.end = row.key.revision }
                return isDone
            }
            // Otherwise rows were deleted meanwhile, and what was read of them is not known.
            guard try database.firstKey() == first else { return nil }
            guard isDone else { return page }
            page.end = lacksTheRest ? min(query.through + 1, firstRevision) : wholeEnd
            page.lacksTheRest = lacksTheRest
        } catch { return nil }
        return page
    }

    private static func scanned(_ query: EventQuery, _ epoch: String, _ database: JournalDatabase) -> EventPage {
        var page = EventPage(unreadable: query)
        page.lacksTheRest = false
        let (start, end) = (RowKey.last(ofRevision: query.after), RowKey.last(ofRevision: query.through))
        let (order, limit, wholeEnd) = query.order.reading(query)
        let step = order == .forward ? 1 : -1
        var (bytes, isDone) = (0, true)
        do throws(StoreError) {
            try database.forEachRow(after: start, through: end, order) { row in
                guard row.key.makesRevision else { return true }
                // A revision is missing.
                guard row.key.revision == page.end + step else {
                    page.lacksTheRest = true
                    return false
                }
                page.end = row.key.revision
                if let event = EncodedEvent(row, epoch, query) { page.events.append(event) }
                bytes += row.bytes
                isDone = bytes < maximumBytes && page.events.count < limit
                return isDone
            }
        } catch { page.lacksTheRest = true }
        // The rows end too early.
        if isDone, page.end != wholeEnd { page.lacksTheRest = true }
        return page
    }
}

extension EventQuery.Order {
    /// How the rows are read, how many events at most, and the `end` of the page that has read all of them.
    fileprivate func reading(_ query: EventQuery) -> (JournalDatabase.Order, limit: Int, end: Int) {
        switch self {
        case .forward: (.forward, .max, query.through)
        case .backward(let limit): (.backward, limit, query.after + 1)
        }
    }
}

extension EncodedEvent {
    /// `nil` if the query's filter removes all of the event.
    fileprivate init?(_ row: JournalRow, _ epoch: String, _ query: EventQuery) {
        // The event of transient values.
        guard row.changes != Array("[]".utf8) else { return nil }
        if let uid = query.uid, row.uid != uid { return nil }
        if let objectID = query.objectID {
            let changes = JSON(parsing: row.changes)?.arrayValue ?? []
            let sight = query.sight.map { EventSight($0, ofJSON: changes) }
            let isAboutIt = changes.contains {
                Change.topic(of: $0)?.id == objectID && sight?.sees(json: $0) ?? true
            }
            guard isAboutIt else { return nil }
        }
        self.init(row, epoch, query.topics, query.sight)
    }

    init?(_ row: JournalRow, _ epoch: String, _ filter: TopicFilter, _ sight: (any Sight)? = nil) {
        self.init(
            cursor: Cursor(epoch: epoch, revision: row.key.revision), time: Timestamp(milliseconds: row.time),
            causeText: row.cause, changesText: row.changes, filter: filter, sight: sight)
    }
}
