import FasciaModel
import FasciaWire

/// Asks for what has happened and is only in the database any more.
public struct EventQuery: Sendable {
    public enum Order: Sendable {
        /// All of it, from the oldest on, to be told on to a watcher.
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
    /// Only what happened to this thing.
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

    /// The revision that has to be in the database for the first page.
    var needs: Int { if case .forward = order { after + 1 } else { through } }
}

/// Some of what was asked for.
public struct EventPage: Sendable {
    public var query: EventQuery
    /// In the order that was asked for; without those of which the filter leaves nothing.
    public var events: [EncodedEvent] = []
    /// The last revision that was looked at, told or left out; where nothing was, that before the first.
    public var end: Int
    /// What lies beyond `end` cannot be told, because the database does not have it.
    public var isLost = false
}

extension EventPage {
    /// About so many bytes of a page, so that nobody waits for long for another's.
    fileprivate static let mostBytes = 262_144

    /// The same, and nothing behind it can be told.
    private var lost: EventPage {
        var page = self
        page.isLost = true
        return page
    }

    /// Reads a page.
    static func read(_ query: EventQuery, epoch: String, from database: JournalDatabase) -> EventPage {
        switch query.order {
        case .forward: forward(query, epoch, database)
        case .backward(let limit): backward(query, limit, epoch, database)
        }
    }

    private static func forward(_ query: EventQuery, _ epoch: String, _ database: JournalDatabase) -> EventPage {
        var page = EventPage(query: query, end: query.after)
        var bytes = 0
        while page.end < query.through, bytes < mostBytes {
            let chunk: JournalDatabase.Chunk?
            do throws(StoreError) { chunk = try database.chunk(after: page.end) } catch { return page.lost }
            // The rest may be on its way there.
            guard let chunk else { return page }
            guard let events = KeptEvent.all(of: chunk) else { return page.lost }
            bytes += chunk.records.count + (chunk.changes?.count ?? 0)
            for event in events where event.revision > page.end && event.revision <= query.through {
                guard event.revision == page.end + 1, let encoded = event.encoded(epoch, query) else {
                    return page.lost
                }
                page.end = event.revision
                if case .some(let told) = encoded { page.events.append(told) }
            }
        }
        return page
    }

    private static func backward(
        _ query: EventQuery, _ limit: Int, _ epoch: String, _ database: JournalDatabase
    ) -> EventPage {
        var page = EventPage(query: query, end: query.through + 1)
        var bytes = 0
        while page.end > query.after + 1, page.events.count < limit, bytes < mostBytes {
            guard let chunk = try? database.chunk(after: page.end - 2), let events = KeptEvent.all(of: chunk) else {
                return page.lost
            }
            bytes += chunk.records.count + (chunk.changes?.count ?? 0)
            let before = page.end
            for event in events.reversed() where event.revision < page.end && event.revision > query.after {
                guard page.events.count < limit else { return page }
                guard event.revision == page.end - 1, let encoded = event.encoded(epoch, query) else {
                    return page.lost
                }
                page.end = event.revision
                if case .some(let told) = encoded { page.events.append(told) }
            }
            guard page.end < before else { return page.lost }
        }
        return page
    }
}

/// An event as it stands in the database.
public struct KeptEvent: Sendable {
    public let revision: Int
    public let time: Timestamp
    public let cause: Cause
    /// `nil` where it is not known what it has changed.
    public let changes: [JSON]?

    /// The events of a chunk, from the oldest on; `nil` for one that was given up or cannot be read.
    static func all(of chunk: JournalDatabase.Chunk) -> [KeptEvent]? {
        guard !chunk.isGivenUp, let records = try? Replay.records(in: chunk.records) else { return nil }
        let changes = chunk.changes.flatMap { try? Replay.records(in: $0) } ?? []
        guard changes.isEmpty || changes.count == records.count else { return nil }
        var events: [KeptEvent] = []
        for (index, record) in records.enumerated() {
            guard let count = record["count"]?.intValue else { return nil }
            guard count > 0 else { continue }
            guard let event = KeptEvent(record, changes.isEmpty ? .null : changes[index]) else { return nil }
            events.append(event)
        }
        return events
    }

    private init?(_ record: JSON, _ changes: JSON) {
        guard let revision = record["revision"]?.intValue, let time = record["time"]?.intValue,
            let cause = Cause(record: record)
        else { return nil }
        self.revision = revision
        self.time = Timestamp(milliseconds: time)
        self.cause = cause
        self.changes = changes.arrayValue
    }

    /// - Returns: `nil` where it is not known what it has changed, and `.some(nil)` where the filter leaves nothing of it.
    fileprivate func encoded(_ epoch: String, _ query: EventQuery) -> EncodedEvent?? {
        guard let changes else { return nil }
        if let thing = query.thing, !changes.contains(where: { Change.topic(of: $0)?.id == thing }) { return .some(nil) }
        return .some(
            EncodedEvent(
                cursor: Cursor(epoch: epoch, revision: revision), time: time, cause: cause, changes: changes,
                filter: query.topics))
    }
}
