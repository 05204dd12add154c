import FasciaModel
import FasciaStore
import FasciaWire

/// Prints events as they are found, so that there may be more of them than there is memory.
final class EventPrinter {
    private var last: Int
    private var revision = 0
    private var epoch = ""
    private let filter: TopicFilter
    private var writer = JSONWriter()
    private var failure: StartupError?

    private static let piece = 65_536

    init(since revision: Int, _ filter: TopicFilter) {
        last = revision
        self.filter = filter
    }

    /// Takes what the database says itself.
    var kept: KeptEvents {
        KeptEvents(after: last) { [self] event in
            guard let changes = event.changes else { return }
            last = event.revision
            let told = EncodedEvent(
                cursor: cursor(last), time: event.time, cause: event.cause, changes: changes, filter: filter)
            if let told { print(told) }
        }
    }

    /// Takes what has to be done again.
    func receiver(epoch: String?) -> EventReceiver {
        self.epoch = epoch ?? ""
        return EventReceiver { [self] in revision = $0 } event: { [self] changes, time, cause in
            revision += 1
            // Some of it may have been told by the database; and where something is damaged, it may begin anew.
            guard revision > last else { return }
            last = revision
            let event = Event(cursor: cursor(revision), time: time, cause: cause, changes: changes)
            if let told = EncodedEvent(event, filter: filter) { print(told) }
        }
    }

    private func cursor(_ revision: Int) -> Cursor { Cursor(epoch: epoch, revision: revision) }

    private func print(_ event: EncodedEvent) {
        writer.write(event)
        writer.raw("\n")
        if writer.bytes.count > Self.piece { flush() }
    }

    /// Prints what is left.
    func finish() throws(StartupError) {
        flush()
        if let failure { throw failure }
    }

    private func flush() {
        defer { writer.bytes.removeAll(keepingCapacity: true) }
        guard failure == nil else { return }
        do throws(StartupError) { try OutputFile.standard(Printable.json(writer.text, keepsLines: true)) } catch { failure = error }
    }
}
