import FasciaLoop
import Glibc

/// Tells when the access file may be another one, and when its names may stand for others. Its directory need not exist yet.
final class AccessWatch: EventHandler {
    private let events: FileEvents
    private let path: String
    private let whenChanged: () -> Void
    private let whenAccountsChanged: () -> Void
    /// The directory of the file, while that is watched.
    private var directory: Int32?
    /// That of the users and groups.
    private let accounts: Int32?

    /// - Throws: if the system's inotify limits are reached.
    init(
        _ path: String, accounts: String, _ loop: EventLoop, whenChanged: @escaping () -> Void,
        whenAccountsChanged: @escaping () -> Void
    ) throws(LoopError) {
        (self.path, self.whenChanged, self.whenAccountsChanged) = (path, whenChanged, whenAccountsChanged)
        events = try FileEvents()
        self.accounts = events.watch(accounts, for: .written)
        renew()
        try loop.add(events.descriptor, for: .readable, self)
    }

    /// Its owner and mode count, too.
    private static let changes = FileEvents.Changes(
        rawValue: UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB) | UInt32(IN_DELETE)
            | UInt32(IN_MOVED_FROM)
            | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF))

    /// Watches the directories that are there now.
    func renew() {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count > 1 else { return }
        let above = "/" + parts.dropLast(2).joined(separator: "/")
        events.watch(above, for: .names)
        directory = events.watch("/" + parts.dropLast().joined(separator: "/"), for: Self.changes)
    }

    /// Whether a new name is that of a file that is still open, rather than of a link or a FIFO.
    private var isBeingWritten: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
    }

    func handle(_ readiness: Readiness) {
        let names = path.split(separator: "/").map(String.init)
        let events = events.take()
        if events.contains(where: { $0.isLoss || $0.watch == accounts && ($0.name == "passwd" || $0.name == "group") }) {
            whenAccountsChanged()
        }
        let isAffected = events.contains { event in
            if event.isLoss { return true }
            guard event.watch == directory else { return names.contains(event.name) }
            return event.name.isEmpty || event.name == names.last && !(event.isCreation && isBeingWritten)
        }
        guard isAffected else { return }
        renew()
        whenChanged()
    }
}
