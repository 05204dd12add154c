import FasciaModel
import FasciaWire
import Glibc

/// Moves what has reached the disk from the tail to the database, some of it at a time, and writes snapshots. A thread
/// of its own, asleep while there is nothing.
final class Archiver: Sendable {
    private let shared: JournalShared
    private let file: TailFile
    private let database: JournalDatabase
    private let snapshots: SnapshotFolder
    private let settings: StoreSettings
    private let disk: Disk

    /// How long records stay in the tail while they are few, so that there are more in a row.
    private static let nap: Int32 = 1_000
    /// How long to wait after a failure.
    private static let recovery: Int32 = 500
    /// Bytes of a row's records, about, and of all that are moved at once.
    private static let rowBytes = 65_536
    private static let groupBytes = 1_048_576

    init(
        shared: JournalShared, file: TailFile, database: JournalDatabase, snapshots: SnapshotFolder,
        settings: StoreSettings, disk: Disk
    ) {
        self.shared = shared
        self.file = file
        self.database = database
        self.snapshots = snapshots
        self.settings = settings
        self.disk = disk
    }

    /// What is counted towards the next snapshot.
    private struct SinceSnapshot {
        var records: UInt64 = 0
        var bytes = 0
        /// What became different, which has to be done again when the daemon starts.
        var changes = 0
    }

    private enum Work {
        case move(from: Place, to: Place)
        case snapshot(Snapshot)
        case end
    }

    func run(since sequence: UInt64) {
        var since = SinceSnapshot()
        since.records = shared.state.withLock { $0.stored.sequence } - sequence
        while true {
            switch next() {
            case .move(let from, let to):
                do throws(StoreError) {
                    FaultPoint.storeBefore.reach()
                    let moved = try move(from: from, to: to, &since)
                    FaultPoint.storeAfter.reach()
                    finish(moved, nil)
                    if isDue(since) { ask() }
                } catch {
                    finish(nil, error.message)
                    if shared.state.withLock({ $0.isClosing }) { return end() }
                    shared.archiver.wait(milliseconds: Self.recovery)
                }
            case .snapshot(let snapshot):
                since = SinceSnapshot()
                write(snapshot)
            case .end: return end()
            }
        }
    }

    private func next() -> Work {
        while true {
            let (work, waits): (Work?, Int32) = shared.state.withLock { state in
                let pending = Int(state.durable.position - state.stored.position)
                let isPressed =
                    state.wantsRoom || state.isClosing || state.offered != nil || pending > file.memory.capacity / 4
                state.archiverNaps = pending > 0 && !isPressed && !state.archiverNaps
                if state.archiverNaps { return (nil, Self.nap) }
                if pending > 0 { return (.move(from: state.stored, to: state.durable), 0) }
                state.wantsRoom = false
                // A snapshot must never be ahead of the records, or it would be of a state that nobody knows of.
                if let offered = state.offered, offered.sequence <= state.stored.sequence {
                    state.offered = nil
                    return (.snapshot(offered), 0)
                }
                if state.isClosing, state.syncerHasEnded { return (.end, 0) }
                state.archiverSleeps = true
                return (nil, -1)
            }
            if let work { return work }
            shared.archiver.wait(milliseconds: waits)
        }
    }

    private func end() {
        shared.state.withLock { $0.archiverHasEnded = true }
        shared.news.wake()
    }

    // MARK: - Records

    /// Moves as much as goes at once.
    ///
    /// - Returns: how far it has come.
    private func move(from start: Place, to end: Place, _ since: inout SinceSnapshot) throws(StoreError) -> Place {
        var (chunks, large): ([JournalDatabase.Chunk], [String]) = ([], [])
        var (place, bytes) = (start, 0)
        while place.position < end.position, bytes < Self.groupBytes, let header = file.memory.header(at: place.position) {
            let payload = file.memory.payload(of: header)
            var whole = header.kind == .large ? [] : Array(payload)
            if header.kind == .large {
                let path = LargeRecord.path(header.sequence, in: settings.directory)
                whole = try LargeRecord.read(payload, path)
                large.append(path)
            }
            if let last = chunks.indices.last, chunks[last].records.count + whole.count < Self.rowBytes {
                chunks[last].records.append(UInt8(ascii: ","))
                chunks[last].records += whole
            } else {
                if let last = chunks.indices.last { chunks[last].records.append(UInt8(ascii: "]")) }
                chunks.append(
                    .init(
                        first: header.sequence, last: header.sequence, firstRevision: header.revision,
                        lastRevision: header.revision, time: 0, records: [UInt8(ascii: "[")] + whole))
            }
            chunks[chunks.count - 1].last = header.next - 1
            chunks[chunks.count - 1].lastRevision = header.revision
            bytes += whole.count
            place = Place(
                position: header.position + UInt64(header.total), sequence: header.next, revision: header.revision)
        }
        guard !chunks.isEmpty else {
            throw StoreError(.damaged, "\(file.path) does not hold record \(start.sequence) any more")
        }
        chunks[chunks.count - 1].records.append(UInt8(ascii: "]"))
        let now = Journal.now.milliseconds
        for index in chunks.indices { chunks[index].time = now }
        try database.append(chunks)
        for path in large { unlink(path) }
        since.records += place.sequence - start.sequence
        since.bytes += bytes
        return place
    }

    private func finish(_ moved: Place?, _ failure: String?) {
        let bytes = databaseBytes
        let isNews: Bool = shared.state.withLock { state in
            let before = state.storeFailure
            state.storeFailure = failure
            if let moved { state.stored = moved }
            state.facts.databaseBytes = bytes
            return before != failure || moved != nil
        }
        if isNews { shared.news.wake() }
    }

    private var databaseBytes: Int {
        ["", "-wal", "-shm"].reduce(0) { $0 + Disk.size(of: database.path + $1) }
    }

    // MARK: - Snapshots

    private func isDue(_ since: SinceSnapshot) -> Bool {
        since.records >= settings.snapshotRecords || since.bytes >= settings.snapshotBytes
    }

    private func ask() {
        let asks = shared.state.withLock { state in
            guard !state.wantsSnapshot, state.offered == nil else { return false }
            state.wantsSnapshot = true
            return true
        }
        if asks { shared.news.wake() }
    }

    private func write(_ snapshot: Snapshot) {
        do throws(StoreError) {
            FaultPoint.snapshotBefore.reach()
            let bytes = try snapshot.write(to: snapshots.file(snapshot.sequence), disk: disk)
            FaultPoint.snapshotAfter.reach()
            shared.state.withLock { state in
                state.facts.snapshotRevision = snapshot.panel.revision
                state.facts.snapshotTime = snapshot.time.milliseconds
                state.facts.snapshotBytes = bytes
            }
            FaultPoint.compactionBefore.reach()
            try compact(at: snapshot.sequence)
            FaultPoint.compactionAfter.reach()
        } catch {
            // Nothing is lost by it: it takes longer to start. The next one is tried when it is due.
            shared.state.withLock { $0.facts.failure = error.message }
            shared.news.wake()
        }
    }

    /// Drops what is older than anybody asks for.
    private func compact(at sequence: UInt64) throws(StoreError) {
        let needed = sequence > settings.historyRecords ? sequence - settings.historyRecords : 1
        guard let first = snapshots.drop(needed: needed) else { return }
        try database.compact(before: first, age: settings.keepAge, bytes: settings.keepBytes, now: Journal.now.milliseconds)
    }
}
