import FasciaModel
import Testing

@testable import FasciaStore

/// When the archiver works, as a table: no clock but the one that a test gives it.
@Suite struct ArchiverPaceTests {
    private static let start = ContinuousClock.now
    private var pace = ArchiverPace(capacity: 8_000, historyRecords: 10)

    private static func after(_ milliseconds: Int) -> ContinuousClock.Instant {
        start.advanced(by: .milliseconds(milliseconds))
    }

    /// A hundred bytes a record.
    private static func place(_ records: Int) -> Place {
        Place(position: UInt64(records * 100), sequence: UInt64(records + 1), revision: records)
    }

    private static func state(_ records: Int, stored: Int = 0) -> JournalState {
        JournalState(head: place(records), durable: place(records), stored: place(stored))
    }

    private static func offer(_ records: Int) -> Offer {
        let snapshot = Snapshot(
            epoch: "K7Q2", sequence: UInt64(records + 1), time: .init(milliseconds: 0), panel: Panel(), apps: [])
        return Offer(snapshot: snapshot, place: place(records))
    }

    private mutating func next(_ state: inout JournalState, after milliseconds: Int = 0) -> String {
        switch pace.next(&state, at: Self.after(milliseconds)) {
        case .move(let from, let to): "move \(from.revision)-\(to.revision)"
        case .skip(let from, let to): "skip \(from.revision)-\(to.revision)"
        case .write(let offer): "write \(offer.place.revision)"
        case .askForSnapshot: "ask"
        case .read(let query): "read \(query.after)"
        case .wait(let time): "wait \(time)"
        case .end: "end"
        }
    }

    /// Else a full disk would keep two threads busy, and nothing would be moved when there is room again.
    @Test mutating func aSnapshotThatCannotBeWrittenIsTriedAgainLater() {
        var state = Self.state(31)
        #expect(next(&state) == "ask")
        state.nextSnapshot = .notDue
        ArchiverPace.failed(&state, at: Self.after(0))
        #expect(next(&state) == "wait 1001")
        #expect(next(&state, after: 1_000) == "move 0-31")
        state.stored = state.durable
        #expect(next(&state, after: 1_500) == "wait 501")
        #expect(next(&state, after: 2_000) == "ask", "also where no record is left to be moved")
        #expect(state.nextSnapshot.isComing)
        state.nextSnapshot = .offered(Self.offer(31))
        #expect(next(&state, after: 2_001) == "write 31")
        #expect(next(&state, after: 9_000) == "wait -1")
    }

    @Test mutating func withoutRecordsItSleeps() {
        var state = Self.state(0)
        #expect(next(&state) == "wait -1")
        #expect(state.archiverSleeps && !state.archiverNaps)
    }

    /// Who asks what has happened does not wait for the right moment; what cannot be moved does not keep them waiting.
    @Test mutating func whatIsAskedForIsMovedAndReadAtOnce() {
        var state = Self.state(5, stored: 2)
        #expect(next(&state) == "wait 1001")
        state.queries = [EventQuery(id: 1, after: 1, through: 5), EventQuery(id: 2, after: 2, through: 5)]
        #expect(next(&state) == "read 1")
        #expect(next(&state) == "move 2-5")
        state.storeFailure = "the disk is full"
        #expect(next(&state) == "read 2")
        state.storeFailure = nil
        state.queries = [EventQuery(id: 3, after: 5, through: 6)]
        state.stored = state.durable
        state.head = Self.place(6)
        #expect(next(&state) == "wait -1", "it is about to reach the disk")
        state.syncFailure = "the disk is full"
        #expect(next(&state) == "read 5")
        state.queries = [EventQuery(id: 4, after: 0, through: 6, order: .backward(limit: 1))]
        state.isClosing = true
        state.syncerHasEnded = true
        #expect(next(&state) == "end")
    }

    @Test mutating func fewRecordsStayForAWhile() {
        var state = Self.state(5)
        #expect(next(&state) == "wait 1001")
        #expect(!state.archiverSleeps && state.archiverNaps)
        #expect(next(&state, after: 999) == "wait 2")
        #expect(next(&state, after: 1_000) == "move 0-5")
    }

