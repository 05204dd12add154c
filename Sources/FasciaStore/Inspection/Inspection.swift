import FasciaModel
import FasciaWire
import Glibc

/// Looks at a state directory without changing anything in it, also while a daemon has it.
///
/// The tail is copied first and the database read after it: what a daemon moves from the one to the other meanwhile is
/// then there twice, and never missing.
struct Inspection {
    private let settings: StoreSettings
    private let limits: Limits
    private var report = StateReport()
    private let receiver: (_ epoch: String?) -> EventReceiver
    private let kept: KeptEvents?
    /// The records of the tail that stand in files of their own, by their numbers.
    private var large: [UInt64: [UInt8]] = [:]
    /// The number of the first record behind those that were given up for a snapshot.
    private var firstAfterGivenUp: UInt64?

    /// - Throws: `refused` where there is no state or it cannot be read; `newer`.
    static func run(
        _ settings: StoreSettings, limits: Limits, kept: KeptEvents? = nil,
        receiver: @escaping (_ epoch: String?) -> EventReceiver = { _ in .nobody }
    ) throws(StoreError) -> StateReport {
        var inspection = Inspection(settings: settings, limits: limits, kept: kept, receiver: receiver)
        try inspection.run()
        return inspection.report
    }

    private init(
        settings: StoreSettings, limits: Limits, kept: KeptEvents?,
        receiver: @escaping (_ epoch: String?) -> EventReceiver
    ) {
        self.kept = kept
        self.settings = settings
        self.limits = limits
        self.receiver = receiver
    }

    private mutating func run() throws(StoreError) {
        guard settings.holdsState else { throw StoreError(.refused, "there is no state in \(settings.directory)") }
        report.setAside = settings.setAside
        let tail = try copyTail()
        let database = try openDatabase()
        if let database { try look(at: database) }
        if let tail, let epoch = report.epoch, tail.identity.epoch != epoch {
            problem("\(settings.tail) is the tail of another journal (\(tail.identity.epoch), not \(epoch))")
        }
        let snapshots = try readSnapshots()
        report.epoch = report.epoch ?? tail?.identity.epoch ?? snapshots.last?.epoch
        try replay(snapshots, database, tail)
    }

    private mutating func problem(_ text: String) { report.problems.append(text) }

    /// Does it; what is damaged is a problem, and `nil`.
    private mutating func noting<Value>(_ body: () throws(StoreError) -> Value?) throws(StoreError) -> Value? {
        do throws(StoreError) { return try body() } catch where error.kind == .damaged {
            problem(error.message)
            return nil
        }
    }

    // MARK: - Parts

    private mutating func copyTail() throws(StoreError) -> TailCopy? {
        let path = settings.tail
        let tail = try noting { () throws(StoreError) in try TailCopy(path: path) }
        guard let tail else {
            if !Disk.exists(path) { problem("\(path) is missing: the last changes may be lost") }
            return nil
        }
        report.tailBytes = tail.memory.capacity
        for name in Disk.names(in: settings.directory) {
            guard let sequence = LargeRecord.sequence(of: name) else { continue }
            // One that is gone by now is in the database by now.
            large[sequence] = try Disk.read(settings.directory + "/" + name)
        }
        return tail
    }

    private mutating func openDatabase() throws(StoreError) -> JournalDatabase? {
        let path = settings.database
        guard Disk.exists(path) else {
            problem("\(path) is missing: what is not in the newest snapshot and the tail is lost")
            return nil
        }
        return try noting { () throws(StoreError) in try JournalDatabase(lookingAt: path) }
    }

    /// Reads all of it: whether SQLite is content with the file, the rows are what was written, and none is missing.
    private mutating func look(at database: JournalDatabase) throws(StoreError) {
        report.epoch = try noting { () throws(StoreError) in try database.epoch() }
        report.versions = try noting { () throws(StoreError) in try database.versions() } ?? []
        for text in try noting({ () throws(StoreError) in try database.problems() }) ?? [] {
            problem("\(database.path) is damaged: \(text)")
        }
        var (records, revisions): (ClosedRange<UInt64>?, ClosedRange<Int>?)
        var (holes, first): ([String], UInt64?) = ([], nil)
        _ = try noting { () throws(StoreError) in
            try database.forEachChunk(from: 0) { chunk in
                if let last = records?.upperBound, chunk.first != last + 1 {
                    holes.append("records \(last + 1) to \(chunk.first - 1) of \(database.path) are missing")
                }
                if chunk.isGivenUp { first = chunk.last + 1 }
                records = (records?.lowerBound ?? chunk.first)...chunk.last
                revisions = (revisions?.lowerBound ?? chunk.firstRevision)...chunk.lastRevision
            }
        }
        report.records = records
        report.revisions = revisions
        report.problems += holes
        firstAfterGivenUp = first
    }

