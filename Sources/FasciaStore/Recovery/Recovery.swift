import FasciaModel
import FasciaWire
import Glibc

/// From the files in the state directory to the panel that they stand for.
///
/// A snapshot is read, and the rows after it are replayed. What is damaged is set aside whole under another name, never
/// deleted, and the best of the rest is taken. Where something may be lost that was acknowledged, a new epoch begins, so that
/// every watcher is told that there is a gap.
struct Recovery {
    private let settings: StoreSettings
    private let limits: Limits
    private let disk: Disk
    private var problems: [String] = []
    /// Something that others may have seen cannot be found again.
    private var isLossy = false
    /// The database has damage.
    private var isDamaged = false
    /// It was set aside, and there is a new one.
    private var isSetAside = false
    /// Behind the names of what is set aside.
    private let suffix = ".damaged-" + Journal.now.text.replacing(":", with: "-")

    static func run(_ settings: StoreSettings, limits: Limits, disk: Disk) throws(StoreError) -> Recovered {
        var recovery = Recovery(settings: settings, limits: limits, disk: disk)
        return try recovery.run()
    }

    private init(settings: StoreSettings, limits: Limits, disk: Disk) {
        (self.settings, self.limits, self.disk) = (settings, limits, disk)
    }

    private mutating func run() throws(StoreError) -> Recovered {
        try makeSnapshotFolder()
        let snapshots = settings.snapshots
        let mark = try readMark()
        let isNew = mark == nil && !isLossy && snapshots.keys.isEmpty && !Disk.exists(settings.database)
        var (database, source) = try openDatabase(isNew: isNew, checks: mark != nil || isLossy)

        let oldEpoch = try epoch(of: source)
        let start = RowKey(revision: 0)
        let end =
            isNew
            ? start
            : try source.flatMap { source throws(StoreError) in
                try noting { () throws(StoreError) in try source.end() }
            }
        let wentDown = !isLossy && mark.map { $0.isOfAnotherBoot(than: settings) } ?? false
        // Nothing says how far the rows went.
        if end == nil { isLossy = true }
        if let source, let newest = snapshots.keys.last, end != nil, !wentDown {
            let isWhole: Void? = try noting { () throws(StoreError) in try source.checkRows(reach: newest) }
            if isWhole == nil { isLossy = true }
        }
        let known = max(end ?? start, snapshots.keys.last ?? start, mark?.last ?? start)
        let replay = try replay(source, known: known)
        if replay.key < known {
            note("what is there leads to revision \(replay.key.revision), and there was more: the last changes are lost")
            isLossy = true
        }

        var epoch = oldEpoch ?? Epoch.random()
        if wentDown, !isLossy {
            note("the machine went down while the state was in use: changes that were not made durable may be lost")
        }
        if isLossy || wentDown { epoch = Epoch.random(not: oldEpoch) }
        if isLossy {
            for key in snapshots.keys where key > replay.key { try setAside(snapshots.file(key)) }
        }
        if isLossy || isDamaged, !isSetAside, !isNew { (database, source) = try setAsideDatabase(database) }
        if isLossy || isDamaged || wentDown {
            // First: whatever comes in between, the state is there.
            let snapshot = Snapshot(
                epoch: epoch, key: replay.key, time: Journal.now, panel: replay.panel, owners: replay.owners, apps: replay.apps)
            _ = try snapshot.write(to: snapshots.file(replay.key), disk: disk)
        }
        // After a loss the old events would be told under new revisions, so none of them is kept.
        if isDamaged, !isLossy, let source { try copyRows(from: source, to: database, through: replay.key) }
        // The snapshot knows more than the rows, which did not all reach the disk: the next row would not follow on them.
        if let last = try database.lastKey(), last != replay.key { try database.delete(after: RowKey(rawValue: -1)) }
        if try database.epoch() != epoch { try database.begin(epoch: epoch, after: replay.key) }
        let journal = try Journal(
            epoch: epoch, database: database, settings: settings, disk: disk, last: replay.key, apps: replay.apps,
            rowsSinceSnapshot: max(0, replay.key.revision - (snapshots.keys.last ?? start).revision))
        return Recovered(
            journal: journal, panel: replay.panel, owners: replay.owners, apps: replay.apps, once: replay.once,
            problems: problems)
    }

