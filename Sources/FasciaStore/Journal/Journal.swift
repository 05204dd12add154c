import FasciaLoop
import FasciaModel
import FasciaWire
import Glibc

/// Stores the panel's changes. Used by the event loop only.
///
/// The loop collects the rows of a turn and commits them before it sends anything, so that they survive the end of the
/// process. A thread of its own syncs them to the disk a little later.
public final class Journal {
    /// The name of the state to which the revisions belong.
    public let epoch: String
    private let threads: JournalThreads
    private let database: JournalDatabase
    private let log: WriteAheadLog
    private let files: JournalFiles
    private let settings: StoreSettings
    private let disk: Disk
    private var inUseMarker: InUseMarker
    private let inUseMarkerDescriptor: Int32

    /// The rows of this turn, which are not committed yet.
    private var rows: [JournalRow] = []
    private var rowBytes = 0
    /// A lower bound of the bytes that can be written without allocating space.
    private var allocatedBytes = 0
    private var last: RowKey
    private var queries: [EventQuery] = []
    private var firstKeptRow: RowKey?
    private var sinceSnapshot = (rows: 0, bytes: 0)
    private var apps: [String]
    /// `close` was called: further rows are ignored.
    private var isClosed = false

    /// Why no space can be allocated on the disk.
    private var spaceFailure: String?
    private var reportedFailure: String?
    private var reportedLag: String?

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
        files = try JournalFiles(of: settings.database)
        inUseMarker = InUseMarker(boot: settings.boot, last: last)
        inUseMarkerDescriptor = try inUseMarker.create(settings.inUseMarkerPath, disk)
        threads = try JournalThreads(last: last, bytes: Disk.size(of: settings.database) + Disk.size(of: log.path))
    }

    deinit { Glibc.close(inUseMarkerDescriptor) }

    /// Starts the threads. Call `close` at the end.
    ///
    /// - Throws: `LoopError`, if there are too many threads.
    public func start() throws(LoopError) { try threads.start(log, files, settings, disk, epoch: epoch) }

    /// The time of the machine's clock.
    public static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
    }

    // MARK: - Before a command

    /// Why no change can be stored; `nil` if it can.
    public var unavailable: String? { threads.syncFailure ?? spaceFailure }

    /// Whether committed rows cannot be made durable at present.
    public var cannotSync: Bool { threads.syncFailure != nil }

    /// Whether the next start would not find the files that are written: what is not durable ends with the process.
    public var filesAreGone: Bool { threads.filesAreGone }

    /// Whether the next request may be executed: the backlog is small enough, and the write-ahead log is not too long.
    public var acceptsRequests: Bool { isBacklogBounded && !threads.isLogFull }

    /// Whether the rows that wait for a sync are below their limit.
    private var isBacklogBounded: Bool {
        if threads.backlog < settings.backlogBytes, !threads.isLogFull { return true }
        threads.refresh()
        return threads.backlog < settings.backlogBytes
    }

    /// Checks that a command can be stored, before it is executed, and allocates space for it.
    ///
    /// - Parameter bytes: the estimated length of its row.
    /// - Throws: `unavailable`
    public func admit(bytes: Int) throws(Refusal) {
        if let failure = threads.syncFailure { throw Self.refusal(failure) }
        // A long log only delays requests (`acceptsRequests`). Commands that cannot be delayed are still admitted.
        guard isBacklogBounded else {
            throw Self.refusal("the disk is too slow for the changes that arrive")
        }
        do throws(StoreError) {
            try ensureAllocated(2 * bytes + Self.transactionOverhead)
            if spaceFailure != nil { spaceFailed(nil) }
        } catch {
            spaceFailed(error.message)
            throw Self.refusal(error.message)
        }
    }

    /// Space for the pages that a transaction writes beside its rows, and for rows that are longer than estimated.
    private static let transactionOverhead = 1 << 18

    /// Ensures that the log has allocated space for the rows of this turn and `bytes` more.
    private func ensureAllocated(_ bytes: Int) throws(StoreError) {
        try log.checkFreeSpace()
        let needed = bytes + rowBytes + rowBytes / 4
        guard allocatedBytes < needed else { return }
        // If the log is too long, further requests wait for a checkpoint.
        if !threads.isLogFull, log.end > settings.logBytes { threads.requestCheckpoint() }
        allocatedBytes = log.allocatedBytes
        guard allocatedBytes < needed else { return }
        do throws(StoreError) { try log.extend(by: needed + settings.reserveBytes) } catch { try log.extend(by: needed) }
        allocatedBytes = log.allocatedBytes
    }

    private func spaceFailed(_ failure: String?) {
        spaceFailure = failure
        threads.wakeLoop()
    }

    private static func refusal(_ why: String) -> Refusal {
        Refusal(.unavailable, "the journal cannot be written, so nothing was changed: \(why)")
    }

    // MARK: - After it

    /// Adds the row of an admitted command to this turn.
    ///
    /// - Parameters:
    ///   - revision: the panel's revision after the command.
    ///   - changes: empty for a command that made no revision: a batch that only used up entry names, or a request with an
    ///     idempotency key that changed nothing.
    ///   - once: the answer to a request with an idempotency key.
    public func append(
        _ changes: [Change], _ effects: Effects, revision: Int, time: Timestamp, cause: Cause,
        once: IdempotencyCache.CachedResult? = nil
    ) {
        let key = changes.isEmpty ? last.nextWithoutRevision : RowKey(revision: revision)
        let recorded = changes.contains(where: \.isTransient) ? changes.filter { !$0.isTransient } : changes
        append(JournalRow(key, time, cause, recorded, effects, once: once))
    }

    /// Adds a row with the screens that have an app behind them.
    public func append(apps: [String], time: Timestamp, cause: Cause) {
        append(JournalRow(last.nextWithoutRevision, time, cause, apps: apps))
        self.apps = apps
    }

    private func append(_ row: JournalRow) {
        guard !isClosed else { return }
        last = row.key
        rowBytes += row.bytes
        rows.append(row)
    }

    /// Commits the rows of this turn; they survive the end of the process then. Call it before anything about them is sent.
    ///
    /// - Throws: if the commit fails although space was allocated. Nothing about these rows may be sent then: the process
    ///   must end, and the next one continues from the rows committed before.
    public func commit() throws(StoreError) {
        guard !rows.isEmpty else { return }
        // Rows may be longer than estimated. If there is no space, SQLite reports it.
        try? ensureAllocated(Self.transactionOverhead)
        FaultPoint.commitBefore.reach()
        let hasMore = try database.commit(rows, deletingBefore: firstKeptRow)
        // SQLite writes whole pages. A deletion changes any number of pages, so the remaining space is unknown after it.
        allocatedBytes = firstKeptRow == nil ? max(0, allocatedBytes - rowBytes - rowBytes / 4 - 32_768) : 0
        FaultPoint.commitAfter.reach()
        if !hasMore { firstKeptRow = nil }
        inUseMarker.last = last
        inUseMarker.write(to: inUseMarkerDescriptor)
        threads.committed(rows: rows.count, bytes: rowBytes, revision: last.revision)
        sinceSnapshot.rows += rows.count
        sinceSnapshot.bytes += rowBytes
        rows.removeAll(keepingCapacity: rows.count < 1_024)
        rowBytes = 0
        if !queries.isEmpty {
            let due = queries
            queries = []
            for query in due { requestEvents(query) }
        }
    }

    /// Hands the committed rows to the flush thread.
    ///
    /// - Parameter isUrgent: whether a reply waits for them to be durable.
    public func publish(isUrgent: Bool) {
        if let old = threads.publish(isUrgent: isUrgent) { firstKeptRow = old }
    }

    // MARK: - Progress

    /// Becomes readable when `takeUpdates` has news.
    public var updatesDescriptor: Int32 { threads.updatesDescriptor }
    /// The number of the next row. Rows with lower numbers have been appended.
    public var nextSequence: UInt64 { threads.committed.rows + UInt64(rows.count) }
    /// Rows with lower numbers were durable at the last `isDurable` or `takeUpdates`.
    public var durableSequence: UInt64 { threads.durable.rows }

    /// Whether all appended rows are durable.
    public var isDurable: Bool {
        if durableSequence < nextSequence { threads.refresh() }
        return durableSequence >= nextSequence
    }

    /// Reports of the journal's threads since the last `takeUpdates`.
    public struct Updates: Sendable {
        /// Why no change can be stored; `.some(nil)` if it can again; `nil` if that is unchanged.
        public var failure: String??
        /// Why the log grows or no snapshot is written; `.some(nil)` if all is well again; `nil` if that is unchanged.
        public var lag: String??
        /// The results of `requestEvents`.
        public var pages: [EventPage] = []
    }

    public func takeUpdates() -> Updates {
        // Space may be available again although no command has asked for it.
        if spaceFailure != nil, (try? log.checkFreeSpace()) != nil, (try? log.extend(by: settings.reserveBytes)) != nil {
            spaceFailure = nil
        }
        let (lag, pages) = threads.takeReports()
        var updates = Updates(pages: pages)
        if lag != reportedLag {
            reportedLag = lag
            updates.lag = .some(lag)
        }
        if unavailable != reportedFailure {
            reportedFailure = unavailable
            updates.failure = .some(unavailable)
        }
        return updates
    }

    /// Whether there was no space: call `takeUpdates` after a while to try again.
    public var needsSpace: Bool { spaceFailure != nil }

    public var facts: JournalFacts {
        var facts = threads.facts
        facts.failure = unavailable ?? facts.failure
        return facts
    }

    // MARK: - The past

    /// Reads past events synchronously.
    public func readEvents(_ query: EventQuery) -> EventPage { EventPage.read(query, epoch: epoch, from: database) }

    /// Requests past events. The page is delivered by `takeUpdates`.
    public func requestEvents(_ query: EventQuery) {
        // The rows of this turn are not in the database yet: the query waits for the commit.
        guard rows.isEmpty else { return queries.append(query) }
        threads.read(query)
    }

    // MARK: - Snapshots

    /// Whether a snapshot is due. Asked after a commit.
    public var isSnapshotDue: Bool {
        settings.isSnapshotDue(after: sinceSnapshot.rows, bytes: sinceSnapshot.bytes, last: threads.facts.snapshotBytes)
    }

    /// Hands over the panel as of the last commit, to be written as a snapshot. The panel is copied on write only.
    ///
    /// - Parameter owners: the owners of its parts.
    public func requestSnapshot(of panel: Panel, owners: PartOwners) {
        sinceSnapshot = (0, 0)
        threads.write(
            JournalSnapshot(epoch: epoch, key: last, time: Self.now, panel: panel.withoutUndoLog, owners: owners, apps: apps))
    }

    // MARK: - The end

    /// Deletes rows that the newest snapshot made superfluous, up to a limit. The next process deletes the rest.
    private func deleteOldRows() {
        guard let old = threads.firstKeptRow else { return }
        for _ in 0..<Self.maximumDeletions { guard (try? database.commit([], deletingBefore: old)) == true else { return } }
    }

    private static let maximumDeletions = 100

    /// Makes everything durable, and ends the threads.
    ///
    /// - Parameters:
    ///   - panel: is written as a snapshot, for a quick start.
    ///   - owners: the owners of its parts.
    ///   - limit: how long to wait for a slow disk. Rows that are not durable by then stay in the write-ahead log and are
    ///     replayed at the next start.
    /// - Returns: whether everything is durable.
    @discardableResult
    public func close(_ panel: Panel?, of owners: PartOwners = PartOwners(), within limit: Duration = .seconds(10)) -> Bool {
        guard (try? commit()) != nil else { return false }
        isClosed = true
        if let panel { requestSnapshot(of: panel, owners: owners) }
        publish(isUrgent: true)
        guard threads.end(within: limit), isDurable, files.problem == nil else { return false }
        deleteOldRows()
        guard (try? database.close()) != nil else { return false }
        InUseMarker.remove(settings.inUseMarkerPath, disk)
        return true
    }
}