    private mutating func readSnapshots() throws(StoreError) -> [Snapshot] {
        var snapshots: [Snapshot] = []
        for sequence in settings.snapshots.sequences {
            let (path, limits) = (settings.snapshots.file(sequence), limits)
            let bytes = Disk.size(of: path)
            // A daemon may have dropped it by now.
            let read = try noting { () throws(StoreError) in
                Disk.exists(path) ? try Snapshot(path: path, limits: limits) : nil
            }
            guard let read else { continue }
            guard read.sequence == sequence else {
                problem("\(path) is another snapshot")
                continue
            }
            snapshots.append(read)
            report.snapshots.append(.init(revision: read.panel.revision, time: read.time, bytes: bytes))
        }
        return snapshots
    }

    // MARK: - Doing it again

    /// Does all again that there is, or what the database does not tell; where that does not lead to the end, from a
    /// later snapshot, as a daemon would.
    private mutating func replay(
        _ snapshots: [Snapshot], _ database: JournalDatabase?, _ tail: TailCopy?
    ) throws(StoreError) {
        let first = firstAfterGivenUp ?? report.records?.lowerBound
        var starts: [Snapshot?] = snapshots.filter { $0.sequence >= first ?? 1 }
        if first ?? 1 == 1, starts.isEmpty || first != nil { starts.insert(nil, at: 0) }
        let known = max(
            (report.records?.upperBound ?? 0) + 1, snapshots.last?.sequence ?? 1,
            (tail.map { TailScan($0.memory, from: 1).lastSequence } ?? 0) + 1)
        var reached: UInt64 = 0
        let receiver = receiver(report.epoch)
        if let told = try tellKept(from: starts, database) {
            let last = starts.lastIndex { $0?.panel.revision ?? 0 <= told }
            if let last { starts.removeSubrange(..<last) }
        }
        for start in starts where start?.sequence ?? 1 > reached {
            var replay = Replay(
                start?.panel ?? Panel(limits: limits), apps: start?.apps ?? [], sequence: start?.sequence ?? 1, receiver)
            do throws(StoreError) {
                try database?.forEachChunk(from: replay.sequence) { try replay.apply($0) }
                if let tail { try finish(&replay, tail) }
            } catch where error.kind == .damaged { problem(error.message) }
            guard replay.sequence > reached else { continue }
            // The panel of a record that did something else than it did is none that there ever was.
            if !replay.isTainted { (report.panel, report.apps) = (replay.panel, replay.apps) }
            reached = replay.sequence
            if reached >= known { break }
        }
        if reached < known {
            problem("what is there leads to record \(reached - min(reached, 1)), and there was a record \(known - 1)")
        }
    }

    /// Hands out what the database says itself.
    ///
    /// - Parameter starts: the panels from which it can be done again.
    /// - Returns: up to which revision all was handed out that there is; the rest has to be done again.
    private mutating func tellKept(from starts: [Snapshot?], _ database: JournalDatabase?) throws(StoreError) -> Int? {
        guard let kept else { return nil }
        var told = kept.after
        guard let database else { return told }
        while true {
            let chunk = try noting { () throws(StoreError) in try database.chunk(after: told) }
            guard let chunk else { return told }
            guard let events = chunk.isGivenUp ? [] : KeptEvent.all(of: chunk) else { return told }
            for event in events where event.revision > told {
                if event.changes == nil, starts.contains(where: { $0?.panel.revision ?? 0 < event.revision }) { return told }
                kept.tell(event)
                told = event.revision
            }
            // What was given up is not there.
            told = max(told, chunk.lastRevision)
        }
    }

    /// Does what is in the tail.
    private mutating func finish(_ replay: inout Replay, _ tail: TailCopy) throws(StoreError) {
        let scan = TailScan(tail.memory, from: replay.sequence)
        for header in scan.records {
            let payload = tail.memory.payload(of: header)
            let records = try TailRecords(header, payload, at: settings.tail) { () throws(StoreError) in
                guard let bytes = large[header.sequence], LargeRecord.isWhole(bytes, payload) else {
                    throw LargeRecord.damaged(LargeRecord.path(header.sequence, in: settings.directory))
                }
                return bytes
            }
            try replay.apply(records)
        }
        report.tailRecords = scan.records.reduce(0) { $0 + $1.count }
    }
}
