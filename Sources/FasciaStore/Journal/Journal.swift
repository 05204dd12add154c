import FasciaModel
import FasciaWire
import Foundation

/// Keeps what the panel is told, so that it can be told again. Belongs to the event loop, which waits for nothing here:
/// to keep a record costs no more than to copy it.
public final class Journal {
    /// Names the state whose revisions are counted.
    public let epoch: String
    /// Becomes readable when `takeNews` has something to say.
    public var newsDescriptor: Int32 { shared.news.descriptor }

    private let shared: JournalShared
    private let file: TailFile
    private let database: JournalDatabase
    private let settings: StoreSettings
    private let disk: Disk
    private var tail: Tail
    private var writer = RecordWriter()
    /// What the threads were last told, and what they have last told.
    private var published: UInt64
    private var durable: UInt64
    private var failure: String?
    private var toldLag: String?
    /// Where the next record goes if it is too long for the tail; its file is there, and has room.
    private var reserved: Reserved?
    private var largeFiles: [String] = []
    private var apps: [String]
    private let snapshotSequence: UInt64
    /// Where the archiver begins; it has it then.
    private var follows: PanelPlace?

    private struct Reserved {
        var path: String
        var descriptor: Int32
    }

    init(
        epoch: String, tail: Tail, file: TailFile, database: JournalDatabase, settings: StoreSettings, disk: Disk,
        stored: Place, durable: Place, apps: [String], snapshotSequence: UInt64, follows: PanelPlace
    ) throws(StoreError) {
        self.epoch = epoch
        self.tail = tail
        self.file = file
        self.database = database
        self.settings = settings
        self.disk = disk
        self.snapshotSequence = snapshotSequence
        self.follows = follows
        self.apps = apps
        published = tail.head.sequence
        self.durable = durable.sequence
        var state = JournalState(head: tail.head, durable: durable, stored: stored)
        state.facts.tailCapacity = tail.memory.capacity
        shared = try JournalShared(state)
    }

    /// Starts the threads. After this, `close` has to be called.
    public func start() {
        guard let follows = follows.take() else { return }
        let syncer = syncer
        let archiver = Archiver(
            epoch: epoch, shared: shared, file: file, database: database, snapshots: settings.snapshots, settings: settings,
            disk: disk)
        Self.detach("journal-sync") { syncer.run() }
        Self.detach("journal-archive") { [snapshotSequence] in archiver.run(since: snapshotSequence, follows) }
    }

    private var syncer: Syncer { Syncer(shared: shared, file: file, disk: disk, quick: settings.quickSync) }

    private static func detach(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = name
        // A screen's nodes stand deep in one another when they are written.
        thread.stackSize = 8 << 20
        thread.start()
    }

