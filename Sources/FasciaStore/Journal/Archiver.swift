import FasciaModel
import FasciaWire
import Glibc

/// Moves what has reached the disk from the tail to the database, some of it at a time, and writes snapshots. A thread
/// of its own, asleep while there is nothing.
final class Archiver: Sendable {
    private let epoch: String
    private let shared: JournalShared
    private let file: TailFile
    private let database: JournalDatabase
    private let snapshots: SnapshotFolder
    private let settings: StoreSettings
    private let disk: Disk

    /// How long to wait after a failure.
    private static let recovery: Int32 = 500
    /// Bytes that are moved at once, about.
    private static let groupBytes = 1_048_576

    init(
        epoch: String, shared: JournalShared, file: TailFile, database: JournalDatabase, snapshots: SnapshotFolder,
        settings: StoreSettings, disk: Disk
    ) {
        self.epoch = epoch
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

    /// What is about to come into the database.
    private struct Group {
        var start: Place
        var end: Place
        var chunks: [JournalDatabase.Chunk]
        /// Bytes of the records in them.
        var bytes: Int
        var large: [String]
    }

    /// - Parameter place: the panel before the first record that is not in the database.
    func run(since sequence: UInt64, _ place: consuming PanelPlace) {
        var annotator = Annotator(place)
        // Made once, however often it has to be tried: what is done again cannot be taken back.
        var group: Group?
        var since = SinceSnapshot()
        since.records = shared.state.withLock { $0.stored.sequence } - sequence
        var pace = ArchiverPace(capacity: file.memory.capacity, historyRecords: settings.historyRecords)
        while true {
            switch shared.state.withLock({ pace.next(&$0) }) {
            case .move(let from, let to):
                let (start, head) = (ContinuousClock.now, shared.state.withLock { $0.head })
                guard attempt({ () throws(StoreError) in
                    try move(from: from, to: to, &group, &since, &annotator)
                }) else { return end() }
                pace.moved(
                    bytes: shared.state.withLock { Int($0.stored.position - from.position) }, in: start.duration(to: .now),
                    isQuiet: shared.state.withLock { $0.head } == head)
                if isDue(since) { ask() }
            case .skip(let from, let to):
                guard attempt({ () throws(StoreError) in try skip(from: from, to: to) }) else { return end() }
                annotator.skip(to: shared.state.withLock { $0.stored.sequence })
            case .write(let offer):
                since = SinceSnapshot()
                let isWritten = write(offer)
                if isWritten { annotator.note(PanelPlace(panel: offer.snapshot.panel, sequence: offer.place.sequence)) }
                if !isWritten { shared.state.withLock { ArchiverPace.failed(&$0) } }
            case .read(let query):
                let page = EventPage.read(query, epoch: epoch, from: database)
                shared.state.withLock { $0.pages.append(page) }
                shared.news.wake()
            case .askForSnapshot: shared.news.wake()
            case .wait(let time): shared.archiver.wait(milliseconds: time)
            case .end: return end()
            }
        }
    }

    /// Does something that brings records out of the tail, and says how that went.
    ///
    /// - Returns: false where it failed and all is to end.
    private func attempt(_ body: () throws(StoreError) -> Place) -> Bool {
        // What had gone wrong before all is to end may go well now.
        let isLast = shared.state.withLock(\.isClosing)
        do throws(StoreError) {
            FaultPoint.storeBefore.reach()
            let place = try body()
            FaultPoint.storeAfter.reach()
            finish(place, nil)
        } catch {
            finish(nil, error.message)
            if isLast { return false }
            if !shared.state.withLock(\.isClosing) { shared.archiver.wait(milliseconds: Self.recovery) }
        }
        return true
    }

    private func end() {
        shared.state.withLock { $0.archiverHasEnded = true }
        shared.news.wake()
    }

    // MARK: - Records

    /// Moves as much as goes at once.
    ///
    /// - Returns: how far it has come.
    private func move(
        from start: Place, to end: Place, _ group: inout Group?, _ since: inout SinceSnapshot, _ annotator: inout Annotator
    ) throws(StoreError) -> Place {
        let whole: Group
        if let made = group, made.start == start { whole = made } else { whole = try make(from: start, to: end, &annotator) }
        group = whole
        try database.append(whole.chunks)
        group = nil
        for path in whole.large { unlink(path) }
        since.records += whole.end.sequence - start.sequence
        since.bytes += whole.bytes
        return whole.end
    }

    private func make(from start: Place, to end: Place, _ annotator: inout Annotator) throws(StoreError) -> Group {
        var (maker, place, large) = (ChunkMaker(), start, [String]())
        while place.position < end.position, maker.bytes < Self.groupBytes,
            let header = file.memory.header(at: place.position)
        {
            let payload = file.memory.payload(of: header)
            let records = try TailRecords(header, payload, at: file.path) { () throws(StoreError) in
                let path = LargeRecord.path(header.sequence, in: settings.directory)
                large.append(path)
                return try LargeRecord.read(payload, path)
            }
            maker.add(records, after: place.revision, &annotator)
            place = Place(
                position: header.position + UInt64(header.total), sequence: header.next, revision: header.revision)
        }
        guard place != start else {
            throw StoreError(.damaged, "\(file.path) does not hold record \(start.sequence) any more")
        }
        if let failure = annotator.takeFailure() { shared.state.withLock { $0.complaint = failure } }
        return Group(
            start: start, end: place, chunks: maker.finish(at: Journal.now), bytes: maker.recordBytes, large: large)
    }

    /// Gives up records that a snapshot stands for. The database says so, or it would seem to have lost them.
    private func skip(from start: Place, to end: Place) throws(StoreError) -> Place {
        // Not by a look at each of them in the tail: that is long not at hand any more.
        let large = LargeRecord.paths(start.sequence..<end.sequence, in: settings.directory)
        FaultPoint.giveUpBefore.reach()
        try database.giveUp(from: start, to: end)
        FaultPoint.giveUpBetween.reach()
        for path in large { unlink(path) }
        FaultPoint.giveUpAfter.reach()
        return end
    }

    private func finish(_ moved: Place?, _ failure: String?) {
        let bytes = databaseBytes
        let isNews: Bool = shared.state.withLock { state in
            let before = state.storeFailure
            state.storeFailure = failure
            if let moved { state.stored = moved }
            state.facts.databaseBytes = bytes
            // Who waits for nothing is not told.
            return before != failure || state.wantsRoom || state.isClosing
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
            guard state.nextSnapshot.isNotDue else { return false }
            state.nextSnapshot = .wanted
            return true
        }
        if asks { shared.news.wake() }
    }

    /// - Returns: whether it could be written.
    private func write(_ offer: Offer) -> Bool {
        let snapshot = offer.snapshot
        do throws(StoreError) {
            FaultPoint.snapshotBefore.reach()
            let bytes = try snapshot.write(to: snapshots.file(snapshot.sequence), disk: disk)
            FaultPoint.snapshotAfter.reach()
            shared.state.withLock { state in
                state.snapshot = offer.place
                state.facts.snapshotRevision = snapshot.panel.revision
                state.facts.snapshotTime = snapshot.time.milliseconds
                state.facts.snapshotBytes = bytes
            }
            FaultPoint.compactionBefore.reach()
            try compact(at: snapshot.sequence)
            FaultPoint.compactionAfter.reach()
            shared.state.withLock { $0.facts.failure = nil }
            return true
        } catch {
            // Nothing is lost by it: it takes longer to start. It is tried again.
            shared.state.withLock { $0.facts.failure = error.message }
            shared.news.wake()
            return false
        }
    }

    /// Drops what is older than anybody asks for.
    private func compact(at sequence: UInt64) throws(StoreError) {
        let told = sequence > settings.historyRecords ? sequence - settings.historyRecords : 1
        // From there on it has to be said what changes, also by the next process.
        let needed = min(told, shared.state.withLock { $0.stored.sequence })
        guard let first = snapshots.drop(needed: needed) else { return }
        try database.compact(before: first, age: settings.keepAge, bytes: settings.keepBytes, now: Journal.now.milliseconds)
    }
}
