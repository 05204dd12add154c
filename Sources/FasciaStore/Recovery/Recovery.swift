import FasciaModel
import FasciaWire
import Glibc

/// Restores the panel from the files in the state directory.
///
/// Reads a snapshot and replays the rows after it. Damaged files are renamed, never deleted, and as much as possible is
/// restored from the others. If acknowledged changes may be lost, a new epoch begins, so that every watcher is told that
/// there is a gap.
struct Recovery {
    private let settings: StoreSettings
    private let limits: Limits
    private let disk: Disk
    private var problems: [String] = []
    /// Changes that clients may have seen are lost, or may be.
    private var mayHaveLostChanges = false
    /// The database is damaged.
    private var isDamaged = false
    /// The database was set aside and replaced by a new one.
    private var isSetAside = false
    /// The suffix of files that are set aside.
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
        let inUseMarker = try readInUseMarker()
        let isNew = inUseMarker == nil && !mayHaveLostChanges && snapshots.keys.isEmpty && !Disk.exists(settings.database)
        var (database, source) = try openDatabase(isNew: isNew, checks: inUseMarker != nil || mayHaveLostChanges)

        let oldEpoch = try epoch(of: source)
        let start = RowKey(revision: 0)
        let end =
            isNew
            ? start
            : try source.flatMap { source throws(StoreError) in
                try recordingDamage { () throws(StoreError) in try source.end() }
            }
        let machineCrashed = !mayHaveLostChanges && inUseMarker.map { $0.isFromAnotherBoot(than: settings) } ?? false
        // Without `end` it is unknown how far the rows went.
        if end == nil { mayHaveLostChanges = true }
        if let source, let newest = snapshots.keys.last, end != nil, !machineCrashed {
            let isWhole: Void? = try recordingDamage { () throws(StoreError) in try source.checkRows(reach: newest) }
            if isWhole == nil { mayHaveLostChanges = true }
        }
        let known = max(end ?? start, snapshots.keys.last ?? start, inUseMarker?.last ?? start)
        let replay = try replay(source, known: known)
        if replay.key < known {
            recordProblem("the state can be restored up to revision \(replay.key.revision) only: later changes are lost")
            mayHaveLostChanges = true
        }

