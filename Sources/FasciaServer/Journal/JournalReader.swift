import FasciaStore

/// Reads past events from the journal, one page at a time, on a thread of the journal.
final class JournalReader {
    private let journal: Journal
    private var lastID = 0
    private var receivers: [Int: (EventPage) -> Void] = [:]

    init(_ journal: Journal) { self.journal = journal }

    /// Requests a page.
    ///
    /// - Parameters:
    ///   - query: its id is replaced.
    ///   - receive: called once with the page, in a later turn of the event loop.
    func request(_ query: EventQuery, receive: @escaping (EventPage) -> Void) {
        lastID += 1
        receivers[lastID] = receive
        var query = query
        query.id = lastID
        journal.requestEvents(query)
    }

    /// Reads a page of what is committed at once.
    func read(_ query: EventQuery) -> EventPage { journal.readEvents(query) }

    /// Takes a page from the journal's thread.
    func deliver(_ page: EventPage) { receivers.removeValue(forKey: page.query.id)?(page) }
}
