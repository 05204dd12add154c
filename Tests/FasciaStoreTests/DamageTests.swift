import FasciaModel
import Foundation
import TestSupport
import Testing

@testable import FasciaStore

/// Damaged files are set aside, never deleted, and as much as possible is restored from the others.
@Suite(.mustEnd) struct DamageTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var settings: StoreSettings { StoreSettings(directory: directory.path) }

    /// Makes a state with one revision per value, and closes it properly.
    @discardableResult
    private func make(_ values: Range<Int>, snapshot: Bool = true) throws -> (panel: Panel, epoch: String) {
        let keeper = try JournaledPanel(in: directory)
        for number in values { try keeper.set("k\(number)", .int(number)) }
        #expect(keeper.journal.close(snapshot ? keeper.panel : nil))
        return (keeper.panel, keeper.journal.epoch)
    }

    /// Makes the files that a killed daemon leaves, with all rows in the write-ahead log.
    private func kill(_ values: Range<Int>) throws -> (panel: Panel, epoch: String) {
        let other = try TemporaryDirectory()
        let keeper = try JournaledPanel(in: other, starts: false)
        for number in values { try keeper.set("k\(number)", .int(number)) }
        for name in Disk.names(in: other.path) {
            try FileManager.default.copyItem(atPath: other[name], toPath: directory[name])
        }
        return (keeper.panel, keeper.journal.epoch)
    }

    /// Makes the in-use mark that a daemon leaves when it is killed at a revision.
    private func mark(revision: Int) throws {
        let mark = InUseMarker(boot: InUseMarker.presentBoot, last: RowKey(revision: revision))
        close(try mark.create(settings.inUseMarkerPath, .system))
    }

    private func overwrite(_ name: String, at offset: Int, with bytes: [UInt8]) throws {
        try directory.overwrite(name, at: offset, with: bytes)
    }

    private func execute(_ sql: String) throws {
        try SQLiteConnection(directory["journal.db"]).execute(sql)
    }

    private var asides: [String] { Disk.names(in: directory.path).filter { $0.contains(".damaged-") } }

    private static let garbage = Array(repeating: UInt8(0xAA), count: 8_192)

    /// Checks that new rows are stored, and that the next start and an inspection report no problems.
    private func expectResumed(_ keeper: JournaledPanel) throws {
        try keeper.set("more", 1)
        keeper.close()
        let again = try JournaledPanel(in: directory)
        #expect(again.panel == keeper.panel)
        #expect(again.journal.epoch == keeper.journal.epoch)
        #expect(again.problems == [])
        again.close()
        let report = try Store.inspect(settings)
        #expect(report.problems == [] && report.historyProblems == [])
    }

    // MARK: - The database

    @Test func aDatabaseThatIsNoneLeavesTheSnapshot() throws {
        let before = try make(0..<20)
        try overwrite("journal.db", at: 0, with: Self.garbage)
        let keeper = try JournaledPanel(in: directory)
        #expect(keeper.panel == before.panel)
        #expect(keeper.problems.contains { $0.contains("journal.db is damaged") })
        #expect(keeper.problems.contains { $0.contains("journal.db was set aside as") })
        #expect(asides.count == 1)
        try expectResumed(keeper)
    }

    /// Rows after a damaged one are lost unless a snapshot contains them, and the loss is reported.
    @Test func aDamagedRowLosesLaterRowsAndIsReported() throws {
        let first = try make(0..<5)
        let second = try make(5..<10, snapshot: false)
        try execute("UPDATE journal SET effects = CAST(replace(effects, 'k6', 'k7') AS BLOB) WHERE revision = 7")
        let report = try Store.inspect(settings)
        #expect(report.problems.contains { $0.contains("the checksum of the row of revision 7 is wrong") })
        let keeper = try JournaledPanel(in: directory)
        #expect(keeper.panel.revision == 6)
        #expect(keeper.panel.value("k4") == 4 && keeper.panel.value("k6") == nil)
        #expect(keeper.journal.epoch != second.epoch)
        #expect(keeper.problems.contains { $0.contains("the checksum of the row of revision 7 is wrong") })
        #expect(asides.contains { $0.hasPrefix("journal.db.damaged-") })
        try expectResumed(keeper)
        withExtendedLifetime(first) {}
    }

    /// A damaged row that the state does not need damages only the history.
    @Test func aDamagedRowBeforeASnapshotHarmsNothing() throws {
        let before = try make(0..<20)
        try execute("UPDATE journal SET changes = replace(changes, 'k7', 'k8')")
        let report = try Store.inspect(settings)
        #expect(report.problems == [], "what is exported is whole")
        #expect(report.panel == before.panel)
        #expect(report.historyProblems.contains { $0.contains("the checksum of the row of revision 8 is wrong") })
        let keeper = try JournaledPanel(in: directory) { $0.replayedRevisions = 0 }
        #expect(keeper.panel == before.panel)
        #expect(keeper.journal.epoch == before.epoch)
        keeper.close()
    }

    /// A start replays from an older snapshot first. If a row after it is damaged, a newer snapshot restores its changes.
    @Test func aDamagedDatabaseIsSetAsideAndItsRowsAreCopied() throws {
        let before = try make(0..<20)
        try execute("UPDATE journal SET changes = replace(changes, 'k7', 'k8')")
        let keeper = try JournaledPanel(in: directory)
        #expect(keeper.panel == before.panel)
        #expect(keeper.journal.epoch == before.epoch)
        #expect(keeper.problems.count { $0.contains("the checksum of the row of revision 8 is wrong") } == 1, "said once")
        try expectResumed(keeper)
    }

    /// A flipped bit in the last row is detected, although SQLite silently drops the end of its log.
    @Test func aFlippedBitInTheLastRowIsNoticed() throws {
        let before = try kill(0..<20)
        let wal = directory["journal.db-wal"]
        var bytes = try Data(contentsOf: URL(fileURLWithPath: wal))
        // The last occurrence of the last key.
        let place = try #require(bytes.range(of: Data("k19".utf8), options: .backwards)).lowerBound
        bytes[place] ^= 1
        try bytes.write(to: URL(fileURLWithPath: wal))
        let report = try Store.inspect(settings)
        #expect(report.problems.contains { $0.contains("later changes are lost") }, "\(report.problems)")
        let keeper = try JournaledPanel(in: directory)
        #expect(keeper.panel.revision < before.panel.revision)
        #expect(keeper.journal.epoch != before.epoch)
        #expect(keeper.problems.contains { $0.contains("later changes are lost") })
        try expectResumed(keeper)
    }

    @Test func aLogThatIsCutIsNoticed() throws {
        let before = try kill(0..<20)
        #expect(truncate(directory["journal.db-wal"], 60_000) == 0)
        let keeper = try JournaledPanel(in: directory)
        #expect(keeper.panel.revision < 20)
        #expect(keeper.journal.epoch != before.epoch)
        try expectResumed(keeper)
    }

    @Test(arguments: ["journal.db", "journal.db-wal", "journal.db-shm", "snapshots", "in-use"], ["fifo", "directory", "link"])
    func aFileOfTheWrongTypeIsSetAside(name: String, kind: String) throws {
        try make(0..<5)
        let path = directory[name]
        try? FileManager.default.removeItem(atPath: path)
        switch kind {
        case "fifo": #expect(mkfifo(path, 0o600) == 0)
        case "directory": #expect(mkdir(path, 0o700) == 0)
        default: #expect(symlink("/nonexistent/elsewhere", path) == 0)
        }
        // A folder is what belongs at the path of the folder.
        let isWell = name == "snapshots" && kind == "directory"
        if !isWell { #expect(try !Store.inspect(settings).problems.isEmpty, "\(name) is a \(kind)") }
        let keeper = try JournaledPanel(in: directory)
        #expect(keeper.problems.isEmpty == isWell)
        if !isWell { #expect(asides.contains { $0.hasPrefix(name == "snapshots" || name == "in-use" ? name : "journal.db") }) }
        try expectResumed(keeper)
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everything")) func aDatabaseThatCannotBeWrittenIsSetAside() throws {
        let before = try make(0..<20, snapshot: false)
        #expect(chmod(directory["journal.db"], 0o400) == 0)
        let keeper = try JournaledPanel(in: directory)
        #expect(keeper.panel == before.panel)
        #expect(asides.count == 1)
        try expectResumed(keeper)
    }

    /// After any damage the state can be opened, and if a part of it is missing, a new epoch begins and the loss is reported.
    @Test(arguments: Torture.all(UInt64(1)...60, otherwiseEvery: 3)) func damageAtRandom(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let before = seed.isMultiple(of: 2) ? try kill(0..<60) : try make(0..<60, snapshot: seed % 4 == 1)
        let names = ["journal.db", "journal.db-wal", "in-use"].filter { Disk.size(of: directory[$0]) > 0 }
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let name = names[Int.random(in: names.indices, using: &generator)]
            let size = Disk.size(of: directory[name])
            let offset = Int.random(in: 0..<size, using: &generator)
            if Int.random(in: 0..<8, using: &generator) == 0 {
                #expect(truncate(directory[name], off_t(offset)) == 0)
            } else {
                try overwrite(name, at: offset, with: [UInt8.random(in: 0...255, using: &generator)])
            }
        }
        let report = try Store.inspect(settings)
        let keeper = try JournaledPanel(in: directory)
        if keeper.panel.contents != before.panel.contents {
            #expect(keeper.journal.epoch != before.epoch, "seed \(seed)")
            #expect(!keeper.problems.isEmpty, "seed \(seed)")
            #expect(!report.problems.isEmpty, "seed \(seed)")
        }
        try expectResumed(keeper)
    }

    // MARK: - Other files

    @Test func aDamagedSnapshotIsSetAside() throws {
        let before = try make(0..<20)
        let name = try #require(Disk.names(in: directory["snapshots"]).first)
        try overwrite("snapshots/" + name, at: 60, with: [1, 2, 3])
        let keeper = try JournaledPanel(in: directory) { $0.replayedRevisions = 0 }
        #expect(keeper.panel == before.panel)
        #expect(keeper.journal.epoch == before.epoch)
        #expect(Disk.names(in: directory["snapshots"]).contains { $0.hasPrefix(name + ".damaged-") })
        keeper.close()
    }

    @Test func aDamagedMarkMeansANewEpoch() throws {
        let before = try kill(0..<20)
        try overwrite("in-use", at: 50, with: [1])
        let keeper = try JournaledPanel(in: directory)
        #expect(keeper.panel == before.panel)
        #expect(keeper.journal.epoch != before.epoch)
        #expect(asides.contains { $0.hasPrefix("in-use.damaged-") })
        try expectResumed(keeper)
    }

    @Test func aMissingDatabaseMeansANewEpoch() throws {
        let before = try make(0..<20)
        #expect(unlink(directory["journal.db"]) == 0)
        let keeper = try JournaledPanel(in: directory)
        #expect(keeper.panel == before.panel)
        #expect(keeper.journal.epoch != before.epoch)
        #expect(keeper.problems.contains { $0.contains("journal.db is missing: the last changes may be lost") })
        try expectResumed(keeper)
    }

    /// A database that was emptied, as a file or by SQL, is damaged. SQLite itself accepts it.
    @Test(arguments: ["", "DELETE FROM journal; DELETE FROM panel", "DELETE FROM journal", "DROP TABLE journal"], [true, false])
    func anEmptiedDatabaseMeansANewEpoch(sql: String, wasClosed: Bool) throws {
        let before = try make(0..<20)
        if !wasClosed { try mark(revision: 20) }
        if sql.isEmpty {
            for ending in JournalDatabase.fileEndings { unlink(directory["journal.db"] + ending) }
            try directory.write("", to: "journal.db")
        } else {
            try execute(sql)
        }
        let report = try Store.inspect(settings)
        #expect(report.problems.contains { $0.contains("journal.db") }, "\(report.problems)")
        #expect(report.panel == before.panel)
        let keeper = try JournaledPanel(in: directory)
        #expect(keeper.panel == before.panel)
        #expect(keeper.journal.epoch != before.epoch)
        #expect(keeper.problems.contains { $0.contains("journal.db") }, "\(keeper.problems)")
        #expect(asides.contains { $0.hasPrefix("journal.db.damaged-") })
        try expectResumed(keeper)
    }

    /// A state that begins with a snapshot has no rows, and is sound.
    @Test func aStateWithoutRowsIsSound() throws {
        var panel = Panel()
        for number in 0..<7 { _ = try panel.apply(.setValue(key: "v\(number)", .int(number))) }
        _ = try Store.create(settings, with: panel, apps: [], replaces: false)
        for _ in 0..<2 {
            #expect(try Store.inspect(settings).problems == [])
            let keeper = try JournaledPanel(in: directory)
            #expect(keeper.panel == panel)
            #expect(keeper.problems == [])
            keeper.close()
        }
    }

    /// SQLite refuses a file that is shorter than its header says. The rows of its first pages are restored all the same.
    @Test(arguments: [true, false]) func ofADatabaseThatIsCutTheBeginningIsServed(wasClosed: Bool) throws {
        let before = try make(0..<400, snapshot: false)
        if !wasClosed { try mark(revision: 400) }
        #expect(truncate(directory["journal.db"], off_t(Disk.size(of: directory["journal.db"]) / 8_192 * 4_096)) == 0)
        let report = try Store.inspect(settings)
        #expect(!report.problems.isEmpty)
        let keeper = try JournaledPanel(in: directory)
        #expect((100..<400).contains(keeper.panel.revision))
        #expect(keeper.panel.contents == report.panel.contents)
        for number in 0..<keeper.panel.revision { #expect(keeper.panel.value("k\(number)") == .int(number)) }
        #expect(keeper.journal.epoch != before.epoch)
        #expect(asides.contains { $0.hasPrefix("journal.db.damaged-") })
        try expectResumed(keeper)
    }

    /// If one bit of the database header is flipped, an inspection reports every problem that a start reports, and new rows
    /// can be stored. (The reverse need not hold: a start may repair what the inspection reports, such as the free list.)
    @Test(arguments: Torture.all(0..<100, otherwiseEvery: 3)) func inspectionReportsWhatAStartSetsAside(offset: Int) throws {
        let before = try make(0..<5)
        let byte = try Data(contentsOf: URL(fileURLWithPath: directory["journal.db"]))[offset]
        try overwrite("journal.db", at: offset, with: [byte ^ 1])
        let report = try Store.inspect(settings)
        let keeper = try JournaledPanel(in: directory)
        #expect(keeper.panel == before.panel)
        if !keeper.problems.isEmpty { #expect(!(report.problems + report.historyProblems).isEmpty, "\(keeper.problems)") }
        try expectResumed(keeper)
    }

    @Test func nothingIsDeleted() throws {
        try make(0..<20)
        let name = try #require(Disk.names(in: directory["snapshots"]).first)
        for name in ["journal.db", "snapshots/" + name] { try overwrite(name, at: 0, with: Self.garbage) }
        let keeper = try JournaledPanel(in: directory)
        #expect(keeper.panel == Panel())
        #expect(asides.count == 1)
        #expect(Disk.names(in: directory["snapshots"]).contains { $0.hasPrefix(name + ".damaged-") })
        try expectResumed(keeper)
    }

    // MARK: - Another version

    private func refusal() -> StoreError? {
        do throws(StoreError) {
            _ = try Store.open(settings)
            return nil
        } catch { return error }
    }

    @Test func theDatabaseOfANewerVersionIsRefusedAndLeftAsItIs() throws {
        try make(0..<20)
        try execute("PRAGMA user_version = 2; UPDATE panel SET version = 2")
        let before = try Data(contentsOf: URL(fileURLWithPath: directory["journal.db"]))
        let error = try #require(refusal())
        #expect(error.kind == .newer)
        #expect(error.message.contains("was written by a newer fasciad (version 2, this one supports up to 1)"))
        #expect(error.message.hasSuffix("start the newer one, or choose another state directory"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory["journal.db"])) == before)
        #expect(asides == [])
        #expect(throws: StoreError.self) { try Store.inspect(settings) }
    }

    @Test func theDatabaseOfAnUnreleasedVersionIsSetAside() throws {
        try execute("CREATE TABLE chunks (first INTEGER PRIMARY KEY)")
        let keeper = try JournaledPanel(in: directory)
        #expect(keeper.problems.contains { $0.contains("is not a journal of a released fasciad") })
        try expectResumed(keeper)
    }

    /// The version is stored in two places, so damage to one of them is repaired and not taken for another version.
    @Test(arguments: ["PRAGMA user_version = 2", "PRAGMA user_version = 0", "UPDATE panel SET version = 2"])
    func aVersionThatIsDamagedInOnePlaceIsRepaired(sql: String) throws {
        let before = try make(0..<20, snapshot: false)
        try execute(sql)
        let keeper = try JournaledPanel(in: directory)
        #expect(keeper.panel == before.panel)
        #expect(keeper.journal.epoch == before.epoch)
        #expect(keeper.problems == [])
        try expectResumed(keeper)
    }

    @Test func aSnapshotWhoseVersionIsDamagedIsSetAside() throws {
        let before = try make(0..<20)
        let name = try #require(Disk.names(in: directory["snapshots"]).first)
        try overwrite("snapshots/" + name, at: 8, with: [9])
        let keeper = try JournaledPanel(in: directory) { $0.replayedRevisions = 0 }
        #expect(keeper.panel == before.panel)
        #expect(Disk.names(in: directory["snapshots"]).contains { $0.hasPrefix(name + ".damaged-") })
        try expectResumed(keeper)
    }

    @Test func theSnapshotOfANewerVersionIsRefused() throws {
        try make(0..<20)
        let name = try #require(Disk.names(in: directory["snapshots"]).first)
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: directory["snapshots/" + name])))
        bytes[8] = 9
        var sum = bytes[8..<16].withUnsafeBytes { Checksum.of($0) }
        sum = bytes[24..<64].withUnsafeBytes { Checksum.of($0, seed: sum) }
        sum = bytes[64...].withUnsafeBytes { Checksum.of($0, seed: sum) }
        withUnsafeBytes(of: sum.littleEndian) { bytes.replaceSubrange(16..<24, with: $0) }
        try overwrite("snapshots/" + name, at: 0, with: bytes)
        var settings = settings
        settings.replayedRevisions = 0
        let error = #expect(throws: StoreError.self) { try Store.open(settings) }
        #expect(error?.kind == .newer)
    }
}