    @Test mutating func whileMoreComesItWorksForAThirtiethOfTheTime() {
        var state = Self.state(5)
        _ = next(&state)
        pace.moved(bytes: 500, in: .milliseconds(2), isQuiet: false, at: Self.after(1_000))
        #expect(next(&state, after: 1_000) == "wait 61")
        #expect(next(&state, after: 1_060) == "move 0-5")
        pace.moved(bytes: 500, in: .seconds(9), isQuiet: false, at: Self.after(2_000))
        #expect(next(&state, after: 2_000) == "wait 1001", "it never rests for longer")
        pace.moved(bytes: 500, in: .seconds(9), isQuiet: true, at: Self.after(2_000))
        #expect(next(&state, after: 2_000) == "move 0-5", "nothing else comes")
    }

    /// Where a thirtieth of the time is not enough, a snapshot stands for the records sooner or later: none of them is moved
    /// in vain.
    @Test mutating func whatComesTooFastIsNotMovedUntilItGetsSlower() {
        var state = Self.state(1)
        _ = next(&state)
        #expect(next(&state, after: 1_000) == "move 0-1", "nobody knows how fast that is")
        // A hundred bytes in a millisecond: of 3333 bytes a second that is a thirtieth.
        pace.moved(bytes: 100, in: .milliseconds(1), isQuiet: false, at: Self.after(1_001))
        state = Self.state(11, stored: 1)
        #expect(next(&state, after: 1_310) == "move 1-11", "1000 bytes in 310 ms")
        pace.moved(bytes: 1_000, in: .milliseconds(10), isQuiet: false, at: Self.after(1_320))
        state = Self.state(22, stored: 11)
        #expect(next(&state, after: 1_630) == "wait 1001", "1100 bytes in 320 ms")
        #expect(next(&state, after: 2_629) == "wait 2")
        state.durable = Self.place(25)
        #expect(next(&state, after: 2_630) == "move 11-25", "300 bytes in 1000 ms")
        // The panel is too long for that.
        state = Self.state(26, stored: 25)
        pace.moved(bytes: 1_400, in: .milliseconds(14), isQuiet: false, at: Self.after(2_644))
        state.durable = Self.place(125)
        state.stored = Self.place(105)
        state.facts.snapshotBytes = 2_001
        #expect(next(&state, after: 3_100) == "move 105-125")
    }

    @Test mutating func aSnapshotIsAskedForOnce_andStandsForWhatIsBeforeIt() {
        var state = Self.state(30)
        #expect(next(&state) == "wait 1001")
        state = Self.state(31)
        #expect(next(&state) == "ask")
        #expect(next(&state) == "wait 1001")
        state.nextSnapshot = .offered(Self.offer(35))
        #expect(next(&state) == "wait 1001", "not before its records are on the disk")
        state = Self.state(41)
        state.nextSnapshot = .offered(Self.offer(35))
        #expect(next(&state) == "write 35")
        state.snapshot = Self.place(35)
        state.durable = Self.place(39)
        state.wantsRoom = true
        #expect(next(&state) == "move 0-39", "too few records behind it to tell of")
        state.wantsRoom = false
        #expect(next(&state) == "wait 1001")
        state.durable = Self.place(46)
        #expect(next(&state) == "skip 0-35")
        state.stored = Self.place(35)
        #expect(next(&state) == "wait 1001")
    }

    @Test mutating func aLongSnapshotIsNotAskedFor() {
        var state = Self.state(39)
        state.facts.snapshotBytes = 2_001
        #expect(next(&state) == "wait 1001")
        state.durable = Self.place(41)
        #expect(next(&state) == "move 0-41")
    }

    @Test mutating func whoWaitsForRoomGetsIt() {
        var state = Self.state(5)
        state.wantsRoom = true
        #expect(next(&state) == "move 0-5")
        #expect(state.wantsRoom, "who has asked for it says when it is enough")
    }

    @Test mutating func atTheEndAllIsMoved() {
        var state = Self.state(5)
        state.isClosing = true
        #expect(next(&state) == "move 0-5")
        state.stored = state.durable
        #expect(next(&state) == "wait -1", "the disk is not done yet")
        state.syncerHasEnded = true
        state.nextSnapshot = .offered(Self.offer(5))
        #expect(next(&state) == "write 5")
        #expect(next(&state) == "end")
    }
}
