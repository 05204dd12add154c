import FasciaModel
import FasciaWire
import TestSupport
import Testing

@testable import FasciaStore

/// Records of a group do not say their revisions: whoever reads them counts.
@Suite(.mustEnd) struct RecordGroupTests {
    private let cause = Cause(method: "value.set", origin: Keeper.origin)

    private func write(_ number: Int, revision: Int, count: Int, to writer: inout RecordWriter) -> Int {
        writer.write(
            .setValue(key: "k", .int(number)), revision: revision, time: Timestamp(milliseconds: number), cause: cause,
            count: count, issues: [], once: nil)
    }

    private func revisions(_ text: [UInt8]) throws -> [Int?] {
        try Replay.records(in: [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")]).map { $0["revision"]?.intValue }
    }

    @Test func theRevisionsAreCountedBackFromTheLast() throws {
        var writer = RecordWriter()
        for (number, (revision, count)) in [(6, 0), (7, 2), (7, 0), (8, 1), (9, 1), (9, 0)].enumerated() {
            #expect(writer.group.goesOn(with: revision, isNew: count > 0))
            _ = write(number, revision: revision, count: count, to: &writer)
        }
        let group = writer.takeGroup()
        let header = RecordHeader(position: 0, sequence: 1, revision: 9, kind: .records, count: 6, length: group.count)
        try group.withUnsafeBytes { bytes in
            let records = try TailRecords(header, bytes, at: "tail") { () throws(StoreError) in [] }
            #expect(try revisions(records.text) == [6, 7, 7, 8, 9, 9])
            guard case .packed(let packed) = records.contents else { throw TestFailure("they are not packed") }
            #expect(packed.map(\.revision) == [6, 7, 7, 8, 9, 9])
            #expect(packed.map(\.record.count) == [0, 2, 0, 1, 1, 0])
        }
        #expect(writer.group.count == 0 && writer.group.length == 0)
    }

    @Test func theLastIsTakenBackAsText() throws {
        var writer = RecordWriter()
        let one = write(1, revision: 3, count: 1, to: &writer)
        #expect(write(2, revision: 4, count: 1, to: &writer) == one, "both are as long")
        let taken = writer.takeLast()
        #expect(try revisions(taken) == [4])
        #expect(String(decoding: taken, as: UTF8.self).contains(#""params":{"key":"k","value":2},"count":1}"#))
        #expect((writer.group.count, writer.group.revision, writer.group.length) == (1, 3, one))
        #expect(writer.group.goesOn(with: 4, isNew: true))
    }

    /// Room is used again, but for that of a group that was unusually long.
    @Test func roomIsUsedAgain() {
        var writer = RecordWriter()
        for (capacity, isKept) in [(65_536, true), (2 << 20, false)] {
            var room = [UInt8]()
            room.reserveCapacity(capacity)
            room.append(1)
            writer.reuse(room)
            #expect(writer.group.length == 0)
            #expect((writer.group.writer.bytes.capacity >= capacity) == isKept)
        }
    }

    @Test func whatDoesNotGoOnIsNotOfTheGroup() {
        var writer = RecordWriter()
        #expect(writer.group.goesOn(with: 17, isNew: true), "nothing is before it")
        _ = write(1, revision: 3, count: 1, to: &writer)
        for (revision, isNew) in [(3, true), (4, false), (5, true), (2, false)] {
            #expect(!writer.group.goesOn(with: revision, isNew: isNew))
        }
    }

    /// Records whose revisions have a hole between them do not stand in one group, so that each is read with its own.
    @Test func aHoleBetweenRevisionsIsKept() throws {
        let keeper = try Keeper(starts: false)
        for revision in [1, 2, 5, 6] {
            let command = Command.setValue(key: "k", .int(revision))
            try keeper.journal.admit(command, lineBytes: nil)
            keeper.journal.append(command, revision: revision, time: Timestamp(milliseconds: 1), cause: cause, count: 1)
        }
        #expect(keeper.journal.append(apps: ["a"], revision: 4, time: Timestamp(milliseconds: 1)))
        keeper.journal.seal()
        let copy = try #require(try TailCopy(path: keeper.directory["tail"]))
        let found = try TailScan(copy.memory, from: 1).records.map { header in
            try revisions(TailRecords(header, copy.memory.payload(of: header), at: "tail") { () throws(StoreError) in [] }.text)
        }
        #expect(found == [[1, 2], [5, 6], [4]])
    }

    @Test func whatIsNoRecordIsDamage() throws {
        var writer = RecordWriter()
        _ = write(1, revision: 3, count: 1, to: &writer)
        var bytes = writer.takeGroup()
        bytes.removeLast()
        let header = RecordHeader(position: 0, sequence: 7, revision: 3, kind: .records, count: 2, length: bytes.count)
        let error = #expect(throws: StoreError.self) {
            try bytes.withUnsafeBytes { bytes in
                _ = try TailRecords(header, bytes, at: "/state/tail") { () throws(StoreError) in [] }
            }
        }
        #expect(error?.kind == .damaged)
        #expect(error?.message == "records 7 to 8 in /state/tail are not whole")
    }
}
