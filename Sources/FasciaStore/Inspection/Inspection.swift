import FasciaModel
import FasciaWire
import Glibc

/// Reads a state directory without changing it, even while a daemon uses it.
struct Inspection {
    private let settings: StoreSettings
    private let limits: Limits
    private let events: EventReader?
    private var report = StateReport()

    /// - Throws: `refused` if there is no state or it cannot be read; `newer` for the state of a newer version.
    static func run(
        _ settings: StoreSettings, limits: Limits, events: EventReader? = nil
    ) throws(StoreError) -> StateReport {
        var inspection = Inspection(settings: settings, limits: limits, events: events)
        try inspection.run()
        return inspection.report
    }

    private init(settings: StoreSettings, limits: Limits, events: EventReader?) {
        (self.settings, self.limits, self.events) = (settings, limits, events)
    }

    private mutating func run() throws(StoreError) {
        guard settings.holdsState else { throw StoreError(.refused, "there is no state in \(settings.directory)") }
        report.setAside = settings.setAside
        let path = settings.inUseMarkerPath
        // Read before the rows: a daemon that uses the state may commit more meanwhile.
        let inUseMarker = try recordingDamage { () throws(StoreError) in try InUseMarker(path: path) } ?? nil
        let database = try openDatabase()
        if Disk.exists(settings.snapshots.path), !Disk.isDirectory(settings.snapshots.path) {
            recordProblem("\(settings.snapshots.path) is not a directory")
        }
        var snapshots = try readSnapshots()
        if let database {
            report.epoch = try recordingDamage { () throws(StoreError) in try database.epoch() } ?? nil
            _ = try recordingDamage { () throws(StoreError) in try database.checkEpoch() }
            let newest = inUseMarker?.isFromAnotherBoot(than: settings) == true ? nil : settings.snapshots.keys.last
            _ = try recordingDamage { () throws(StoreError) in try database.checkRows(reach: newest ?? RowKey(revision: 0)) }
            try checkDatabase(database)
        }
        report.epoch = report.epoch ?? snapshots.last?.epoch
        if snapshots.isEmpty {
            let beginning = RowKey(revision: 0)
            if let rows = report.rows, !beginning.isFollowed(by: rows.lowerBound) {
                recordProblem("no snapshot can be read, and the first rows of the journal are missing")
            } else {
                let time = Timestamp(milliseconds: 0)
                snapshots = [JournalSnapshot(epoch: "", key: beginning, time: time, panel: Panel(limits: limits), apps: [])]
            }
        }
        try replay(snapshots, database, known: inUseMarker?.last)
    }

    private mutating func recordProblem(_ text: String) {
        if !report.problems.contains(text) { report.problems.append(text) }
    }

    /// Runs `body`; if it throws `damaged`, adds a problem and returns `nil`.
    private mutating func recordingDamage<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value? {
        do throws(StoreError) { return try body() } catch  where error.kind == .damaged {
            recordProblem(error.message)
            return nil
        }
    }

    // MARK: - Parts

    private mutating func openDatabase() throws(StoreError) -> JournalDatabase? {
        let path = settings.database
        guard Disk.exists(path) else {
            recordProblem("\(path) is missing: changes after the newest snapshot are lost")
            return nil
        }
        _ = try recordingDamage { () throws(StoreError) in try JournalSchema.checkHeader(path) }
        let sound = try recordingDamage { () throws(StoreError) in try JournalDatabase(reading: path) }
        return sound ?? (try? JournalDatabase(reading: path, isDamaged: true))
    }

    /// Lets SQLite check the whole file, and checks that each row is sound and none is missing. All damage counts as damage
    /// to the history at first; `replay` reports damage to the rows that the state needs.
    private mutating func checkDatabase(_ database: JournalDatabase) throws(StoreError) {
        var wrong = try recordingDamage { () throws(StoreError) in try database.integrityProblems(readsWholeFile: true) } ?? []
        wrong = wrong.map { "\(database.path) is damaged: \($0)" }
        var (rows, previous) = (ClosedRange<RowKey>?.none, RowKey?.none)
        var damaged: [String] = []
        do throws(StoreError) {
            try database.forEachRow(after: RowKey(rawValue: -1), damaged: { damaged.append($0.message) }) {
                [events, report] row in
                if let previous, !previous.isFollowed(by: row.key), damaged.isEmpty {
                    damaged.append(StoreError.missingRows(between: previous, and: row.key, of: database.path).message)
                }
                previous = row.key
                rows = (rows?.lowerBound ?? row.key)...row.key
                if let events, row.key.makesRevision, row.key.revision > events.after,
                    let event = EncodedEvent(row, report.epoch ?? "", events.topics)
                {
                    events.receive(event)
                }
                return true
            }
        } catch  where error.kind == .damaged { damaged.append(error.message) }
        report.rows = rows
        report.historyProblems = wrong + damaged
    }

    private mutating func readSnapshots() throws(StoreError) -> [JournalSnapshot] {
        var snapshots: [JournalSnapshot] = []
        for key in settings.snapshots.keys {
            let (path, limits) = (settings.snapshots.file(key), limits)
            let bytes = Disk.size(of: path)
            let read = try recordingDamage { () throws(StoreError) in
                // A daemon may have deleted it since.
                Disk.exists(path) ? try JournalSnapshot(path: path, limits: limits) : nil
            }
            guard let read = read ?? nil else { continue }
            guard read.key == key else {
                recordProblem("\(path) contains the snapshot of another revision")
                continue
            }
            snapshots.append(read)
            report.snapshots.append(.init(revision: read.panel.revision, time: read.time, bytes: bytes))
        }
        return snapshots
    }

    // MARK: - Replaying

    /// Replays the rows after the newest snapshot. If those do not lead to the last known row, tries the older snapshots.
    private mutating func replay(
        _ snapshots: [JournalSnapshot], _ database: JournalDatabase?, known: RowKey?
    ) throws(StoreError) {
        let known = max(
            report.rows?.upperBound ?? RowKey(revision: 0), snapshots.last?.key ?? RowKey(revision: 0),
            known ?? RowKey(revision: 0))
        var reached: RowKey?
        for start in snapshots.reversed() where reached ?? RowKey(rawValue: -1) < known {
            var (panel, owners, apps, key, once) = (start.panel, start.owners, start.apps, start.key, IdempotencyCache())
            do throws(StoreError) {
                try database?.forEachRow(after: key) { row in
                    guard key.isFollowed(by: row.key) else {
                        throw StoreError.missingRows(between: key, and: row.key, of: settings.database)
                    }
                    try row.replay(on: &panel, &owners, apps: &apps, &once)
                    key = row.key
                    return true
                }
            } catch  where error.kind == .damaged { recordProblem(error.message) }
            guard key > reached ?? RowKey(rawValue: -1) else { continue }
            (report.panel, report.apps, reached) = (panel, apps, key)
        }
        if reached ?? RowKey(revision: 0) < known {
            recordProblem(
                "the state can be restored up to revision \(report.panel.revision) only: later changes are lost")
        }
        report.historyProblems.removeAll(where: report.problems.contains)
    }
}
