import FasciaModel
import FasciaWire
import Foundation

/// Keeps what the panel is told. Belongs to the event loop.
///
/// The loop collects the rows of a turn and commits them before it sends anything: then they survive the end of the process.
/// They reach the disk a little later, by a thread of its own.
public final class Journal {
    /// Names the state whose revisions are counted.
    public let epoch: String
    /// Becomes readable when `takeNews` has something to say.
    public var newsDescriptor: Int32 { shared.news.descriptor }

    private let shared: JournalShared
    private let database: JournalDatabase
    private let log: WriteAheadLog
    private let settings: StoreSettings
    private let disk: Disk
    private var mark: InUseMark
    private let markDescriptor: Int32

    /// The rows of this turn.
    private var rows: [JournalRow] = []
    private var rowBytes = 0
    /// Bytes that can be written without asking the file system, at least.
    private var knownReserve = 0
    private var isLogFull = false
    private var last: RowKey
    /// As far as the threads have told.
    private var progress: (committed: JournalState.Progress, durable: JournalState.Progress)
    private var queries: [EventQuery] = []
    private var deletesBefore: RowKey?
    private var sinceSnapshot = (rows: 0, bytes: 0)
    private var apps: [String]
    private var hasStarted = false
    /// Nothing is kept any more.
    private var isClosed = false

    /// Why there is no space on the disk.
    private var spaceFailure: String?
    private var syncFailure: String?
    private var toldFailure: String?
    private var toldLag: String?

    init(
        epoch: String, database: JournalDatabase, settings: StoreSettings, disk: Disk, last: RowKey, apps: [String],
        rowsSinceSnapshot: Int
    ) throws(StoreError) {
        self.epoch = epoch
        self.database = database
        self.settings = settings
        self.disk = disk
        self.last = last
        self.apps = apps
        sinceSnapshot.rows = rowsSinceSnapshot
        log = try WriteAheadLog(of: settings.database, disk)
        mark = InUseMark(boot: settings.boot, last: last)
        markDescriptor = try mark.create(settings.mark, disk)
        var state = JournalState()
        state.committed.revision = last.revision
        state.durable = state.committed
        // What was committed before may not have reached the disk.
        state.committed.rows = 1
        state.facts.bytes = Disk.size(of: settings.database) + Disk.size(of: log.path)
        progress = (state.committed, state.durable)
        shared = try JournalShared(state)
    }

    deinit { Glibc.close(markDescriptor) }

    /// Starts the threads. After this, `close` has to be called.
    public func start() {
        hasStarted = true
        let flush = FlushThread(shared: shared, log: log, settings: settings)
        let archive = ArchiveThread(epoch: epoch, shared: shared, settings: settings, disk: disk)
        Self.detach("journal-flush") { flush.run() }
        Self.detach("journal-archive") { archive.run() }
    }

    private static func detach(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = name
        // The nodes of a screen are nested deeply when they are written.
        thread.stackSize = 8 << 20
        thread.start()
    }

