import FasciaModel
import Foundation
import TestSupport
import Testing

@testable import FasciaStore

/// An inspection reports the content of a state directory and its damage, and changes nothing.
@Suite(.mustEnd) struct InspectionTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var settings: StoreSettings { StoreSettings(directory: directory.path) }
    private func inspect() throws -> StateReport { try Store.inspect(settings) }

    @discardableResult
    private func make(_ values: Range<Int>, snapshot: Bool = true) throws -> JournaledPanel {
        let keeper = try JournaledPanel(in: directory)
        for number in values { try keeper.set("k\(number)", .int(number)) }
        #expect(keeper.journal.close(snapshot ? keeper.panel : nil))
        return keeper
    }

    private func execute(_ sql: String) throws {
        try SQLiteConnection(directory["journal.db"]).execute(sql)
    }

    /// The content of all files, except the index and the log, which SQLite creates even for reading.
    private func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in Disk.names(in: directory.path) + Disk.names(in: directory["snapshots"]).map({ "snapshots/" + $0 })
        where name != "snapshots" && !name.hasSuffix("-shm") && !name.hasSuffix("-wal") {
            files[name] = try Data(contentsOf: URL(fileURLWithPath: directory[name]))
        }
        return files
    }

    @Test func aSoundState() throws {
        let keeper = try make(0..<20)
        let before = try files()
        let report = try inspect()
        #expect(report.problems == [])
        #expect(report.epoch == keeper.journal.epoch)
        #expect(report.panel == keeper.panel)
        #expect(report.historyProblems == [])
        #expect(report.revisions == 1...20)
        #expect(report.snapshots.map(\.revision) == [20])
        #expect(report.setAside == [])
        #expect(try files() == before)
    }

    /// An inspection reads rows that are in the write-ahead log only, as after a kill.
    @Test func rowsInTheLogOnly() throws {
        let keeper = try JournaledPanel(in: directory, starts: false)
        for number in 0..<5 { try keeper.set("k\(number)", .int(number)) }
        let report = try inspect()
        #expect(report.problems == [])
        #expect(report.panel == keeper.panel)
        #expect(report.revisions == 1...5)
    }

    /// A state can be inspected while a daemon changes it.
    @Test func whileADaemonHasIt() throws {
        let keeper = try make(0..<5)
        let again = try JournaledPanel(in: directory)
        for number in 5..<200 {
            try again.set("k\(number)", .int(number))
            guard number % 20 == 0 else { continue }
            again.journal.publish(isUrgent: true)
            let report = try inspect()
            #expect(report.problems == [])
            #expect(report.panel == again.panel)
        }
        again.close()
        withExtendedLifetime(keeper) {}
    }

    private func expectProblem(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let before = try files()
        let report = try inspect()
        let problems = report.problems + report.historyProblems
        #expect(problems.contains { $0.contains(text) }, "\(problems)", sourceLocation: sourceLocation)
        #expect(try files() == before, "nothing is set aside", sourceLocation: sourceLocation)
    }

    @Test func aRowWithAWrongChecksum() throws {
        try make(0..<20)
        try execute("UPDATE journal SET changes = replace(changes, 'k7', 'k8')")
        try expectProblem("journal.db is damaged: the checksum of the row of revision 8 is wrong")
    }

    @Test func aRowThatIsMissing() throws {
        try make(0..<15, snapshot: false)
        try execute("DELETE FROM journal WHERE revision BETWEEN 6 AND 10")
        try expectProblem("rows between revision 5 and 11 of \(directory["journal.db"]) are missing")
        #expect(try inspect().panel.revision == 5)
    }

    @Test func aFileThatIsNoDatabase() throws {
        try make(0..<20)
        try overwrite("journal.db", at: 0, with: Array(repeating: 0xAA, count: 8_192))
        try expectProblem("journal.db is damaged")
        #expect(try inspect().panel.revision == 20, "the snapshot has it")
    }

    @Test func filesThatAreMissing() throws {
        try make(0..<20)
        for end in ["", "-wal", "-shm"] { unlink(directory["journal.db"] + end) }
        try expectProblem("journal.db is missing: changes after the newest snapshot are lost")
    }

    @Test func aDamagedSnapshot() throws {
        try make(0..<20)
        let name = try #require(Disk.names(in: directory["snapshots"]).first)
        try overwrite("snapshots/" + name, at: 60, with: [1, 2, 3])
        try expectProblem("\(name) is damaged: its checksum is wrong")
    }

    /// Damaged files that were set aside are listed, and do not count as problems of the present state.
    @Test func filesThatWereSetAsideAreListed() throws {
        try make(0..<20)
        try overwrite("journal.db", at: 0, with: Array(repeating: 0xAA, count: 4_096))
        try make(20..<25)
        let report = try inspect()
        #expect(report.problems == [])
        #expect(report.setAside.count == 1)
        #expect(report.setAside.first?.hasPrefix("journal.db.damaged-") == true)
    }

    @Test func aNewerVersionIsRefused() throws {
        try make(0..<20)
        try execute("PRAGMA user_version = 2; UPDATE panel SET version = 2")
        let error = #expect(throws: StoreError.self) { try inspect() }
        #expect(error?.kind == .newer)
    }

    @Test func noState() throws {
        let error = #expect(throws: StoreError.self) { try inspect() }
        #expect(error?.message == "there is no state in \(directory.path)")
    }

    // MARK: - Beginning with a state

    private func panel() throws -> Panel {
        var panel = Panel()
        for number in 0..<7 { _ = try panel.apply(.setValue(key: "v\(number)", .int(number))) }
        return panel
    }

    @Test func aStateIsPutIntoAnEmptyDirectory() throws {
        #expect(try Store.create(settings, with: try panel(), apps: ["a"], replaces: false) == nil)
        let report = try inspect()
        #expect(report.problems == [])
        #expect(report.panel == (try panel()))
        #expect(report.apps == ["a"])
        let keeper = try JournaledPanel(in: directory)
        #expect(keeper.problems == [])
        #expect(keeper.panel == (try panel()))
        #expect(keeper.journal.epoch == report.epoch)
        try keeper.set("more", 1)
        keeper.close()
        let again = try JournaledPanel(in: directory)
        #expect(again.problems == [])
        #expect(again.panel == keeper.panel)
        again.close()
        #expect(try inspect().problems == [])
    }

    @Test func anExistingStateIsNotReplaced() throws {
        try make(0..<20)
        let before = try files()
        let error = #expect(throws: StoreError.self) {
            try Store.create(settings, with: Panel(), apps: [], replaces: false)
        }
        #expect(error?.message.contains("\(directory.path) already contains a state: choose another") == true)
        #expect(try files() == before)
    }

    @Test func aReplacedStateIsMovedAsAWhole() throws {
        let keeper = try make(0..<20)
        let aside = try #require(try Store.create(settings, with: try panel(), apps: [], replaces: true))
        let now = try inspect()
        #expect(now.panel == (try panel()))
        #expect(now.epoch != keeper.journal.epoch)
        #expect(now.setAside.count == 1)
        #expect(aside.hasSuffix("/" + now.setAside[0]))
        let before = try Store.inspect(StoreSettings(directory: aside))
        #expect(before.problems == [])
        #expect(before.panel == keeper.panel)
        #expect(before.epoch == keeper.journal.epoch)
    }

    private func overwrite(_ name: String, at offset: Int, with bytes: [UInt8]) throws {
        try directory.overwrite(name, at: offset, with: bytes)
    }
}