    // MARK: - Replaying

    private struct Replay {
        var panel: Panel
        var owners = PartOwners()
        var apps: [String]
        var once = IdempotencyCache()
        /// The last row that is in it.
        var key: RowKey
    }

    /// Tries the snapshots until one leads to the end; else the one that leads farthest.
    private mutating func replay(
        _ source: JournalDatabase?, known: RowKey
    ) throws(StoreError) -> Replay {
        let needed = RowKey(revision: max(0, known.revision - settings.replayedRevisions))
        let all = settings.snapshots.keys
        let beginning = RowKey(revision: 0)
        let first = try source.flatMap { source throws(StoreError) in
            try noting { () throws(StoreError) in try source.firstKey() } ?? nil
        }
        // Whether the rows go on from there.
        func isConnected(_ key: RowKey) -> Bool { first.map { key >= $0 || key.isFollowed(by: $0) } ?? true }
        let connected = all.filter(isConnected)
        // From the newest that leaves enough to the oldest, then those that leave less; at last the others.
        var candidates: [RowKey?] = connected.filter { $0 <= needed }.reversed()
        if first == nil ? all.isEmpty : isConnected(beginning) { candidates.append(nil) }
        candidates += connected.filter { $0 > needed }
        candidates += all.filter { !isConnected($0) }.reversed().map { Optional($0) }
        var best: Replay?
        for candidate in candidates {
            guard var attempt = try begin(candidate) else { continue }
            if let source, isConnected(attempt.key) { run(&attempt, source) }
            if attempt.key > best?.key ?? RowKey(rawValue: -1) { best = attempt }
            if attempt.key >= known { break }
        }
        if let best { return best }
        note("no snapshot can be read, and the journal does not reach back to its beginning")
        isLossy = true
        return Replay(panel: Panel(limits: limits), apps: [], key: beginning)
    }

    /// Goes on as far as the rows do.
    private mutating func run(_ replay: inout Replay, _ source: JournalDatabase) {
        do throws(StoreError) {
            try source.forEachRow(after: replay.key) { row in
                guard replay.key.isFollowed(by: row.key) else {
                    throw StoreError(
                        .damaged,
                        "rows between revision \(replay.key.revision) and \(row.key.revision) of \(source.path) are missing")
                }
                try row.replay(on: &replay.panel, &replay.owners, apps: &replay.apps, &replay.once)
                replay.key = row.key
                return true
            }
        } catch {
            note(error.message)
            isDamaged = isDamaged || error.kind == .damaged
        }
    }

    /// The panel of a snapshot, or a new one. `nil` for one that cannot be read: it is set aside.
    private mutating func begin(_ key: RowKey?) throws(StoreError) -> Replay? {
        guard let key else { return Replay(panel: Panel(limits: limits), apps: [], key: RowKey(revision: 0)) }
        let path = settings.snapshots.file(key)
        do throws(StoreError) {
            let read = try Snapshot(path: path, limits: limits)
            guard read.key == key else { throw StoreError(.damaged, "\(path) is another snapshot") }
            return Replay(panel: read.panel, owners: read.owners, apps: read.apps, key: key)
        } catch  where error.kind == .damaged {
            note(error.message)
            try setAside(path)
            return nil
        }
    }

    // MARK: - Files

    private mutating func makeSnapshotFolder() throws(StoreError) {
        do throws(StoreError) { try settings.snapshots.make(disk) } catch  where error.kind == .damaged {
            note(error.message)
            try setAside(settings.snapshots.path)
            isLossy = true
            try settings.snapshots.make(disk)
        }
    }

    private mutating func readMark() throws(StoreError) -> InUseMark? {
        do throws(StoreError) { return try InUseMark(path: settings.mark) } catch  where error.kind == .damaged {
            note(error.message)
            try setAside(settings.mark)
            isLossy = true
            return nil
        }
    }

