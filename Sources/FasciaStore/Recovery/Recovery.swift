import FasciaModel
import FasciaWire
import Glibc

/// From what is in the state directory to the panel that it stands for.
///
/// The newest snapshot that leaves enough to tell is read, and what was done since is done again: first from the
/// database, then from the tail. Whatever is not what was written is set aside under another name, never deleted, and
/// the best of the rest is taken. Where something that was acknowledged may be lost by that, a new epoch begins, so that
/// every watcher is told that there is a gap.
struct Recovery {
    private let settings: StoreSettings
    private let limits: Limits
    private let disk: Disk
    private let receiver: EventReceiver
    private var problems: [String] = []
    /// Something that others may have seen cannot be found again.
    private var isLossy = false
    /// The tail was made just now, and has nothing in it.
    private var hasNewTail = false
    /// Behind the names of what is set aside.
    private let suffix = ".damaged-" + Journal.now.text.replacing(":", with: "-")

    private init(_ settings: StoreSettings, _ limits: Limits, _ disk: Disk, _ receiver: EventReceiver) {
        self.settings = settings
        self.limits = limits
        self.disk = disk
        self.receiver = receiver
    }

    static func run(
        _ settings: StoreSettings, limits: Limits, disk: Disk, receiver: EventReceiver
    ) throws(StoreError) -> Recovered {
        var recovery = Recovery(settings, limits, disk, receiver)
        return try recovery.run()
    }

    private mutating func run() throws(StoreError) -> Recovered {
        let snapshots = settings.snapshots
        try snapshots.make(disk)
        let wentDown = try settings.bootMark.machineWentDown()
        var (database, isWhole) = try openDatabase()
        var epoch = try knownEpoch(database) ?? Epoch.random()
        var file = try openTail(epoch, database)
        let last = try database.last()
        let fromDatabase = (last?.sequence ?? 0) + 1

        // A database that was lost leaves only the tail, which still has what was in it lately.
        let scan = TailScan(file.memory, from: fromDatabase)
        var known = max(fromDatabase, scan.lastSequence + 1, snapshots.sequences.last ?? 1)
        if let told = settings.lastTold, let untold = scan.records.first(where: { $0.revision > told }) {
            known = min(known, untold.sequence)
        }
        let (replay, scanned, begun) = try replay(database, file, isWhole: isWhole, from: fromDatabase, until: known)
        if replay.sequence < known { isLossy = true }

        var head = Place(position: scanned.end, sequence: replay.sequence, revision: replay.panel.revision)
        var (stored, durable) = (head, head)
        if isWhole, let first = scanned.records.first(where: { $0.next > fromDatabase }) {
            stored = Place(
                position: first.position, sequence: first.sequence, revision: last?.revision ?? begun.panel.revision)
        } else if !isWhole, let first = scanned.records.first {
            stored = Place(position: first.position, sequence: first.sequence, revision: begun.panel.revision)
        }
        durable = stored
        if isLossy {
            // The events of before would be told under new revisions, so none of them is told.
            receiver.begin(replay.panel.revision)
            if isWhole, replay.sequence < fromDatabase {
                try? database.close()
                try setAsideDatabase()
                database = try JournalDatabase(path: settings.database)
            }
            if !hasNewTail { try setAside(settings.tail) } else { unlink(settings.tail) }
            for sequence in snapshots.sequences where sequence > replay.sequence { try setAside(snapshots.file(sequence)) }
            epoch = Epoch.random(not: epoch)
            file = try TailFile(path: settings.tail, capacity: settings.tailBytes, epoch: epoch, disk: disk)
            head.position = 0
            (stored, durable) = (head, head)
        } else {
            scanned.forgetRest(in: file.memory)
            if wentDown { (epoch, file) = try beginEpoch(after: epoch, file, replay) }
        }
        // What waits to be sent in another process's memory may wait for this.
        if stored != head, disk.sync(file.descriptor) == 0 { durable = head }
        if try database.epoch() != epoch { try database.begin(epoch: epoch) }
        let newest = snapshots.sequences.last ?? 1
        if isLossy || !isWhole {
            // From here on nothing that is before is needed.
            _ = try Snapshot(epoch: epoch, sequence: head.sequence, time: Journal.now, panel: replay.panel, apps: replay.apps)
                .write(to: snapshots.file(head.sequence), disk: disk)
        }
        try settings.bootMark.set(disk)
        let tail = Tail(memory: file.memory, descriptor: file.descriptor, head: head, released: stored.position)
        let journal = try Journal(
            epoch: epoch, tail: tail, file: file, database: database, settings: settings, disk: disk, stored: stored, durable: durable,
            apps: replay.apps, snapshotSequence: min(newest, stored.sequence),
            follows: isLossy ? PanelPlace(panel: replay.panel, sequence: head.sequence) : begun)
        return Recovered(
            journal: journal, panel: replay.panel, apps: replay.apps, once: replay.once, problems: problems)
    }

