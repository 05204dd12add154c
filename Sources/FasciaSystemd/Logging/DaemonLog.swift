import Glibc
import Logging

/// Where the daemon's log goes: to the journal with its fields, where standard error is the journal, and as plain
/// lines to standard error everywhere else.
public enum DaemonLog {
    /// `identifier` is what the journal shows as the program's name.
    public static func handler(identifier: String, level: Logger.Level = .info) -> any LogHandler {
        standardErrorIsTheJournal
            ? JournalLogHandler(identifier: identifier, level: level) : PlainLogHandler(level: level)
    }

    /// Whether `JOURNAL_STREAM` names the device and inode of standard error (systemd.exec(5)). A program that has
    /// inherited the variable, but whose standard error was redirected since, must not write to the journal.
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
    /// What one event carries: the handler's own, then the provider's, then the event's, which win in this order.
    static func merged(_ own: Self, _ provider: Logger.MetadataProvider?, _ event: LogEvent) -> Self {
        var all = own
        if let provided = provider?.get() { all.merge(provided) { _, new in new } }
        if let given = event.metadata { all.merge(given) { _, new in new } }
        if let error = event.error { all["error"] = "\(error)" }
        return all
    }
}