    static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
    }

    // MARK: - Keeping

    /// Why nothing can be kept; `nil` while it can.
    public var unavailable: String? { failure }

    /// Whether a command from a line of so many bytes could be kept now, with a short answer beside it: no less than what
    /// `admit` asks for, or it would be refused where it need only wait.
    public func hasRoom(lineBytes: Int) -> Bool {
        fits(min(Self.bound(lineBytes) + 2 * Self.shortAnswer, tail.longest))
    }

    /// Bytes of the answer to a request with a key that moves nobody.
    public static let shortAnswer = 512

    /// Whether there is room for a record of so many bytes behind those of the group.
    private func fits(_ length: Int) -> Bool {
        if tail.fits(length, behind: writer.group.length) { return true }
        // Some may have been given back that nobody has told of.
        hear()
        return tail.fits(length, behind: writer.group.length)
    }

    /// Numbers may become longer and what was left out be there; five times a line is more than any record of it.
    private static func bound(_ lineBytes: Int) -> Int { 5 * lineBytes + 4_096 }

    /// Makes sure that a command can be kept, before it is carried out.
    ///
    /// - Parameters:
    ///   - lineBytes: how long the line is that it came from; `nil` where it did not come from one.
    ///   - answerBytes: how long the answer is that is kept beside it.
    /// - Throws: `unavailable`.
    public func admit(_ command: Command, lineBytes: Int?, answerBytes: Int = 0) throws(Refusal) {
        if reserved != nil { release() }
        if let failure { throw Self.refusal(failure) }
        // It is kept as a string, in which each byte takes two at most.
        let beside = 2 * answerBytes
        var bytes = tail.longest
        if let lineBytes = lineBytes ?? command.mostParamBytes { bytes = Self.bound(lineBytes) + beside }
        // What an undo comes to is longer than the line that asks for it.
        if case .restore = command { bytes = tail.longest }
        // The usual case.
        if bytes < tail.longest, fits(bytes) { return }
        var writer = JSONWriter()
        writer.writeParams(of: command)
        bytes = writer.bytes.count + beside + 4_096
        guard fits(min(bytes, tail.longest)) else {
            askForRoom()
            let why = lag ?? "the disk does not take what is written as fast as it comes"
            throw Self.refusal("\(why), and \(file.path) is full")
        }
        if bytes > tail.longest { try reserve(bytes) }
    }

    private static func refusal(_ why: String) -> Refusal {
        Refusal(.unavailable, "the journal cannot be written, so nothing was changed: \(why)")
    }

    /// Keeps what a command that was admitted has done.
    ///
    /// - Parameters:
    ///   - count: how many things are different.
    ///   - once: what it was answered, for a request with a key.
    public func append(
        _ command: Command, revision: Int, time: Timestamp, cause: Cause, count: Int, issues: [Change] = [],
        once: OnceBook.Answer? = nil
    ) {
        // It never does not; but the records of a group do not say their revisions themselves.
        if !writer.group.goesOn(with: revision, isNew: count > 0) { seal() }
        let length = writer.write(
            command, revision: revision, time: time, cause: cause, count: count, issues: issues, once: once)
        if length > tail.longest {
            let record = writer.takeLast()
            seal()
            appendLarge(record, revision: revision)
        } else if writer.group.length > min(Self.longestGroup, tail.longest) || writer.group.count == RecordHeader.mostRecords {
            seal()
        }
    }

    /// Keeps which screens have an app behind them. Where there is no room it is told with the next change of them.
    ///
    /// - Returns: whether it was kept.
    public func append(apps: [String], revision: Int, time: Timestamp) -> Bool {
        if !writer.group.goesOn(with: revision, isNew: false) { seal() }
        let length = writer.write(apps: apps, revision: revision, time: time)
        guard failure == nil, length <= tail.longest, fits(0) else {
            _ = writer.takeLast()
            return false
        }
        self.apps = apps
        return true
    }

    /// Writes to the tail what has been appended: from then on it survives the end of the process. Before anybody is told
    /// of it, and before anything else says that it was done.
    public func seal() {
        guard writer.group.count > 0 else { return }
        FaultPoint.appendBefore.reach()
        let (count, revision) = (writer.group.count, writer.group.revision)
        let records = writer.takeGroup()
        records.withUnsafeBytes { tail.append($0, count: count, revision: revision) }
        writer.reuse(records)
        FaultPoint.appendAfter.reach()
    }

    /// Groups become no longer than this, and one record.
    private static let longestGroup = 65_536

    private func reserve(_ bytes: Int) throws(Refusal) {
        let path = LargeRecord.path(nextSequence, in: settings.directory)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.refusal(StoreError.system("make", path).message) }
        reserved = Reserved(path: path, descriptor: descriptor)
        let code = disk.allocate(descriptor, bytes)
        guard code == 0 else {
            release()
            throw Self.refusal(StoreError.system("make room in", path, code).message)
        }
    }

    private func appendLarge(_ record: [UInt8], revision: Int) {
        guard let reserved else { return }
        FaultPoint.appendBefore.reach()
        // There is room for it: that was asked for.
        _ = record.withUnsafeBytes { disk.append($0, to: reserved.descriptor) }
        ftruncate(reserved.descriptor, off_t(record.count))
        Glibc.close(reserved.descriptor)
        self.reserved = nil
        largeFiles.append(reserved.path)
        let reference = record.withUnsafeBytes { LargeRecord.reference(to: $0) }
        reference.withUnsafeBytes { tail.append($0, kind: .large, revision: revision) }
        FaultPoint.appendAfter.reach()
    }

    /// What was reserved and not used.
    private func release() {
        guard let unused = reserved else { return }
        Glibc.close(unused.descriptor)
        unlink(unused.path)
        reserved = nil
    }

    // MARK: - Telling the threads

    /// The number of the next record: what has a lower one is in the journal.
    public var nextSequence: UInt64 { tail.head.sequence + UInt64(writer.group.count) }
    /// What has a lower number had reached the disk when that was last asked for or told.
    public var durableSequence: UInt64 { durable }

    /// Whether all that was appended has reached the disk.
    public var isDurable: Bool {
        if durable < nextSequence { hear() }
        return durable >= nextSequence
    }

    /// Asks how far the threads have come.
    public func hear() {
        (durable, tail.released) = shared.state.withLock { ($0.durable.sequence, $0.stored.position) }
    }

    /// Whether `beginSync` would have something to do now.
    public var isSyncedByLoop: Bool { durable < nextSequence && shared.state.withLock(\.isForLoop) }

    /// Hands over what was appended to the loop itself, which makes it reach the disk. Where the disk is quick that takes
    /// less time than to wake a thread for it and to be woken by that.
    ///
    /// - Returns: nil where it is for `publish`, or has reached the disk already.
    public func beginSync() -> LoopSync? {
        seal()
        guard largeFiles.isEmpty else { return nil }
        let work = shared.state.withLock { state -> Syncer.Work? in
            guard state.isForLoop, state.durable.sequence < tail.head.sequence else { return nil }
            state.head = tail.head
            return Syncer.take(&state)
        }
        guard let work else { return nil }
        published = tail.head.sequence
        return LoopSync(syncer: syncer, work: work)
    }

    /// Hands over what was appended.
    ///
    /// - Parameter isUrgent: somebody waits for it to reach the disk.
    public func publish(isUrgent: Bool) {
        seal()
        guard published != tail.head.sequence || isUrgent else { return }
        published = tail.head.sequence
        let wakes: (syncer: Bool, loop: Bool) = shared.state.withLock { state in
            state.head = tail.head
            if !largeFiles.isEmpty { state.largeFiles += largeFiles }
            guard state.durable.sequence < tail.head.sequence else { return (false, isUrgent) }
            let wasUrgent = state.isUrgent
            if isUrgent { (state.isUrgent, state.isAwaited) = (true, true) }
            defer { state.syncerSleeps = false }
            return (state.syncerSleeps || isUrgent && !wasUrgent && state.syncerNaps, false)
        }
        if !largeFiles.isEmpty { largeFiles = [] }
        if wakes.syncer { shared.syncer.wake() }
        // It had reached the disk before anybody waited for it.
        if wakes.loop { shared.news.wake() }
    }

    /// Says that somebody waits for room.
    public func askForRoom() {
        shared.state.withLock { $0.wantsRoom = true }
        shared.archiver.wake()
    }

    /// Asks for what has happened and is not in memory any more. The answer is among the news.
    public func ask(_ query: EventQuery) {
        shared.state.withLock { $0.queries.append(query) }
        shared.archiver.wake()
    }

    /// What the threads have to say.
    public struct News: Sendable {
        /// Why nothing can be kept, if that is different from before.
        public var failure: String??
        /// Why nothing gets out of the tail, if that is different from before.
        public var lag: String??
        /// The panel is to be given to `offer`.
        public var wantsSnapshot = false
        /// What was asked for of the past.
        public var pages: [EventPage] = []
        /// Why it cannot be said any more what is changed by what is moved to the database.
        public var complaint: String?
    }

    public func takeNews() -> News {
        shared.news.clear()
        var news = News()
        let (failure, lag, wantsSnapshot) = shared.state.withLock { state in
            (durable, tail.released) = (state.durable.sequence, state.stored.position)
            if state.wantsRoom, tail.fits(tail.longest, behind: writer.group.length) { state.wantsRoom = false }
            (news.pages, news.complaint) = (state.pages, state.complaint.take())
            state.pages = []
            guard case .wanted = state.nextSnapshot else { return (state.syncFailure, state.storeFailure, false) }
            state.nextSnapshot = .notDue
            return (state.syncFailure, state.storeFailure, true)
        }
        if lag != toldLag {
            toldLag = lag
            news.lag = .some(lag)
        }
        if failure != self.failure {
            self.failure = failure
            news.failure = .some(failure)
        }
        news.wantsSnapshot = wantsSnapshot
        return news
    }

    /// Why the records do not get from the tail to the database, which goes well until the tail is full.
    public var lag: String? { shared.state.withLock { $0.storeFailure } }

    /// Gives the panel to be written as a snapshot. It costs nothing until the panel is changed.
    public func offer(_ panel: Panel) {
        seal()
        let snapshot = Snapshot(epoch: epoch, sequence: tail.head.sequence, time: Self.now, panel: panel.withoutSteps, apps: apps)
        let offer = Offer(snapshot: snapshot, place: tail.head)
        shared.state.withLock { $0.nextSnapshot = .offered(offer) }
        shared.archiver.wake()
    }

    public var facts: JournalFacts {
        shared.state.withLock { state in
            var facts = state.facts
            facts.tailBytes = Int(tail.head.position - state.stored.position)
            facts.unsynced = max(0, tail.head.revision - state.durable.revision)
            facts.failure = state.syncFailure ?? state.storeFailure ?? facts.failure
            return facts
        }
    }

    // MARK: - The end

    /// Moves all that there is to the disk and to the database, and ends.
    ///
    /// - Parameters:
    ///   - panel: to be written as a snapshot, for a quick start.
    ///   - limit: how long to wait for a disk that is slow; what is left is in the tail, and is found at the start.
    /// - Returns: whether all is in the database.
    @discardableResult
    public func close(_ panel: Panel?, within limit: Duration = .seconds(10)) -> Bool {
        release()
        if let panel { offer(panel) }
        publish(isUrgent: true)
        shared.state.withLock { $0.isClosing = true }
        shared.syncer.wake()
        shared.archiver.wake()
        let end = ContinuousClock.now.advanced(by: limit)
        while true {
            let (hasEnded, durable, isAll) = shared.state.withLock {
                ($0.syncerHasEnded && $0.archiverHasEnded, $0.durable.sequence, $0.stored.sequence == $0.head.sequence)
            }
            self.durable = durable
            let left = ContinuousClock.now.duration(to: end)
            guard !hasEnded, left > .zero else {
                if hasEnded { try? database.close() }
                if hasEnded, isAll { settings.bootMark.clear(disk) }
                return hasEnded && isAll
            }
            shared.news.wait(milliseconds: Int32(left.components.seconds * 1_000 + 1))
        }
    }
}