    /// - Parameter checks: SQLite reads all of the file, because the last end was not clean.
    /// - Returns: also the database from which the rows are read; `nil` where none can be read.
    private mutating func openDatabase(
        isNew: Bool, checks: Bool
    ) throws(StoreError) -> (database: JournalDatabase, source: JournalDatabase?) {
        if !isNew, !Disk.exists(settings.database) {
            note("\(settings.database) is missing: the last changes may be lost")
            isLossy = true
            // What belonged to it would be taken for a part of the new one.
            return (try setAsideDatabase(nil).database, nil)
        }
        var opened: JournalDatabase?
        do throws(StoreError) {
            let database = try JournalDatabase(path: settings.database)
            opened = database
            if !isNew {
                try database.checkEpoch()
                _ = try database.end()
            }
            guard let problem = try database.problems(isThorough: checks).first else { return (database, database) }
            throw StoreError(.damaged, "\(settings.database) is damaged: \(problem)")
        } catch  where error.kind == .damaged {
            note(error.message)
            isDamaged = true
            return try setAsideDatabase(opened)
        }
    }

    /// - Returns: a new database, and the one that was set aside as far as it can be read.
    private mutating func setAsideDatabase(
        _ database: JournalDatabase?
    ) throws(StoreError) -> (database: JournalDatabase, source: JournalDatabase?) {
        // Not closed before: that would move the log into it, and it is set aside as it was found.
        let aside = try setAside(settings.database, endings: JournalDatabase.fileEndings)
        try? database?.close()
        isSetAside = true
        let new = try JournalDatabase(path: settings.database)
        return (new, aside.flatMap { try? JournalDatabase(reading: $0, isDamaged: true) })
    }

    /// Copies what can be read and leads to the end without a hole.
    private mutating func copyRows(
        from source: JournalDatabase, to database: JournalDatabase, through last: RowKey
    ) throws(StoreError) {
        // From the end back, to where the first one is missing or damaged.
        var (next, first) = (RowKey?.none, RowKey?.none)
        try? source.forEachRow(after: RowKey(rawValue: -1), through: last, .backward) { row in
            guard next.map({ row.key.isFollowed(by: $0) }) ?? true else { return false }
            (next, first) = (row.key, row.key)
            return true
        }
        guard let first else { return }
        var (rows, bytes) = ([JournalRow](), 0)
        try source.forEachRow(after: RowKey(rawValue: first.rawValue - 1), through: last) { row in
            rows.append(row)
            bytes += row.bytes
            if bytes > 1 << 20 {
                try database.insert(rows)
                (rows, bytes) = ([], 0)
            }
            return true
        }
        try database.insert(rows)
    }

    /// The epoch, also where the database does not say it any more.
    private func epoch(of source: JournalDatabase?) throws(StoreError) -> String? {
        if let epoch = try? source?.epoch() { return epoch }
        for key in settings.snapshots.keys.reversed() {
            if let snapshot = try? Snapshot(path: settings.snapshots.file(key), limits: limits) { return snapshot.epoch }
        }
        return nil
    }

    /// Does it; damage is noted, and `nil`.
    private mutating func noting<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value? {
        do throws(StoreError) { return try body() } catch  where error.kind == .damaged {
            note(error.message)
            isDamaged = true
            return nil
        }
    }

    /// Says what is wrong, once: the same damage may be met several times.
    private mutating func note(_ problem: String) {
        if !problems.contains(problem) { problems.append(problem) }
    }

    /// - Parameter endings: of the files that belong together.
    /// - Returns: the new name.
    @discardableResult
    private mutating func setAside(_ path: String, endings: [String] = [""]) throws(StoreError) -> String? {
        guard endings.contains(where: { Disk.exists(path + $0) }) else { return nil }
        var (target, number) = (path + suffix, 1)
        while endings.contains(where: { Disk.exists(target + $0) }) {
            number += 1
            target = "\(path)\(suffix)-\(number)"
        }
        for ending in endings where Disk.exists(path + ending) {
            guard rename(path + ending, target + ending) == 0 else { throw .system("set aside", path + ending) }
        }
        try disk.syncDirectory(of: path)
        note("\(path) was set aside as \(target)")
        return target
    }
}

/// Names a state.
enum Epoch {
    /// Four letters and digits that are hard to confuse when they are read out.
    static func random(not other: String? = nil) -> String {
        let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
        var generator = SystemRandomNumberGenerator()
        while true {
            let epoch = String((0..<4).map { _ in alphabet[Int.random(in: alphabet.indices, using: &generator)] })
            if epoch != other { return epoch }
        }
    }
}
