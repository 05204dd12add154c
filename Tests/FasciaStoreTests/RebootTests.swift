import FasciaWire
import Foundation
import TestSupport
import Testing

@testable import FasciaStore

/// After the machine went down under a daemon, committed changes may be missing. A new epoch begins then, so that no cursor
/// sent before identifies another revision.
@Suite(.mustEnd) struct RebootTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func keeper(boot: String, starts: Bool = true) throws -> JournaledPanel {
        try JournaledPanel(in: directory, starts: starts) { $0.boot = boot }
    }

    private func set(_ values: Range<Int>, _ keeper: JournaledPanel) throws {
        for number in values { try keeper.set("k\(number)", .int(number)) }
    }

    @Test func theMachineHasANameForItsStart() {
        #expect(InUseMarker.presentBoot.utf8.count == 36)
    }

    /// ProcSubset=pid hides the kernel's file, and systemd writes the id without dashes.
    @Test func whereTheKernelsNameIsHiddenTheManagerGivesIt() throws {
        let (id, other) = ("0c1f2a3b-4c5d-6e7f-8091-a2b3c4d5e6f7", "11111111-1111-1111-1111-111111111111")
        let bare = id.replacing("-", with: "")
        #expect(InUseMarker.boot(file: directory["none"], given: bare) == id)
        #expect(InUseMarker.boot(file: directory["none"], given: id) == id)
        try directory.write(other + "\n", to: "boot_id")
        #expect(InUseMarker.boot(file: directory["boot_id"], given: id) == other)
        for invalid in [nil, "", "%b", String(bare.dropLast()), bare + "0", String(repeating: "x", count: 32)] {
            #expect(InUseMarker.boot(file: directory["none"], given: invalid) == "")
        }
    }

    @Test func aKillKeepsTheEpoch() throws {
        let first = try keeper(boot: "one", starts: false)
        try set(0..<5, first)
        let next = try keeper(boot: "one")
        #expect(next.journal.epoch == first.journal.epoch)
        #expect(next.panel == first.panel)
        #expect(next.problems == [])
        next.close()
    }

    @Test func aCloseKeepsTheEpoch() throws {
        let first = try keeper(boot: "one")
        try set(0..<5, first)
        first.close()
        let next = try keeper(boot: "two")
        #expect(next.journal.epoch == first.journal.epoch)
        #expect(next.problems == [])
        next.close()
    }

    /// A new epoch begins even if no change was lost, because that cannot be known.
    @Test func aMachineThatWentDown() throws {
        let first = try keeper(boot: "one", starts: false)
        try set(0..<5, first)
        let next = try keeper(boot: "two")
        #expect(next.journal.epoch != first.journal.epoch)
        #expect(next.panel == first.panel)
        #expect(
            next.problems == [
                "the machine crashed while the state was in use: the last changes may be lost"
            ])
        try set(5..<8, next)
        next.close()
        let again = try keeper(boot: "two")
        #expect(again.journal.epoch == next.journal.epoch)
        #expect(again.panel == next.panel)
        #expect(again.problems == [])
        again.close()
        let report = try Store.inspect(StoreSettings(directory: directory.path))
        #expect(report.problems == [])
        #expect(report.revisions == 1...8, "what is still there has happened, and is told")
    }

    /// The end of the log did not reach the disk: its revision numbers are assigned again, under a new epoch.
    @Test func lostEntryIDsAreNotReused() throws {
        let first = try keeper(boot: "one", starts: false)
        try set(0..<5, first)
        let told = Cursor(epoch: first.journal.epoch, revision: first.panel.revision)
        // Cuts off the end of the last commit.
        let end = Disk.size(of: directory["journal.db-wal"])
        let gone = try TemporaryDirectory()
        for name in ["journal.db", "journal.db-wal", "in-use"] {
            try Data(contentsOf: URL(fileURLWithPath: directory[name])).write(to: URL(fileURLWithPath: gone[name]))
        }
        let log = try WriteAheadLog(of: directory["journal.db"], .system)
        #expect(truncate(gone["journal.db-wal"], off_t(min(end, log.end) - 5_000)) == 0)
        let next = try JournaledPanel(in: gone) { $0.boot = "two" }
        #expect(next.panel.revision < 5)
        #expect(next.journal.epoch != told.epoch)
        #expect(next.problems.contains { $0.contains("later changes are lost") })
        next.close()
        withExtendedLifetime((first, log)) {}
    }

    /// The machine goes down again while the new epoch begins, at each sync in turn.
    @Test(arguments: 0..<4) func aCrashWhileTheEpochIsWritten(failing: Int) throws {
        let first = try keeper(boot: "one", starts: false)
        try set(0..<5, first)
        let disk = FailingDisk(after: failing)
        let attempt = try? JournaledPanel(in: directory, disk: disk.disk, starts: false) { $0.boot = "two" }
        if let attempt { #expect(attempt.panel == first.panel) }
        let next = try keeper(boot: "three")
        #expect(next.panel == first.panel)
        #expect(next.journal.epoch != first.journal.epoch)
        next.close()
    }
}