    /// The same state under another epoch: what was told of it, but is not there any more, was told under the one before,
    /// and no cursor of that is used again for other events.
    private mutating func beginEpoch(
        after epoch: String, _ file: TailFile, _ replay: Replay
    ) throws(StoreError) -> (epoch: String, file: TailFile) {
        note(
            "the machine went down while the state was in use: changes that were not made durable may be lost")
        let next = Epoch.random(not: epoch)
        // First of all: whatever comes between, the state is there.
        _ = try Snapshot(epoch: next, sequence: replay.sequence, time: Journal.now, panel: replay.panel, apps: replay.apps)
            .write(to: settings.snapshots.file(replay.sequence), disk: disk)
        try TailFile.rewrite(settings.tail, disk) { $0.epoch = next }
        return (next, try TailFile(path: settings.tail, capacity: settings.tailBytes, epoch: next, disk: disk))
    }

    // MARK: - Doing it again

    /// Tries the snapshots until one leads to the end; else the one that leads farthest.
    private mutating func replay(
        _ database: JournalDatabase, _ file: TailFile, isWhole: Bool, from tailStart: UInt64, until known: UInt64
    ) throws(StoreError) -> Attempt {
        // So far back that there is enough to tell, and that it can be said what the records of the tail have changed.
        let needed = min(known > settings.historyRecords ? known - settings.historyRecords : 1, tailStart)
        let all = settings.snapshots.sequences
        var first: UInt64?
        if isWhole { first = try database.firstSequence() ?? tailStart }
        let connected = all.filter { $0 >= first ?? 0 }
        let old = connected.filter { $0 <= needed }.reversed()
        let new = connected.filter { $0 > needed }
        let rest = all.filter { $0 < first ?? 0 }.reversed()
        // From the newest that leaves enough to tell to the oldest, then those that leave less; a new panel, where the
        // journal begins with it. At the very end those from which the journal does not go on.
        let candidates =
            old.map { Optional($0) } + (first == nil || first == 1 ? [nil] : []) + new.map { Optional($0) }
            + rest.map { Optional($0) }
        var best: Attempt?
        for candidate in candidates {
            guard candidate ?? 1 > best?.replay.sequence ?? 0 else { continue }
            guard let start = try begin(candidate) else { continue }
            let attempt = attempt(start, isWhole ? database : nil, file, until: known)
            if attempt.replay.sequence > best?.replay.sequence ?? 0 { best = attempt }
            if attempt.replay.sequence >= known { break }
        }
        if let best { return best }
        note("no snapshot can be read, and the journal does not reach back to its beginning")
        isLossy = true
        let panel = Panel(limits: limits)
        return (
            Replay(panel, apps: [], sequence: known, receiver), TailScan(file.memory, from: known),
            PanelPlace(panel: panel, sequence: known)
        )
    }

    /// How far it went, what is in the tail of it, and the panel where the database ends.
    private typealias Attempt = (replay: Replay, scan: TailScan, begun: PanelPlace)

    /// Where to begin.
    private struct Start {
        var panel: Panel
        var apps: [String]
        /// The number of the first record that is not in it.
        var sequence: UInt64
    }

    /// Goes as far as it goes from here.
    private mutating func attempt(
        _ start: Start, _ database: JournalDatabase?, _ file: TailFile, until known: UInt64
    ) -> Attempt {
        var end = known
        while true {
            var replay = Replay(start.panel, apps: start.apps, sequence: start.sequence, before: end, receiver)
            var begun = PanelPlace(panel: start.panel, sequence: start.sequence)
            do throws(StoreError) {
                try database?.forEachChunk(from: start.sequence) { try replay.apply($0) }
                begun = PanelPlace(panel: replay.panel, sequence: replay.sequence)
                let scan = try finish(&replay, file)
                return (replay, scan, begun)
            } catch {
                note(error.message)
                guard replay.isTainted else { return (replay, TailScan(file.memory, from: replay.sequence), begun) }
                // Once more up to there.
                end = replay.sequence
            }
        }
    }

