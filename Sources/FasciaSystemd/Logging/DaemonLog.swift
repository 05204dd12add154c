import Glibc
import Logging

/// The daemon's log: journal entries with fields if standard error is the journal, plain lines on standard error
/// otherwise.
public enum DaemonLog {
    /// - Parameter identifier: the program name that the journal shows.
    public static func handler(identifier: String, level: Logger.Level = .info) -> any LogHandler {
        standardErrorIsTheJournal
            ? JournalLogHandler(identifier: identifier, level: level) : PlainLogHandler(level: level)
    }

    /// Whether `JOURNAL_STREAM` names the device and inode of standard error (systemd.exec(5)). The variable alone is not
    /// enough: standard error may have been redirected since.
    static var standardErrorIsTheJournal: Bool {
        var status = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0 else { return false }
        return names(
            journalStream: String(cString: stream), device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    static func names(journalStream: String, device: UInt64, inode: UInt64) -> Bool {
        journalStream == "\(device):\(inode)"
    }
}

extension Logger.Metadata {
    /// The metadata of one event. Later sources override earlier ones: the handler, the provider, the event, its error.
    static func merged(_ own: Self, _ provider: Logger.MetadataProvider?, _ event: LogEvent) -> Self {
        var all = own
        if let provided = provider?.get() { all.merge(provided) { _, new in new } }
        if let given = event.metadata { all.merge(given) { _, new in new } }
        if let error = event.error { all["error"] = "\(error)" }
        return all
    }
}
