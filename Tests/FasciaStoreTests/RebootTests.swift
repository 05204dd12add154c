import FasciaModel
import FasciaWire
import TestSupport
import Testing

@testable import FasciaStore

/// When the machine goes down under the daemon, what had not reached the disk may be gone: then a new epoch begins, so
/// that no cursor that was given out stands for something else.
@Suite(.mustEnd) struct RebootTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func keeper(boot: String, starts: Bool = true) throws -> Keeper {
        try Keeper(in: directory, starts: starts) { $0.boot = boot }
    }

    private func set(_ values: Range<Int>, _ keeper: Keeper) throws {
        for number in values { try keeper.set("k\(number)", .int(number)) }
    }

    @Test func theMachineHasANameForItsStart() {
        #expect(BootMark.present.utf8.count == 36)
    }

    @Test func aKilledDaemonGoesOnUnderTheSameEpoch() throws {
        let first = try keeper(boot: "one", starts: false)
        try set(0..<5, first)
        let next = try keeper(boot: "one")
        #expect(next.journal.epoch == first.journal.epoch)
        #expect(next.panel == first.panel)
        #expect(next.problems == [])
        next.close()
    }

    @Test func aStateThatWasClosedGoesOnUnderTheSameEpoch() throws {
        let first = try keeper(boot: "one")
        try set(0..<5, first)
        first.close()
        let next = try keeper(boot: "two")
        #expect(next.journal.epoch == first.journal.epoch)
        #expect(next.problems == [])
        next.close()
    }

    /// All is there, as it happens; nobody can know that.
    @Test func aMachineThatWentDown() throws {
        let first = try keeper(boot: "one", starts: false)
        try set(0..<5, first)
        let next = try keeper(boot: "two")
        #expect(next.journal.epoch != first.journal.epoch)
        #expect(next.panel == first.panel)
        #expect(
            next.problems == [
                "the machine went down while the state was in use: changes that were not made durable may be lost"
            ])
        #expect(next.told.events.count == 5, "what is still there has happened, and is told")
        try set(5..<8, next)
        next.close()
        let again = try keeper(boot: "two")
        #expect(again.journal.epoch == next.journal.epoch)
        #expect(again.panel == next.panel)
        #expect(again.problems == [])
        #expect(again.told.events.count == 8)
        again.close()
        #expect(try Store.inspect(StoreSettings(directory: directory.path)).problems == [])
    }

    /// The last pages of the tail never came to the disk: their revisions were told, and now are other ones.
    @Test func whatWasLostIsNotGivenOutAgain() throws {
        let first = try keeper(boot: "one", starts: false)
        try set(0..<5, first)
        let told = Cursor(epoch: first.journal.epoch, revision: first.panel.revision)
        let copy = try #require(try TailCopy(path: directory["tail"]))
        let scan = TailScan(copy.memory, from: 1)
        try #require(scan.records.count == 5)
        try directory.overwrite("tail", at: TailFile.page + Int(scan.records[3].position), with: Array(repeating: 0, count: 4_000))
        let next = try keeper(boot: "two")
        #expect(next.panel.revision == 3)
        try set(7..<9, next)
        #expect(Cursor(epoch: next.journal.epoch, revision: next.panel.revision) != told)
        #expect(next.panel.revision == told.revision)
        next.close()
    }

    /// Once more in the middle of the first attempt, at each file that is replaced.
    @Test(arguments: 0..<4) func aMachineThatGoesDownAgainWhileTheEpochBegins(failing: Int) throws {
        let first = try keeper(boot: "one", starts: false)
        try set(0..<5, first)
        let disk = FailingDisk(after: failing)
        let attempt = try? Keeper(in: directory, disk: disk.disk, starts: false) { $0.boot = "two" }
        if let attempt { #expect(attempt.panel == first.panel) }
        let next = try keeper(boot: "three")
        #expect(next.panel == first.panel)
        #expect(next.journal.epoch != first.journal.epoch)
        next.close()
    }
}
