import FasciaModel
import FasciaWire
import Glibc

extension Store {
    /// Reads a state directory without changing it, even while a daemon uses it.
    ///
    /// - Parameters:
    ///   - events: receives the events after a revision, from the oldest on.
    /// - Throws: `refused` if there is no state or it cannot be read, `newer` for the state of a newer version. Damage is
    ///   reported, not thrown.
    public static func inspect(
        _ settings: StoreSettings, limits: Limits = .init(), events: EventReader? = nil
    ) throws(StoreError) -> StateReport {
        try Inspection.run(settings, limits: limits, events: events)
    }

    /// Writes a state into a state directory that no daemon uses, as the start of a new epoch.
    ///
    /// - Parameters:
    ///   - apps: the screens that had an app behind them.
    ///   - replaces: whether an existing state is set aside. Without it an existing state is refused.
    /// - Returns: the directory to which the existing state was moved; `nil` if there was none.
    /// - Throws: `refused`
    @discardableResult
    public static func create(
        _ settings: StoreSettings, with panel: Panel, apps: [String], replaces: Bool, disk: Disk = .system
    ) throws(StoreError) -> String? {
        var aside: String?
        if settings.holdsState {
            guard replaces else {
                throw StoreError(
                    .refused,
                    "\(settings.directory) already contains a state: choose another directory, or use --force to set it aside")
            }
            aside = try setAside(settings, disk)
        }
        let epoch = Epoch.random()
        try settings.snapshots.make(disk)
        let key = RowKey(revision: panel.revision)
        _ = try JournalSnapshot(epoch: epoch, key: key, time: Journal.now, panel: panel, apps: apps)
            .write(to: settings.snapshots.file(key), disk: disk)
        let database = try JournalDatabase(path: settings.database)
        try database.setEpoch(epoch, start: key)
        try database.close()
        try disk.syncDirectory(of: settings.database)
        return aside
    }

    /// Moves all files of the state into a new subdirectory, which can itself be used as a state directory.
    private static func setAside(_ settings: StoreSettings, _ disk: Disk) throws(StoreError) -> String {
        let first = settings.directory + "/" + StoreSettings.replacedPrefix + Journal.now.text.replacing(":", with: "-")
        var (target, number) = (first, 1)
        while mkdir(target, 0o700) != 0 {
            guard errno == EEXIST else { throw .system("create", target) }
            number += 1
            target = "\(first)-\(number)"
        }
        for name in settings.parts {
            let path = settings.directory + "/" + name
            guard rename(path, target + "/" + name) == 0 else { throw .system("set aside", path) }
        }
        try disk.syncDirectory(of: target + "/.")
        try disk.syncDirectory(of: target)
        return target
    }
}

/// Receives the journaled events after a revision that match a filter.
public struct EventReader {
    public var after: Int
    public var topics: TopicFilter
    public var receive: (EncodedEvent) -> Void

    public init(after revision: Int, _ topics: TopicFilter, receive: @escaping (EncodedEvent) -> Void) {
        after = revision
        self.topics = topics
        self.receive = receive
    }
}

extension StoreSettings {
    /// Whether there is a state, damaged or not.
    var holdsState: Bool { !parts.allSatisfy { $0 == "snapshots" } || !snapshots.keys.isEmpty }

    /// The names of the state's files that exist.
    fileprivate var parts: [String] {
        Disk.names(in: directory).filter {
            ["journal.db", "journal.db-wal", "journal.db-shm", "snapshots", "in-use"].contains($0)
        }
    }

    /// The names of files that were set aside.
    var setAside: [String] {
        let damaged = Disk.names(in: directory).filter { $0.contains(".damaged-") || $0.hasPrefix(Self.replacedPrefix) }
        return damaged + Disk.names(in: snapshots.path).filter { $0.contains(".damaged-") }.map { "snapshots/" + $0 }
    }

    fileprivate static let replacedPrefix = "replaced-"
}
