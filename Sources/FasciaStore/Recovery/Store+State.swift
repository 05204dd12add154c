import FasciaModel
import Glibc

extension Store {
    /// Looks at what is in a state directory, and changes nothing; a daemon may have it meanwhile.
    ///
    /// - Parameters:
    ///   - kept: hears of the events that the database tells by itself, from the oldest on, before the receiver does.
    ///   - receiver: hears of all events that are done again: those that the journal reaches back to, or with `kept` at
    ///     least those of them that it has not heard of. From the oldest on; where something is damaged it may begin anew
    ///     farther on, or farther back with what it has heard of already.
    /// - Throws: `refused` where there is no state or it cannot be read, `newer` for that of a newer version. What is
    ///   damaged is in the report.
    public static func inspect(
        _ settings: StoreSettings, limits: Limits = .init(), kept: KeptEvents? = nil,
        receiver: @escaping (_ epoch: String?) -> EventReceiver = { _ in .nobody }
    ) throws(StoreError) -> StateReport {
        try Inspection.run(settings, limits: limits, kept: kept, receiver: receiver)
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
                    .refused, "there is a state in \(settings.directory) already: choose another directory, or say --force, "
                        + "which sets that one aside")
            }
            aside = try setAside(settings, disk)
        }
        let epoch = Epoch.random()
        try settings.snapshots.make(disk)
        // Number 1 would be that of a new panel, which needs no snapshot.
        let sequence: UInt64 = 2
        _ = try Snapshot(epoch: epoch, sequence: sequence, time: Journal.now, panel: panel, apps: apps)
            .write(to: settings.snapshots.file(sequence), disk: disk)
        _ = try TailFile(path: settings.tail, capacity: settings.tailBytes, epoch: epoch, disk: disk)
        let database = try JournalDatabase(path: settings.database)
        try database.begin(epoch: epoch)
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

/// Who hears of events as the database has them.
public struct KeptEvents {
    /// Those after this revision are wanted.
    public var after: Int
    /// One whose changes are not known can be done again from nowhere.
    public var tell: (KeptEvent) -> Void

    public init(after revision: Int, tell: @escaping (KeptEvent) -> Void) {
        after = revision
        self.tell = tell
    }
}

extension StoreSettings {
    /// Whether a state is there, whole or not.
    var holdsState: Bool { !parts.allSatisfy { ["snapshots", "boot"].contains($0) } || !snapshots.sequences.isEmpty }

    /// The names of what makes the state, as far as it is there.
    fileprivate var parts: [String] {
        Disk.names(in: directory).filter { name in
            ["journal.db", "journal.db-wal", "journal.db-shm", "tail", "snapshots", "boot"].contains(name)
                || name.hasPrefix(LargeRecord.prefix)
        }
    }

    /// The names of what was set aside.
    var setAside: [String] {
        let damaged = Disk.names(in: directory).filter { $0.contains(".damaged-") || $0.hasPrefix(Self.replacedPrefix) }
        return damaged + Disk.names(in: snapshots.path).filter { $0.contains(".damaged-") }.map { "snapshots/" + $0 }
    }

    fileprivate static let replacedPrefix = "replaced-"
}