        var epoch = oldEpoch ?? Epoch.random()
        if machineCrashed, !mayHaveLostChanges {
            recordProblem("the machine crashed while the state was in use: the last changes may be lost")
        }
        if mayHaveLostChanges || machineCrashed { epoch = Epoch.random(not: oldEpoch) }
        if mayHaveLostChanges {
            for key in snapshots.keys where key > replay.key { try setAside(snapshots.file(key)) }
        }
        if mayHaveLostChanges || isDamaged, !isSetAside, !isNew { (database, source) = try setAsideDatabase(database) }
        if mayHaveLostChanges || isDamaged || machineCrashed {
            // The snapshot comes first: if the process is killed after this, the state is complete on the disk.
            let snapshot = JournalSnapshot(
                epoch: epoch, key: replay.key, time: Journal.now, panel: replay.panel, owners: replay.owners, apps: replay.apps)
            _ = try snapshot.write(to: snapshots.file(replay.key), disk: disk)
        }
        // After a loss, revisions are counted on from an earlier one under a new epoch. Old events would get that epoch, so
        // they are not kept.
        if isDamaged, !mayHaveLostChanges, let source { try copyConnectedRows(from: source, to: database, through: replay.key) }
        // The snapshot is ahead of the rows, which did not all reach the disk. The next row would leave a gap after them.
        if let last = try database.lastKey(), last != replay.key { try database.delete(after: RowKey(rawValue: -1)) }
        if try database.epoch() != epoch { try database.setEpoch(epoch, start: replay.key) }
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
        /// The last row that is applied.
        var key: RowKey
    }

    /// Replays from one snapshot after the other until one leads to `known`, and takes the one that leads farthest.
    private mutating func replay(
        _ source: JournalDatabase?, known: RowKey
    ) throws(StoreError) -> Replay {
        let needed = RowKey(revision: max(0, known.revision - settings.replayedRevisions))
        let all = settings.snapshots.keys
        let beginning = RowKey(revision: 0)
        let first = try source.flatMap { source throws(StoreError) in
            try recordingDamage { () throws(StoreError) in try source.firstKey() } ?? nil
        }
        // Whether the first row directly follows the key, or the key is one of the rows or after them.
        func isConnected(_ key: RowKey) -> Bool { first.map { key >= $0 || key.isFollowed(by: $0) } ?? true }
        let connected = all.filter(isConnected)
        // First the snapshots that leave enough rows to replay, from the newest on. Then those that leave fewer, and at last
        // those that the rows do not continue.
        var candidates: [RowKey?] = connected.filter { $0 <= needed }.reversed()
        if first == nil ? all.isEmpty : isConnected(beginning) { candidates.append(nil) }
        candidates += connected.filter { $0 > needed }
        candidates += all.filter { !isConnected($0) }.reversed().map { Optional($0) }
        var best: Replay?
        for candidate in candidates {
            guard var attempt = try startReplay(from: candidate) else { continue }
            if let source, isConnected(attempt.key) { run(&attempt, source) }
            if attempt.key > best?.key ?? RowKey(rawValue: -1) { best = attempt }
            if attempt.key >= known { break }
        }
        if let best { return best }
        recordProblem("no snapshot can be read, and the first rows of the journal are missing")
        mayHaveLostChanges = true
        return Replay(panel: Panel(limits: limits), apps: [], key: beginning)
    }

    /// Replays the rows until the first gap or damaged row.
    private mutating func run(_ replay: inout Replay, _ source: JournalDatabase) {
        do throws(StoreError) {
            try source.forEachRow(after: replay.key) { row in
                guard replay.key.isFollowed(by: row.key) else {
                    throw StoreError.missingRows(between: replay.key, and: row.key, of: source.path)
                }
                try row.replay(on: &replay.panel, &replay.owners, apps: &replay.apps, &replay.once)
                replay.key = row.key
                return true
            }
        } catch {
            recordProblem(error.message)
            isDamaged = isDamaged || error.kind == .damaged
        }
    }

    /// The panel of a snapshot, or a new panel for `nil`. Returns `nil` for a damaged snapshot, which is set aside.
    private mutating func startReplay(from key: RowKey?) throws(StoreError) -> Replay? {
        guard let key else { return Replay(panel: Panel(limits: limits), apps: [], key: RowKey(revision: 0)) }
        let path = settings.snapshots.file(key)
        do throws(StoreError) {
            let read = try JournalSnapshot(path: path, limits: limits)
            guard read.key == key else { throw StoreError(.damaged, "\(path) contains the snapshot of another revision") }
            return Replay(panel: read.panel, owners: read.owners, apps: read.apps, key: key)
        } catch  where error.kind == .damaged {
            recordProblem(error.message)
            try setAside(path)
            return nil
        }
    }

    // MARK: - Files

    private mutating func makeSnapshotFolder() throws(StoreError) {
        do throws(StoreError) { try settings.snapshots.make(disk) } catch  where error.kind == .damaged {
            recordProblem(error.message)
            try setAside(settings.snapshots.path)
            mayHaveLostChanges = true
            try settings.snapshots.make(disk)
        }
    }

    private mutating func readInUseMarker() throws(StoreError) -> InUseMarker? {
        do throws(StoreError) { return try InUseMarker(path: settings.inUseMarkerPath) } catch  where error.kind == .damaged {
            recordProblem(error.message)
            try setAside(settings.inUseMarkerPath)
            mayHaveLostChanges = true
            return nil
        }
    }

    /// - Parameter checks: whether SQLite reads the whole file, because the state was not closed properly.
    /// - Returns: the database to write to, and the one to read rows from; `nil` if none can be read.
    private mutating func openDatabase(
        isNew: Bool, checks: Bool
    ) throws(StoreError) -> (database: JournalDatabase, source: JournalDatabase?) {
        if !isNew, !Disk.exists(settings.database) {
            recordProblem("\(settings.database) is missing: the last changes may be lost")
            mayHaveLostChanges = true
            // Remaining parts of it, such as its log, would be taken for parts of the new database.
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
            guard let problem = try database.integrityProblems(readsWholeFile: checks).first else { return (database, database) }
            throw StoreError(.damaged, "\(settings.database) is damaged: \(problem)")
        } catch  where error.kind == .damaged {
            recordProblem(error.message)
            isDamaged = true
            return try setAsideDatabase(opened)
        }
    }

    /// - Returns: a new database, and the one that was set aside, if it can be read at all.
    private mutating func setAsideDatabase(
        _ database: JournalDatabase?
    ) throws(StoreError) -> (database: JournalDatabase, source: JournalDatabase?) {
        // Renamed before it is closed: closing moves the log into the database, and the files are kept as they were found.
        let aside = try setAside(settings.database, endings: JournalDatabase.fileEndings)
        try? database?.close()
        isSetAside = true
        let new = try JournalDatabase(path: settings.database)
        return (new, aside.flatMap { try? JournalDatabase(reading: $0, isDamaged: true) })
    }

    /// Copies the rows that are readable and connected to the last row without a gap.
    private mutating func copyConnectedRows(
        from source: JournalDatabase, to database: JournalDatabase, through last: RowKey
    ) throws(StoreError) {
        // Reads backward from the end, until a row is missing or damaged.
        var (next, first) = (RowKey?.none, RowKey?.none)
        try? source.forEachRow(after: RowKey(rawValue: -1), through: last, .backward) { row in
            guard next.map({ row.key.isFollowed(by: $0) }) ?? true else { return false }
            (next, first) = (row.key, row.key)
            return true
        }
        guard let first else { return }
        let isCopied: Void? = try recordingDamage { () throws(StoreError) in
            try Self.copyRows(from: source, to: database, RowKey(rawValue: first.rawValue - 1), through: last)
        }
        // What is read backward may be damaged forward: another part of the file leads there. The panel needs no rows.
        if isCopied == nil { try database.delete(after: RowKey(rawValue: -1)) }
    }

    private static func copyRows(
        from source: JournalDatabase, to database: JournalDatabase, _ start: RowKey, through last: RowKey
    ) throws(StoreError) {
        var (rows, bytes) = ([JournalRow](), 0)
        try source.forEachRow(after: start, through: last) { row in
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

    /// The epoch of the database, or of the newest readable snapshot if the database has none.
    private func epoch(of source: JournalDatabase?) throws(StoreError) -> String? {
        if let epoch = try? source?.epoch() { return epoch }
        for key in settings.snapshots.keys.reversed() {
            if let snapshot = try? JournalSnapshot(path: settings.snapshots.file(key), limits: limits) { return snapshot.epoch }
        }
        return nil
    }

    /// Runs `body`; if it throws `damaged`, notes the problem and returns `nil`.
    private mutating func recordingDamage<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value? {
        do throws(StoreError) { return try body() } catch  where error.kind == .damaged {
            recordProblem(error.message)
            isDamaged = true
            return nil
        }
    }

    /// Adds a problem, unless it is listed: the same damage may be met several times.
    private mutating func recordProblem(_ problem: String) {
        if !problems.contains(problem) { problems.append(problem) }
    }

    /// Renames files, and notes it.
    ///
    /// - Parameter endings: the endings of the files that belong together.
    /// - Returns: the new path without ending; `nil` if none of the files exists.
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
        recordProblem("\(path) was set aside as \(target)")
        return target
    }
}

/// The name of a state. Revisions of different epochs are not comparable.
enum Epoch {
    /// Four random letters and digits, without those that are easily confused when read aloud.
    static func random(not other: String? = nil) -> String {
        let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
        var generator = SystemRandomNumberGenerator()
        while true {
            let epoch = String((0..<4).map { _ in alphabet[Int.random(in: alphabet.indices, using: &generator)] })
            if epoch != other { return epoch }
        }
    }
}
