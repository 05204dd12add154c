import FasciaModel
import FasciaWire
import Glibc

extension Store {
    /// Looks at what is in a state directory, and changes nothing; a daemon may have it meanwhile.
    ///
    /// - Parameters:
    ///   - events: hears of the events after a revision as the journal has them, from the oldest on.
    /// - Throws: `refused` where there is no state or it cannot be read, `newer` for that of a newer version. What is
    ///   damaged is in the report.
    public static func inspect(
        _ settings: StoreSettings, limits: Limits = .init(), events: EventReader? = nil
    ) throws(StoreError) -> StateReport {
        try Inspection.run(settings, limits: limits, events: events)
    }

    /// Puts a state into a state directory that no daemon has, as the beginning of a new epoch.
    ///
    /// - Parameters:
    ///   - apps: the screens that had an app behind them.
    ///   - replaces: where a state is there already, it is set aside; else that is refused.
    /// - Returns: the directory in which the state of before is now, whole; `nil` where there was none.
    @discardableResult
    public static func begin(
        _ settings: StoreSettings, with panel: Panel, apps: [String], replaces: Bool, disk: Disk = .system
    ) throws(StoreError) -> String? {
        var aside: String?
        if settings.holdsState {
            guard replaces else {
                throw StoreError(
                    .refused,
                    "there is a state in \(settings.directory) already: choose another directory, or say --force, "
                        + "which sets that one aside")
            }
            aside = try setAside(settings, disk)
        }
        let epoch = Epoch.random()
        try settings.snapshots.make(disk)
        let key = RowKey(revision: panel.revision)
        _ = try Snapshot(epoch: epoch, key: key, time: Journal.now, panel: panel, apps: apps)
            .write(to: settings.snapshots.file(key), disk: disk)
        let database = try JournalDatabase(path: settings.database)
        try database.begin(epoch: epoch, after: key)
        try database.close()
        try disk.syncDirectory(of: settings.database)
        return aside
    }

    /// Moves all that makes the state into a directory of its own, where it is a state directory itself.
    private static func setAside(_ settings: StoreSettings, _ disk: Disk) throws(StoreError) -> String {
        let first = settings.directory + "/" + StoreSettings.replacedPrefix + Journal.now.text.replacing(":", with: "-")
        var (target, number) = (first, 1)
        while mkdir(target, 0o700) != 0 {
            guard errno == EEXIST else { throw .system("make", target) }
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

/// Who hears of events as the journal has them.
public struct EventReader {
    public var after: Int
    public var topics: TopicFilter
    public var tell: (EncodedEvent) -> Void

    public init(after revision: Int, _ topics: TopicFilter, tell: @escaping (EncodedEvent) -> Void) {
        after = revision
        self.topics = topics
        self.tell = tell
    }
}

extension StoreSettings {
    /// Whether a state is there, whole or not.
    var holdsState: Bool { !parts.allSatisfy { $0 == "snapshots" } || !snapshots.keys.isEmpty }

    /// The names of what makes the state, as far as it is there.
    fileprivate var parts: [String] {
        Disk.names(in: directory).filter {
            ["journal.db", "journal.db-wal", "journal.db-shm", "snapshots", "in-use"].contains($0)
        }
    }

    /// The names of what was set aside.
    var setAside: [String] {
        let damaged = Disk.names(in: directory).filter { $0.contains(".damaged-") || $0.hasPrefix(Self.replacedPrefix) }
        return damaged + Disk.names(in: snapshots.path).filter { $0.contains(".damaged-") }.map { "snapshots/" + $0 }
    }

    fileprivate static let replacedPrefix = "replaced-"
}
