import FasciaDocument
import Glibc
import Logging

/// Writes log events to standard error, one line each: `warning: text key=value`.
///
/// Lines have no time: in a terminal it is not needed, and log collectors add their own.
public struct PlainLogHandler: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    public var logLevel: Logger.Level

    public init(level: Logger.Level = .info) { logLevel = level }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        PlainLine(event: event, metadata: .merged(metadata, metadataProvider, event)).write(to: STDERR_FILENO)
    }
}

/// One log event as one line of text.
struct PlainLine: Equatable {
    let text: String

    init(event: LogEvent, metadata: Logger.Metadata) {
        var text = "\(event.level.rawValue): \(Printable.text(event.message.description))"
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            text += " \(Printable.text(key))=\(Self.quotedIfNeeded(value.description))"
        }
        self.text = text
    }

    /// Writes the line with one call, so that lines of several threads do not mix. A line that cannot be written is lost.
    func write(to descriptor: Int32) {
        var rest = Array((text + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                return
            }
        }
    }

    private static func quotedIfNeeded(_ value: String) -> String {
        let shown = Printable.text(value)
        let isPlain = !shown.isEmpty && !shown.contains { $0 == " " || $0 == "\"" || $0 == "=" }
        return isPlain ? shown : "\"" + shown.replacing("\"", with: "\\\"") + "\""
    }
}
