import FasciaModel
import FasciaStore
import FasciaWire

/// Prints events as they are found, so that there may be more of them than there is memory.
final class EventPrinter {
    private var last: Int
    private var revision = 0
    private let filter: TopicFilter
    private var writer = JSONWriter()
    private var failure: StartupError?

    private static let piece = 65_536

    init(since revision: Int, _ filter: TopicFilter) {
        last = revision
        self.filter = filter
    }

    func receiver(epoch: String?) -> EventReceiver {
        EventReceiver { [self] in revision = $0 } event: { [self] changes, time, cause in
            revision += 1
            // Where something is damaged, it may begin anew with what was printed already.
            guard revision > last else { return }
            last = revision
            let changes = filter.isAll ? changes : changes.filter(filter.matches)
            guard !changes.isEmpty else { return }
            let cursor = Cursor(epoch: epoch ?? "", revision: revision)
            writer.write(Event(cursor: cursor, time: time, cause: cause, changes: changes))
            writer.raw("\n")
            if writer.bytes.count > Self.piece { flush() }
        }
    }

    /// Prints what is left.
    func finish() throws(StartupError) {
        flush()
        if let failure { throw failure }
    }

    private func flush() {
        defer { writer.bytes.removeAll(keepingCapacity: true) }
        guard failure == nil else { return }
        do throws(StartupError) { try OutputFile.standard(writer.bytes) } catch { failure = error }
    }
}