    static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
    }

    // MARK: - Before a command

    /// Why nothing can be kept; `nil` while it can.
    public var unavailable: String? { syncFailure ?? spaceFailure }

    /// Whether the next request should be carried out now: the disk keeps up, and the write-ahead log is not too long.
    public var hasRoom: Bool { keepsUp && !isLogFull }

    /// Changes that have not reached the disk take bounded space.
    private var keepsUp: Bool {
        if backlog < settings.backlogBytes, !isLogFull { return true }
        hear()
        return backlog < settings.backlogBytes
    }

    private var backlog: Int { progress.committed.bytes - progress.durable.bytes }

    /// Makes sure that a command can be kept, before it is carried out.
    ///
    /// - Parameter bytes: about how long its row becomes.
    /// - Throws: `unavailable`
    public func admit(bytes: Int) throws(Refusal) {
        if let syncFailure { throw Self.refusal(syncFailure) }
        // A long log is no reason to refuse what cannot wait.
        guard keepsUp else {
            throw Self.refusal("the disk does not take what is written as fast as it comes")
        }
        do throws(StoreError) {
            try reserve(2 * bytes + Self.spare)
            if spaceFailure != nil { spaceFailed(nil) }
        } catch {
            spaceFailed(error.message)
            throw Self.refusal(error.message)
        }
    }

    /// Pages that a transaction writes beside its rows; and what a row may be longer than it was estimated.
    private static let spare = 1 << 18

    /// Makes sure that so many bytes can be written behind the rows of this turn.
    private func reserve(_ bytes: Int) throws(StoreError) {
        try log.checkRoom()
        let needed = bytes + rowBytes + rowBytes / 4
        guard knownReserve < needed else { return }
        limitLog()
        knownReserve = log.reserve
        guard knownReserve < needed else { return }
        do throws(StoreError) { try log.extend(by: needed + settings.reserveBytes) } catch { try log.extend(by: needed) }
        knownReserve = log.reserve
    }

    /// Asks for a checkpoint if the log is too long. Further requests wait until it is done.
    private func limitLog() {
        guard !isLogFull, log.end > settings.logBytes else { return }
        isLogFull = true
        shared.state.withLock { $0.isLogFull = true }
        shared.flush.wake()
    }

    private func spaceFailed(_ failure: String?) {
        spaceFailure = failure
        shared.news.wake()
    }

    private static func refusal(_ why: String) -> Refusal {
        Refusal(.unavailable, "the journal cannot be written, so nothing was changed: \(why)")
    }

    // MARK: - After it

    /// Keeps what a command that was admitted has done.
    ///
    /// - Parameters:
    ///   - revision: the panel's after it.
    ///   - changes: none for what made no revision: a batch that only used up names of entries, a request with a key that
    ///     changed nothing.
    ///   - once: what it was answered, for a request with a key.
    public func append(
        _ changes: [Change], _ effects: Effects, revision: Int, time: Timestamp, cause: Cause,
        once: IdempotencyCache.Answer? = nil
    ) {
        var writer = JSONWriter(capacity: 2 + 96 * changes.count)
        writer.write(changes)
        append(
            JournalRow(
                key: changes.isEmpty ? last.nextWithoutRevision : RowKey(revision: revision), time: time.milliseconds,
                cause: Self.text(of: cause), changes: writer.bytes, effects: effects.archive, once: once.map(Self.text)))
    }

    /// Keeps which screens have an app behind them.
    public func append(apps: [String], time: Timestamp, cause: Cause) {
        var writer = JSONWriter()
        writer.list(apps) { $0.writeString($1) }
        append(
            JournalRow(
                key: last.nextWithoutRevision, time: time.milliseconds, cause: Self.text(of: cause), changes: Array("[]".utf8),
                effects: [], apps: writer.bytes))
        self.apps = apps
    }

    private func append(_ row: JournalRow) {
        guard !isClosed else { return }
        last = row.key
        rowBytes += row.bytes
        rows.append(row)
    }

    private static func text(of cause: Cause) -> [UInt8] {
        var writer = JSONWriter(capacity: 96)
        writer.write(cause)
        return writer.bytes
    }

    private static func text(of answer: IdempotencyCache.Answer) -> [UInt8] {
        var writer = JSONWriter()
        writer.write([
            .string(answer.request.key), .string(String(answer.request.digest, radix: 16)),
            .string(String(decoding: answer.result, as: UTF8.self)),
        ])
        return writer.bytes
    }

    /// Commits the rows of this turn: from then on they survive the end of the process. Before anybody is told of them.
    ///
    /// - Throws: where that cannot be done, although there was space. Nobody may be told of any of it: the process has to
    ///   end, and the next one begins with what was committed before.
    public func commit() throws(StoreError) {
        guard !rows.isEmpty else { return }
        // Rows may have become longer than they were estimated. Where there is no space, SQLite finds that out.
        try? reserve(Self.spare)
        FaultPoint.commitBefore.reach()
        let hasMore = try database.commit(rows, deletingBefore: deletesBefore)
        // Whole pages are written; a deletion changes any number of them.
        knownReserve = deletesBefore == nil ? max(0, knownReserve - rowBytes - rowBytes / 4 - 32_768) : 0
        FaultPoint.commitAfter.reach()
        if !hasMore { deletesBefore = nil }
        mark.last = last
        mark.write(to: markDescriptor)
        progress.committed.rows += UInt64(rows.count)
        progress.committed.bytes += rowBytes
        progress.committed.revision = last.revision
        sinceSnapshot.rows += rows.count
        sinceSnapshot.bytes += rowBytes
        rows.removeAll(keepingCapacity: rows.count < 1_024)
        rowBytes = 0
        if !queries.isEmpty {
            let due = queries
            queries = []
            for query in due { ask(query) }
        }
    }

    /// Hands over what is committed to be synced.
    ///
    /// - Parameter isUrgent: somebody waits for it to reach the disk.
    public func publish(isUrgent: Bool) {
        let wakes: (flush: Bool, loop: Bool) = shared.state.withLock { state in
            if let old = state.deletesBefore.take() { deletesBefore = old }
            state.committed = progress.committed
            guard state.durable.rows < state.committed.rows else { return (false, isUrgent) }
            let wasUrgent = state.isUrgent
            if isUrgent { (state.isUrgent, state.awaitedRows) = (true, state.committed.rows) }
            defer { state.flushSleeps = false }
            return (state.flushSleeps || isUrgent && !wasUrgent && state.flushNaps, false)
        }
        if wakes.flush { shared.flush.wake() }
        // It had reached the disk before anybody waited for it.
        if wakes.loop { shared.news.wake() }
    }

    // MARK: - Progress

    /// The number of the next row: what has a lower one is in the journal.
    public var nextSequence: UInt64 { progress.committed.rows + UInt64(rows.count) }
    /// What has a lower number had reached the disk when that was last asked for or told.
    public var durableSequence: UInt64 { progress.durable.rows }

    /// Whether everything that was appended has reached the disk.
    public var isDurable: Bool {
        if durableSequence < nextSequence { hear() }
        return durableSequence >= nextSequence
    }

    /// Asks how far the threads have come.
    public func hear() { (progress.durable, isLogFull) = shared.state.withLock { ($0.durable, $0.isLogFull) } }

    /// What the threads have to say.
    public struct News: Sendable {
        /// Why nothing can be kept, if that is different from before.
        public var failure: String??
        /// Why the log grows, or no snapshot is written, if that is different from before.
        public var lag: String??
        /// What was asked for of the past.
        public var pages: [EventPage] = []
    }

    public func takeNews() -> News {
        shared.news.clear()
        // Space may have come back without anybody asking for it.
        if spaceFailure != nil, (try? log.checkRoom()) != nil, (try? log.extend(by: settings.reserveBytes)) != nil {
            spaceFailure = nil
        }
        var news = News()
        let lag = shared.state.withLock { state in
            (progress.durable, isLogFull) = (state.durable, state.isLogFull)
            syncFailure = state.syncFailure
            news.pages = state.pages
            state.pages = []
            return state.checkpointFailure ?? state.snapshotFailure
        }
        if lag != toldLag {
            toldLag = lag
            news.lag = .some(lag)
        }
        if unavailable != toldFailure {
            toldFailure = unavailable
            news.failure = .some(unavailable)
        }
        return news
    }

    /// There is no space: whether there is some has to be asked again after a while (`takeNews`).
    public var needsSpace: Bool { spaceFailure != nil }

    public var facts: JournalFacts {
        shared.state.withLock { state in
            var facts = state.facts
            facts.unsynced = max(0, progress.committed.revision - state.durable.revision)
            facts.failure = unavailable ?? state.syncFailure ?? state.checkpointFailure ?? state.snapshotFailure
            return facts
        }
    }

    // MARK: - The past

    /// Some of what has happened, at once.
    public func read(_ query: EventQuery) -> EventPage { EventPage.read(query, epoch: epoch, from: database) }

    /// Asks for what has happened. The answer is among the news.
    public func ask(_ query: EventQuery) {
        // The rows of this turn are not there yet.
        guard rows.isEmpty else { return queries.append(query) }
        shared.state.withLock { $0.queries.append(query) }
        shared.archive.wake()
    }

    // MARK: - Snapshots

    /// Whether the panel should be offered now, after a commit.
    public var wantsSnapshot: Bool {
        sinceSnapshot.rows >= settings.snapshotRows || sinceSnapshot.bytes >= settings.snapshotBytes
    }

    /// Gives the panel, as it is after the last commit, to be written as a snapshot. That costs nothing until it is changed.
    ///
    /// - Parameter owners: who owns its parts.
    public func offer(_ panel: Panel, of owners: PartOwners) {
        sinceSnapshot = (0, 0)
        let snapshot = Snapshot(epoch: epoch, key: last, time: Self.now, panel: panel.withoutUndoLog, owners: owners, apps: apps)
        shared.state.withLock { $0.snapshot = snapshot }
        shared.archive.wake()
    }

    // MARK: - The end

    /// Deletes what the last snapshot has made superfluous, or some of it: the next life goes on.
    private func deleteOldRows() {
        guard let old = shared.state.withLock(\.deletesBefore) else { return }
        for _ in 0..<Self.maximumDeletions { guard (try? database.commit([], deletingBefore: old)) == true else { return } }
    }

    private static let maximumDeletions = 100

    /// Brings everything to the disk, and ends.
    ///
    /// - Parameters:
    ///   - panel: to be written as a snapshot, for a quick start.
    ///   - owners: who owns its parts.
    ///   - limit: how long to wait for a slow disk; what is left is found in the write-ahead log at the start.
    /// - Returns: whether everything has reached the disk.
    @discardableResult
    public func close(_ panel: Panel?, of owners: PartOwners = PartOwners(), within limit: Duration = .seconds(10)) -> Bool {
        guard (try? commit()) != nil else { return false }
        isClosed = true
        if let panel { offer(panel, of: owners) }
        publish(isUrgent: true)
        shared.state.withLock { state in
            state.isClosing = true
            if !hasStarted { (state.flushHasEnded, state.archiveHasEnded) = (true, true) }
        }
        shared.flush.wake()
        shared.archive.wake()
        let end = ContinuousClock.now.advanced(by: limit)
        while true {
            let (hasEnded, durable) = shared.state.withLock { ($0.flushHasEnded && $0.archiveHasEnded, $0.durable) }
            progress.durable = durable
            let left = ContinuousClock.now.duration(to: end)
            guard !hasEnded, left > .zero else {
                guard hasEnded, isDurable else { return false }
                deleteOldRows()
                guard (try? database.close()) != nil else { return false }
                InUseMark.remove(settings.mark, disk)
                return true
            }
            shared.news.wait(milliseconds: Int32(left.components.seconds * 1_000 + 1))
        }
    }
}
