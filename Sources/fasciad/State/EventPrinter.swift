import FasciaDocument
import FasciaStore
import FasciaWire

/// Prints events while they are read, so that memory use does not grow with their number.
final class EventPrinter {
    private var writer = JSONWriter()
    private var failure: StartupError?

    private static let piece = 65_536

    func print(_ event: EncodedEvent) {
        writer.write(event)
        writer.raw("\n")
        if writer.bytes.count > Self.piece { flush() }
    }

    /// Prints the rest and throws the first error of any write.
    func finish() throws(StartupError) {
        flush()
        if let failure { throw failure }
    }

    private func flush() {
        defer { writer.bytes.removeAll(keepingCapacity: true) }
        guard failure == nil else { return }
        do throws(StartupError) { try OutputFile.standard(Printable.json(writer.text, keepsLines: true)) } catch {
            failure = error
        }
    }
}
