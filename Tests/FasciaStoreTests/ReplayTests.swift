import FasciaModel
import FasciaWire
import TestSupport
import Testing

@testable import FasciaStore

/// Which records are done again, whether they are packed or text.
@Suite(.mustEnd) struct ReplayTests {
    /// Records 5 to 8, which make revisions 1 to 3; the third one says which screens have an app.
    private func withRecords(_ isPacked: Bool, _ body: (TailRecords) throws -> Void) throws {
        var (writer, panel) = (RecordWriter(), Panel())
        for number in 5...8 {
            if number == 7 {
                _ = writer.write(apps: ["s"], revision: panel.revision, time: Timestamp(milliseconds: 7))
            } else {
                let command = Command.setValue(key: "k", .int(number))
                let changes = try panel.apply(command)
                _ = writer.write(
                    command, revision: panel.revision, time: Timestamp(milliseconds: number),
                    cause: Cause(method: command.method, origin: Keeper.origin), count: changes.count, issues: [], once: nil)
            }
        }
        let group = writer.takeGroup()
        func header(_ kind: RecordHeader.Kind) -> RecordHeader {
            RecordHeader(position: 0, sequence: 5, revision: 3, kind: kind, count: 4, length: group.count)
        }
        try group.withUnsafeBytes { bytes in
            let packed = try TailRecords(header(.records), bytes, at: "tail") { () throws(StoreError) in [] }
            guard !isPacked else { return try body(packed) }
            try packed.text.withUnsafeBytes { bytes in
                try body(try TailRecords(header(.text), bytes, at: "tail") { () throws(StoreError) in [] })
            }
        }
    }

    /// It is said of each of them when it is over, done or not.
    private func apply(_ records: TailRecords, _ replay: inout Replay) throws {
        var count = 0
        try replay.apply(records) { count += 1 }
        #expect(count == records.header.count)
    }

    @Test(arguments: [true, false]) func allAreDone(isPacked: Bool) throws {
        try withRecords(isPacked) { records in
            var times: [Int] = []
            let receiver = EventReceiver(begin: { _ in }) { _, time, _ in times.append(time.milliseconds) }
            var replay = Replay(Panel(), apps: [], sequence: 5, receiver)
            try apply(records, &replay)
            #expect(replay.panel.value("k") == 8)
            #expect((replay.sequence, replay.panel.revision) == (9, 3))
            #expect(replay.apps == ["s"])
            #expect(times == [5, 6, 8])
        }
    }

    /// What a snapshot has already is not done again, but is one of the records all the same.
    @Test(arguments: [true, false]) func whatIsDoneIsPassedOver(isPacked: Bool) throws {
        try withRecords(isPacked) { records in
            var panel = Panel()
            _ = try panel.apply(.setValue(key: "k", 5))
            var replay = Replay(panel, apps: [], sequence: 6, .nobody)
            try apply(records, &replay)
            #expect(replay.panel.value("k") == 8)
            #expect((replay.sequence, replay.panel.revision) == (9, 3))
            // All of them.
            try apply(records, &replay)
            #expect((replay.sequence, replay.panel.revision) == (9, 3))
        }
    }

    @Test(arguments: [true, false]) func whatIsNotToBeDoneIsPassedOver(isPacked: Bool) throws {
        try withRecords(isPacked) { records in
            var replay = Replay(Panel(), apps: [], sequence: 5, before: 7, .nobody)
            try apply(records, &replay)
            #expect(replay.panel.value("k") == 6)
            #expect((replay.sequence, replay.panel.revision) == (7, 2))
            #expect(replay.apps == [])
        }
    }

    @Test(arguments: [true, false]) func whatIsMissingIsNoticed(isPacked: Bool) throws {
        try withRecords(isPacked) { records in
            var replay = Replay(Panel(), apps: [], sequence: 3, .nobody)
            let error = #expect(throws: StoreError.self) { try apply(records, &replay) }
            #expect(error?.kind == .damaged)
            #expect(error?.message == "records 3 to 4 of the journal are missing")
            #expect(!replay.isTainted)
        }
    }

    @Test(arguments: [true, false]) func whatDoesSomethingElseIsNoticed(isPacked: Bool) throws {
        try withRecords(isPacked) { records in
            var panel = Panel()
            _ = try panel.apply(.setValue(key: "k", 5))
            var replay = Replay(panel, apps: [], sequence: 5, .nobody)
            let error = #expect(throws: StoreError.self) { try apply(records, &replay) }
            #expect(error?.message == "revision 1 of the journal does not do what it did: 0 changes and not 2")
            #expect(replay.isTainted)
        }
    }

    @Test func appsThatCannotBeReadAreDamage() throws {
        var writer = RecordWriter()
        _ = writer.write(apps: ["s"], revision: 0, time: Timestamp(milliseconds: 7))
        var group = writer.takeGroup()
        let place = try #require(group.firstRange(of: Array(#"["s"]"#.utf8)))
        group[place.lowerBound] = UInt8(ascii: "?")
        let header = RecordHeader(position: 0, sequence: 1, revision: 0, kind: .records, count: 1, length: group.count)
        try group.withUnsafeBytes { bytes in
            let records = try TailRecords(header, bytes, at: "tail") { () throws(StoreError) in [] }
            var replay = Replay(Panel(), apps: [], sequence: 1, .nobody)
            let error = #expect(throws: StoreError.self) { try apply(records, &replay) }
            #expect(error?.message.hasPrefix("record 1 of the journal cannot be read: not JSON: ") == true)
        }
    }
}
