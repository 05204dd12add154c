import FasciaModel
import FasciaWire
import Foundation
import TestSupport
import Testing

@testable import FasciaStore

/// Tails as version 3 wrote them, with the text of each record: they are read, and go on packed.
@Suite(.mustEnd) struct OlderTailTests {
    private let directory: TemporaryDirectory
    /// Of a state that is there, with nothing in it yet.
    private let epoch: String
    private static let long = String(repeating: "x", count: 60_000)

    init() throws {
        directory = try TemporaryDirectory()
        epoch = try Keeper(in: directory, starts: false).journal.epoch
    }

    private func set(_ revision: Int, _ value: String) -> [UInt8] {
        let (by, call) = (#"[3,"test",1000,42]"#, #""method":"value.set","params":{"key":"k","value":\#(value)}"#)
        // The first one declares it, too.
        let count = revision == 1 ? 2 : 1
        return Array(#"{"revision":\#(revision),"time":1795218360123,"by":\#(by),"request":\#(revision),\#(call),"count":\#(count)}"#.utf8)
    }

    /// Writes the tail, and the files of the records that are too long for it.
    ///
    /// - Parameter groups: the records that stand together, or the one that has a file.
    private func write(_ groups: [(records: [[UInt8]], isLarge: Bool)]) throws {
        let file = try TailFile(path: directory["tail"], capacity: 65_536, epoch: epoch, disk: .system)
        var (tail, revision) = (Tail(memory: file.memory, head: Place(), released: 0), 0)
        for group in groups {
            revision += group.records.count
            let text = Array(group.records.joined(separator: [UInt8(ascii: ",")]))
            if group.isLarge {
                try Data(text).write(to: URL(fileURLWithPath: directory["large-\(tail.head.sequence)"]))
                // How long it is and its checksum, in eight bytes each.
                var reference = withUnsafeBytes(of: UInt64(text.count).littleEndian) { Array($0) }
                withUnsafeBytes(of: text.withUnsafeBytes { Checksum.of($0) }.littleEndian) { reference += $0 }
                reference.withUnsafeBytes { tail.append($0, kind: .large, revision: revision) }
            } else {
                text.withUnsafeBytes { tail.append($0, kind: .text, count: group.records.count, revision: revision) }
            }
        }
        try TailFile.rewrite(directory["tail"], .system) { $0.version = 3 }
    }

    private func expectTold(_ keeper: Keeper, _ values: [JSON]) {
        #expect(keeper.problems == [])
        // Not in one expression, which would print all of it.
        let isLast = keeper.panel.value("k") == values.last
        #expect(isLast)
        #expect(keeper.panel.revision == values.count)
        #expect(
            keeper.told.events.map(\.cause) == values.indices.map {
                Cause(method: "value.set", origin: Keeper.origin, request: RequestID($0 + 1))
            })
        #expect(keeper.told.events.allSatisfy { $0.time.milliseconds == 1_795_218_360_123 })
    }

    @Test func recordsAreReadAndGoOnPacked() throws {
        try write([([set(1, "1"), set(2, "2")], false), ([set(3, "3")], false)])
        let keeper = try Keeper(in: directory, starts: false)
        expectTold(keeper, [1, 2, 3])
        try keeper.set("k", 4)
        let next = try Keeper(in: directory)
        expectTold(next, [1, 2, 3, 4])
        next.close()
        let again = try Keeper(in: directory)
        expectTold(again, [1, 2, 3, 4])
        again.close()
    }

    /// One that is too long for the tail has a file, at the beginning, in the middle and at the end.
    @Test func recordsInFilesOfTheirOwnAreRead() throws {
        let long = JSON.string(Self.long)
        try write([
            ([set(1, "\"\(Self.long)\"")], true), ([set(2, "2"), set(3, "3")], false), ([set(4, "\"\(Self.long)\"")], true),
            ([set(5, "5")], false), ([set(6, "\"\(Self.long)\"")], true),
        ])
        let files = ["large-1", "large-4", "large-6"]
        func names() -> [String] { Disk.names(in: directory.path).filter { $0.hasPrefix("large-") }.sorted() }
        #expect(names() == files)
        let report = try Store.inspect(StoreSettings(directory: directory.path))
        #expect(report.problems == [])
        #expect((report.tailRecords, report.panel.revision) == (6, 6))
        let killed = try Keeper(in: directory, starts: false)
        expectTold(killed, [long, 2, 3, long, 5, long])
        try killed.set("k", 7)
        #expect(names() == files)
        let keeper = try Keeper(in: directory)
        expectTold(keeper, [long, 2, 3, long, 5, long, 7])
        keeper.close()
        #expect(names() == [], "they are in the database")
        let again = try Keeper(in: directory)
        expectTold(again, [long, 2, 3, long, 5, long, 7])
        again.close()
        #expect(try Store.inspect(StoreSettings(directory: directory.path)).problems == [])
    }

    @Test func aFileThatIsNotWhatWasWrittenIsNoticed() throws {
        try write([([set(1, "1")], false), ([set(2, "\"\(Self.long)\"")], true), ([set(3, "3")], false)])
        try directory.overwrite("large-2", at: 1_000, with: [1])
        let keeper = try Keeper(in: directory, starts: false)
        #expect(keeper.problems.first == "\(directory["large-2"]) is not there, or not what was written")
        #expect(keeper.panel.value("k") == 1)
        #expect(keeper.journal.epoch != epoch)
    }

    @Test func whatIsNoRecordIsNoticed() throws {
        try write([([set(1, "1")], false), ([Array("{\"revision\":2}".utf8)], false)])
        let keeper = try Keeper(in: directory, starts: false)
        #expect(keeper.problems.first == #"a record of the journal is not whole: {"revision":2}"#)
        #expect(keeper.panel.value("k") == 1)
    }
}
