import DequeModule
import FasciaStore

/// Reads past events from the journal, one page at a time, on a thread of the journal.
///
/// Only one page is read ahead of the event loop: pages for many clients at once would take memory without a bound.
final class JournalReader {
    private let journal: Journal
    /// The requests in order. The journal reads the page of the first one.
    private var requests: Deque<(query: EventQuery, receive: (EventPage) -> Void)> = []

    init(_ journal: Journal) { self.journal = journal }

    /// Requests a page.
    ///
    /// - Parameter receive: called once with the page, in a later turn of the event loop.
    func request(_ query: EventQuery, receive: @escaping (EventPage) -> Void) {
        requests.append((query, receive))
        if requests.count == 1 { journal.requestEvents(query) }
    }

    /// Reads a page of what is committed at once.
    func read(_ query: EventQuery) -> EventPage { journal.readEvents(query) }

    /// Takes the page of the first request from the journal's thread.
    func deliver(_ page: EventPage) {
        guard let request = requests.popFirst() else { return }
        if let next = requests.first { journal.requestEvents(next.query) }
        request.receive(page)
    }
}
