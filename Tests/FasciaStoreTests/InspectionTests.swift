import FasciaModel
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FasciaStore

/// Looking at a state directory says what is there, finds what is damaged, and changes nothing.
@Suite(.mustEnd) struct InspectionTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var settings: StoreSettings { StoreSettings(directory: directory.path) }
    private func inspect() throws -> StateReport { try Store.inspect(settings) }

    @discardableResult
    private func make(_ values: Range<Int>, snapshot: Bool = true) throws -> Keeper {
        let keeper = try Keeper(in: directory)
        for number in values { try keeper.set("k\(number)", .int(number)) }
        #expect(keeper.journal.close(snapshot ? keeper.panel : nil))
        return keeper
    }

    private func execute(_ sql: String) throws {
        let queue = try DatabaseQueue(path: directory["journal.db"])
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// All files with what is in them, but for what SQLite needs to read at all.
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
        #expect(report.records == 1...20)
        #expect(report.revisions == 1...20)
        #expect(report.tailRecords == 0)
        #expect(report.tailBytes == 65_536 )
        #expect(report.snapshots.map(\.revision) == [20])
        #expect(report.versions.first == "journal")
        #expect(report.setAside == [])
        #expect(try files() == before)
    }

    /// After a kill the last of it is in the tail alone, with a record that is too long for it in a file of its own.
    @Test func whatIsInTheTailAlone() throws {
        let keeper = try Keeper(in: directory, starts: false)
        for number in 0..<5 { try keeper.set("k\(number)", .int(number)) }
        try keeper.set("long", .string(String(repeating: "x", count: 20_000)))
        #expect(names.contains { $0.hasPrefix("large-") })
        let report = try inspect()
        #expect(report.problems == [])
        #expect(report.panel == keeper.panel)
        #expect(report.tailRecords == 6)
        #expect(report.records == nil)
    }

    /// Whoever has the state goes on meanwhile.
    @Test func whileADaemonHasIt() throws {
        let keeper = try make(0..<5)
        let again = try Keeper(in: directory)
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

    private var names: [String] { Disk.names(in: directory.path) }

    private func expectProblem(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let before = try files()
        let problems = try inspect().problems
        #expect(problems.contains { $0.contains(text) }, "\(problems)", sourceLocation: sourceLocation)
        #expect(try files() == before, "nothing is set aside", sourceLocation: sourceLocation)
    }

    @Test func aRowThatIsNotWhatWasWritten() throws {
        try make(0..<20)
        try execute("UPDATE chunks SET records = replace(records, '\"k7\"', '\"k8\"')")
        try expectProblem("journal.db is damaged: records 1 to 20 are not what was written")
    }

    @Test func aRowThatIsMissing() throws {
        for part in 0..<3 { try make(part * 5..<part * 5 + 5, snapshot: false) }
        try execute("DELETE FROM chunks WHERE first = 6")
        try expectProblem("records 6 to 10 of \(directory["journal.db"]) are missing")
    }

    @Test func aFileThatIsNoDatabase() throws {
        try make(0..<20)
        try overwrite("journal.db", at: 0, with: Array(repeating: 0xAA, count: 8_192))
        try expectProblem("journal.db is damaged")
        #expect(try inspect().panel.revision == 20, "the snapshot has it")
    }

    @Test func filesThatAreMissing() throws {
        try make(0..<20)
        #expect(unlink(directory["tail"]) == 0)
        try expectProblem("tail is missing: the last changes may be lost")
        for end in ["", "-wal", "-shm"] { unlink(directory["journal.db"] + end) }
        try expectProblem("journal.db is missing: what is not in the newest snapshot and the tail is lost")
    }

    @Test func aTailOfAnotherState() throws {
        try make(0..<20)
        let other = try TemporaryDirectory()
        _ = try TailFile(path: other["tail"], capacity: 65_536, epoch: "OTHR", disk: .system)
        #expect(rename(other["tail"], directory["tail"]) == 0)
        try expectProblem("tail is the tail of another journal (OTHR, not ")
    }

    @Test func aTailThatIsNone() throws {
        try make(0..<20)
        try overwrite("tail", at: 0, with: Array(repeating: 0xAA, count: 4_096))
        try expectProblem("tail is no tail of a journal, or its first page is damaged")
    }

    @Test func aLongRecordThatIsGone() throws {
        let keeper = try Keeper(in: directory, starts: false)
        try keeper.set("long", .string(String(repeating: "x", count: 20_000)))
        #expect(unlink(directory["large-1"]) == 0)
        try expectProblem("large-1 is not there, or not what was written")
        try expectProblem("what is there leads to record 0, and there was a record 1")
    }

    @Test func aDamagedSnapshot() throws {
        try make(0..<20)
        try overwrite("snapshots/21.snapshot", at: 60, with: [1, 2, 3])
        try expectProblem("21.snapshot is damaged: it is not what was written")
    }

    /// What was damaged and is set aside is told of, and is no damage of what there is now.
    @Test func whatWasSetAside() throws {
        try make(0..<20)
        try overwrite("tail", at: 0, with: Array(repeating: 0xAA, count: 4_096))
        try make(20..<25)
        let report = try inspect()
        #expect(report.problems == [])
        #expect(report.setAside.count == 1)
        #expect(report.setAside.first?.hasPrefix("tail.damaged-") == true)
    }

    @Test func aNewerVersionIsRefused() throws {
        try make(0..<20)
        try execute("INSERT INTO grdb_migrations VALUES ('of the future')")
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
        #expect(try Store.begin(settings, with: try panel(), apps: ["a"], replaces: false) == nil)
        let report = try inspect()
        #expect(report.problems == [])
        #expect(report.panel == (try panel()))
        #expect(report.apps == ["a"])
        let keeper = try Keeper(in: directory)
        #expect(keeper.problems == [])
        #expect(keeper.panel == (try panel()))
        #expect(keeper.journal.epoch == report.epoch)
        try keeper.set("more", 1)
        keeper.close()
        let again = try Keeper(in: directory)
        #expect(again.problems == [])
        #expect(again.panel == keeper.panel)
        again.close()
        #expect(try inspect().problems == [])
    }

    @Test func aStateThatIsThereIsLeftAsItIs() throws {
        try make(0..<20)
        let before = try files()
        let error = #expect(throws: StoreError.self) {
            try Store.begin(settings, with: Panel(), apps: [], replaces: false)
        }
        #expect(error?.message.contains("there is a state in \(directory.path) already: choose another") == true)
        #expect(try files() == before)
    }

    @Test func aStateThatIsReplacedIsWholeWhereItIsThen() throws {
        let keeper = try make(0..<20)
        let aside = try #require(try Store.begin(settings, with: try panel(), apps: [], replaces: true))
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