    /// Does what is in the tail.
    private func finish(_ replay: inout Replay, _ file: TailFile) throws(StoreError) -> TailScan {
        var scan = TailScan(file.memory, from: replay.sequence)
        if let rest = scan.records.firstIndex(where: { $0.sequence >= replay.end }) { scan.cut(at: rest) }
        for header in scan.records {
            let payload = file.memory.payload(of: header)
            let records = try TailRecords(header, payload, at: file.path) { () throws(StoreError) in
                try LargeRecord.read(payload, LargeRecord.path(header.sequence, in: settings.directory))
            }
            try replay.apply(records)
        }
        return scan
    }

    /// The panel of a snapshot, or a new one. `nil` for one that cannot be read: it is set aside.
    private mutating func begin(_ snapshot: UInt64?) throws(StoreError) -> Start? {
        guard let snapshot else { return Start(panel: Panel(limits: limits), apps: [], sequence: 1) }
        let path = settings.snapshots.file(snapshot)
        do throws(StoreError) {
            let read = try Snapshot(path: path, limits: limits)
            guard read.sequence == snapshot else { throw StoreError(.damaged, "\(path) is another snapshot") }
            return Start(panel: read.panel, apps: read.apps, sequence: read.sequence)
        } catch where error.kind == .damaged {
            note(error.message)
            try setAside(path)
            return nil
        }
    }

    /// Says what is wrong, once: the same damage may be met again on another way.
    private mutating func note(_ problem: String) {
        if !problems.contains(problem) { problems.append(problem) }
    }

    // MARK: - Files

    private mutating func openDatabase() throws(StoreError) -> (JournalDatabase, isWhole: Bool) {
        do throws(StoreError) {
            let database = try JournalDatabase(path: settings.database)
            _ = (try database.epoch(), try database.last())
            return (database, true)
        } catch where error.kind == .damaged {
            note(error.message)
            try setAsideDatabase()
            return (try JournalDatabase(path: settings.database), false)
        }
    }

    /// The tail of this epoch. One that is missing or damaged may have held what is nowhere else.
    private mutating func openTail(_ epoch: String, _ database: JournalDatabase) throws(StoreError) -> TailFile {
        let isNew = try database.epoch() == nil && settings.snapshots.sequences.isEmpty
        hasNewTail = !Disk.exists(settings.tail)
        if hasNewTail, !isNew {
            note("\(settings.tail) is missing: the last changes may be lost")
            isLossy = true
        }
        do throws(StoreError) {
            return try TailFile(path: settings.tail, capacity: settings.tailBytes, epoch: epoch, disk: disk)
        } catch where error.kind == .damaged {
            note(error.message)
            isLossy = true
            hasNewTail = true
            try setAside(settings.tail)
            return try TailFile(path: settings.tail, capacity: settings.tailBytes, epoch: epoch, disk: disk)
        }
    }

    /// The epoch, also where the database does not know it any more.
    private func knownEpoch(_ database: JournalDatabase) throws(StoreError) -> String? {
        if let epoch = try database.epoch() { return epoch }
        if let epoch = try TailFile.epoch(of: settings.tail) { return epoch }
        for sequence in settings.snapshots.sequences.reversed() {
            if let snapshot = try? Snapshot(path: settings.snapshots.file(sequence), limits: limits) { return snapshot.epoch }
        }
        return nil
    }

    private mutating func setAsideDatabase() throws(StoreError) {
        for end in ["", "-wal", "-shm"] where Disk.exists(settings.database + end) { try setAside(settings.database + end) }
    }

    private mutating func setAside(_ path: String) throws(StoreError) {
        guard Disk.exists(path) else { return }
        var target = path + suffix
        var number = 1
        while Disk.exists(target) {
            number += 1
            target = "\(path)\(suffix)-\(number)"
        }
        guard rename(path, target) == 0 else { throw .system("set aside", path) }
        try disk.syncDirectory(of: path)
        note("\(path) was set aside as \(target)")
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
