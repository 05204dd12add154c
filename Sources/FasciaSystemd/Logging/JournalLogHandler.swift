import CSystemd
import Glibc
import Logging

/// Writes log events to the journal, with metadata as fields (sd_journal_sendv(3)).
///
/// An event that journald does not accept, for example during its restart, is written to standard error as a plain line.
public struct JournalLogHandler: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    public var logLevel: Logger.Level
    private let identifier: String

    public init(identifier: String, level: Logger.Level = .info) {
        self.identifier = identifier
        logLevel = level
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let all = Logger.Metadata.merged(metadata, metadataProvider, event)
        let entry = JournalFields(event: event, metadata: all, identifier: identifier)
        if Self.send(entry) < 0 { PlainLine(event: event, metadata: all).write(to: STDERR_FILENO) }
    }

    /// Sends the fields from one buffer, with an `iovec` for each.
    private static func send(_ entry: JournalFields) -> Int32 {
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for field in entry.fields {
            bytes += field.name.utf8
            bytes.append(UInt8(ascii: "="))
            bytes += field.value.utf8
            ends.append(bytes.count)
        }
        return bytes.withUnsafeMutableBytes { buffer in
            var start = 0
            let parts = ends.map { end in
                defer { start = end }
                return iovec(iov_base: buffer.baseAddress?.advanced(by: start), iov_len: end - start)
            }
            return sd_journal_sendv(parts, Int32(parts.count))
        }
    }
}
