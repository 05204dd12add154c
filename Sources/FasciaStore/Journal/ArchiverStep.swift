/// What the archiver does next.
enum ArchiverStep {
    /// Moves records from the tail to the database.
    case move(from: Place, to: Place)
    /// Gives up the records before a snapshot that stands for them.
    case skip(from: Place, to: Place)
    case write(Offer)
    case askForSnapshot
    /// Reads what somebody wants to know of the past.
    case read(EventQuery)
    /// Has nothing to do, or nothing that cannot wait: at most so many milliseconds, -1 for ever.
    case wait(milliseconds: Int32)
    case end
}

/// A panel to be written as a snapshot.
struct Offer: Sendable {
    var snapshot: Snapshot
    /// Behind the last record that is in it.
    var place: Place
}

/// When the archiver works and when it had better wait, so that it takes next to nothing from who changes the panel.
///
/// What is in the tail is on the disk and is found there, so that there is no hurry: records are moved when nothing has
/// come for a while, and for a thirtieth of the time when more comes. If that is not enough, and more than half of the
/// tail waits, one of two things is done at full speed. Mostly the panel is short beside the records: a snapshot of it is
/// written, and the records before that are given up once there are enough behind it to tell of; and as long as they come
/// as fast as that, none is moved in vain. Else they are moved.
struct ArchiverPace {
    /// Bytes of the tail.
    var capacity: Int
    /// So many of the latest records must not be given up.
    var historyRecords: UInt64
    /// There is time until then.
    private(set) var restsUntil = ContinuousClock.now
    private var isIdle = true
    /// Bytes of records that were moved in a second of work; `nil` as long as none were.
    private var speed: Double?
    /// How much had come, and when that was looked at.
    private var seen: (position: UInt64, at: ContinuousClock.Instant)?

    init(capacity: Int, historyRecords: UInt64) {
        self.capacity = capacity
        self.historyRecords = historyRecords
    }

    /// How long records stay in the tail while they are few, so that there are more in a row.
    static let nap = Duration.seconds(1)
    static let share = 30
    /// How long to wait after a snapshot that could not be written: on a full disk the next one fails as well.
    static let recovery = Duration.seconds(2)

    /// Records were moved.
    ///
    /// - Parameters:
    ///   - bytes: how much of the tail they took.
    ///   - isQuiet: nothing has come meanwhile.
    mutating func moved(bytes: Int, in time: Duration, isQuiet: Bool, at now: ContinuousClock.Instant = .now) {
        if bytes > 0, time > .zero { speed = Double(bytes) / (time / .seconds(1)) }
        restsUntil = isQuiet ? now : now.advanced(by: min(time * Self.share, Self.nap))
    }

    /// A snapshot could not be written.
    static func failed(_ state: inout JournalState, at now: ContinuousClock.Instant = .now) {
        // Another one may be there already.
        if state.nextSnapshot.isNotDue { state.nextSnapshot = .failed(retry: now.advanced(by: recovery)) }
    }

    mutating func next(_ state: inout JournalState, at now: ContinuousClock.Instant = .now) -> ArchiverStep {
        var step = step(&state, at: now)
        if case .wait(let time) = step { step = retry(insteadOf: time, &state, at: now) }
        state.archiverNaps = false
        state.archiverSleeps = false
        guard case .wait(let time) = step else { return step }
        (state.archiverNaps, state.archiverSleeps) = (time >= 0, time < 0)
        return step
    }

    /// Waits no longer than until the snapshot is tried again.
    private mutating func retry(
        insteadOf time: Int32, _ state: inout JournalState, at now: ContinuousClock.Instant
    ) -> ArchiverStep {
        guard case .failed(let retry) = state.nextSnapshot, !state.isClosing else { return .wait(milliseconds: time) }
        guard now < retry else {
            state.nextSnapshot = .wanted
            return .askForSnapshot
        }
        let left = Self.milliseconds(now.duration(to: retry))
        return .wait(milliseconds: time < 0 ? left : min(time, left))
    }

    /// Whether so much has come since it was last looked that what is moved now is no help: the rest is given up for a
    /// snapshot all the same.
    private mutating func facesTooMuch(_ state: JournalState, at now: ContinuousClock.Instant) -> Bool {
        defer { seen = (state.durable.position, now) }
        guard let speed, let seen, seen.at < now, state.facts.snapshotBytes <= capacity / 4 else { return false }
        let came = Double(state.durable.position - seen.position) / (seen.at.duration(to: now) / .seconds(1))
        return came * Double(Self.share) > speed
    }

    /// Rounded up, so that the time has come then.
    private static func milliseconds(_ time: Duration) -> Int32 { Int32(time / .milliseconds(1)) + 1 }

    private mutating func step(_ state: inout JournalState, at now: ContinuousClock.Instant) -> ArchiverStep {
        // Never ahead of what is on the disk, or it would be of a state that nobody knows of.
        if case .offered(let offered) = state.nextSnapshot, offered.place.sequence <= state.durable.sequence {
            state.nextSnapshot = .notDue
            return .write(offered)
        }
        let pending = Int(state.durable.position - state.stored.position)
        if let query = state.queries.first, !state.isClosing {
            // What is asked for and is still in the tail is moved first.
            if state.stored.revision >= query.needs || state.storeFailure != nil || state.syncFailure != nil {
                state.queries.removeFirst()
                return .read(query)
            }
            if pending > 0 { return .move(from: state.stored, to: state.durable) }
        }
        guard pending > 0 else {
            isIdle = true
            return state.isClosing && state.syncerHasEnded ? .end : .wait(milliseconds: -1)
        }
        let move = ArchiverStep.move(from: state.stored, to: state.durable)
        if state.isClosing { return move }
        if isIdle {
            isIdle = false
            restsUntil = now.advanced(by: Self.nap)
        }
        let hasSnapshot = state.snapshot.sequence > state.stored.sequence
        if hasSnapshot, state.wantsRoom || pending > capacity / 2,
            state.snapshot.sequence + historyRecords <= state.durable.sequence
        {
            return .skip(from: state.stored, to: state.snapshot)
        }
        let isDue = state.nextSnapshot.isNotDue && !hasSnapshot && pending > capacity / 8 * 3
        if isDue, state.facts.snapshotBytes <= capacity / 4 {
            state.nextSnapshot = .wanted
            return .askForSnapshot
        }
        let most = hasSnapshot || state.nextSnapshot.isComing ? capacity / 8 * 7 : capacity / 2
        if state.wantsRoom || pending > most { return move }
        if now >= restsUntil {
            guard facesTooMuch(state, at: now) else { return move }
            restsUntil = now.advanced(by: Self.nap)
        }
        return .wait(milliseconds: Self.milliseconds(now.duration(to: restsUntil)))
    }
}
