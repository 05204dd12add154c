import FasciaModel
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FasciaStore

/// What is damaged is set aside, never deleted, and the best of the rest is served.
@Suite(.mustEnd) struct DamageTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A state with so many values, closed in order, with snapshots at some of them.
    @discardableResult
    private func make(_ values: Range<Int>, snapshot: Bool = true) throws -> (panel: Panel, epoch: String) {
        let keeper = try Keeper(in: directory)
        for number in values { try keeper.set("k\(number)", .int(number)) }
        #expect(keeper.journal.close(snapshot ? keeper.panel : nil))
        return (keeper.panel, keeper.journal.epoch)
    }

    private func overwrite(_ name: String, at offset: Int, with bytes: [UInt8]) throws {
        try directory.overwrite(name, at: offset, with: bytes)
    }

    private var names: [String] { Disk.names(in: directory.path) }
    private var asides: [String] { names.filter { $0.contains(".damaged-") } }

    private static let garbage = Array(repeating: UInt8(0xAA), count: 8_192)

    /// The tail still has what was in it lately, so that nothing is lost.
    @Test func aDamagedDatabaseIsMadeAgainOfSnapshotAndTail() throws {
        let before = try make(0..<20)
        try overwrite("journal.db", at: 0, with: Self.garbage)
        let keeper = try Keeper(in: directory)
        #expect(keeper.panel == before.panel)
        #expect(keeper.journal.epoch == before.epoch)
        #expect(keeper.problems.contains { $0.contains("journal.db is damaged") })
        #expect(keeper.problems.contains { $0.contains("journal.db was set aside as") })
        #expect(asides.count == 1)
        try keeper.set("more", 1)
        keeper.close()
        let again = try Keeper(in: directory)
        #expect(again.panel == keeper.panel)
        #expect(again.problems == [])
        again.close()
    }

    @Test func aDamagedRowLeadsToTheNewestSnapshot() throws {
        let before = try make(0..<20)
        let queue = try DatabaseQueue(path: directory["journal.db"])
        try queue.write { try $0.execute(sql: "UPDATE chunks SET records = replace(records, '\"k7\"', '\"k8\"')") }
        try queue.close()
        let keeper = try Keeper(in: directory)
        #expect(keeper.panel == before.panel)
        #expect(keeper.journal.epoch == before.epoch)
        #expect(keeper.problems.count { $0.contains("records 1 to 20 are not what was written") } == 1, "said once")
        keeper.close()
    }

    /// Without a snapshot behind it, what comes after it cannot be found again.
    @Test func aDamagedRowWithoutASnapshotBehindItLosesWhatComesAfterIt_andSaysSo() throws {
        let first = try make(0..<5)
        let second = try make(5..<10, snapshot: false)
        let queue = try DatabaseQueue(path: directory["journal.db"])
        try queue.write { try $0.execute(sql: "UPDATE chunks SET checksum = 1 WHERE first = 6") }
        try queue.close()
        let keeper = try Keeper(in: directory)
        #expect(keeper.panel == first.panel)
        #expect(keeper.journal.epoch != second.epoch)
        #expect(keeper.told.start == 5)
        #expect(asides.contains { $0.hasPrefix("journal.db.damaged-") })
        #expect(asides.contains { $0.hasPrefix("tail.damaged-") })
        try keeper.set("more", 1)
        keeper.close()
        let again = try Keeper(in: directory)
        #expect(again.panel == keeper.panel)
        #expect(again.journal.epoch == keeper.journal.epoch)
        #expect(again.problems == [])
        again.close()
    }

    @Test func aDamagedSnapshotIsSetAside() throws {
        let before = try make(0..<20)
        try overwrite("snapshots/21.snapshot", at: 60, with: [1, 2, 3])
        let keeper = try Keeper(in: directory) { $0.historyRecords = 0 }
        #expect(keeper.panel == before.panel)
        #expect(keeper.journal.epoch == before.epoch)
        #expect(Disk.names(in: directory["snapshots"]).contains { $0.hasPrefix("21.snapshot.damaged-") })
        keeper.close()
    }

    @Test func aMissingTailMeansANewEpoch() throws {
        let before = try make(0..<20)
        #expect(unlink(directory["tail"]) == 0)
        let keeper = try Keeper(in: directory)
        #expect(keeper.panel == before.panel)
        #expect(keeper.journal.epoch != before.epoch)
        #expect(keeper.problems.contains { $0.contains("tail is missing: the last changes may be lost") })
        keeper.close()
    }

    @Test func aDamagedTailMeansANewEpoch() throws {
        let before = try make(0..<20)
        try overwrite("tail", at: 0, with: Self.garbage)
        let keeper = try Keeper(in: directory)
        #expect(keeper.panel == before.panel)
        #expect(keeper.journal.epoch != before.epoch)
        #expect(asides.contains { $0.hasPrefix("tail.damaged-") })
        keeper.close()
    }

    @Test func nothingIsDeleted() throws {
        try make(0..<20)
        for name in ["journal.db", "tail", "snapshots/21.snapshot"] { try overwrite(name, at: 0, with: Self.garbage) }
        let keeper = try Keeper(in: directory)
        #expect(keeper.panel == Panel())
        #expect(asides.count == 2)
        #expect(Disk.names(in: directory["snapshots"]).contains { $0.hasPrefix("21.snapshot.damaged-") })
        keeper.close()
    }

    // MARK: - Another version

    private func refusal() -> StoreError? {
        let receiver = EventReceiver(begin: { _ in }, event: { _, _, _ in })
        do throws(StoreError) {
            _ = try Store.open(StoreSettings(directory: directory.path), receiver: receiver)
            return nil
        } catch { return error }
    }

    @Test func theDatabaseOfANewerVersionIsRefusedAndLeftAsItIs() throws {
        try make(0..<20)
        let queue = try DatabaseQueue(path: directory["journal.db"])
        try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('of the future')") }
        try queue.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: directory["journal.db"]))
        let error = try #require(refusal())
        #expect(error.kind == .newer)
        #expect(error.message.contains("was written by a newer fasciad (it has of the future"))
        #expect(error.message.hasSuffix("start that one, or choose another state directory"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory["journal.db"])) == before)
        #expect(asides == [])
    }

    @Test func theSnapshotOfANewerVersionIsRefused() throws {
        try make(0..<20)
        try overwrite("snapshots/21.snapshot", at: 8, with: [2])
        #expect(try Keeper(in: directory, starts: false).problems == [], "it is not needed for so few records")
        let receiver = EventReceiver(begin: { _ in }, event: { _, _, _ in })
        var settings = StoreSettings(directory: directory.path)
        settings.historyRecords = 0
        let error = #expect(throws: StoreError.self) { try Store.open(settings, receiver: receiver) }
        #expect(error?.kind == .newer)
    }
}
