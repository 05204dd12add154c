import FasciaModel
import Testing

@testable import FasciaWire

/// What stands in the tail is the record's text, in parts.
@Suite struct PackedRecordTests {
    private static let origin = Cause.Origin(client: 3, name: "a \"b\" ü", uid: 1_000, pid: 42)

    private func packed(
        _ command: Command = .setToggle(id: "extras/ham", on: true), cause: String? = nil, request: RequestID? = nil,
        rest: StaticString = "", count: Int = 1, time: Int = 1_795_218_360_123, behind start: [UInt8] = []
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.bytes = start
        writer.writeRecord(
            of: command, time: Timestamp(milliseconds: time),
            cause: Cause(method: cause ?? command.method, origin: Self.origin, request: request), count: count)
        if rest.utf8CodeUnitCount > 0 { writer.extendRecord(start.count) { $0.raw(rest) } }
        return writer.bytes
    }

    private func text(_ packed: [UInt8], revision: Int = 42) throws -> String {
        var writer = JSONWriter()
        try packed.withUnsafeBytes { bytes in
            let record = try #require(PackedRecord(bytes))
            #expect(record.length == packed.count)
            record.write(to: &writer, revision: revision)
        }
        return writer.text
    }

    @Test func theTextHasAllParts() throws {
        let by = #"[3,"a \"b\" ü",1000,42]"#
        #expect(
            try text(packed())
                == #"{"revision":42,"time":1795218360123,"by":\#(by),"method":"toggle.set","params":{"id":"extras/ham","on":true},"count":1}"#)
        #expect(
            try text(
                packed(.flipToggle(id: "g", expect: nil), cause: "ui.tap", request: RequestID(7), rest: #","issues":[]"#, count: 3),
                revision: .max)
                == #"{"revision":9223372036854775807,"time":1795218360123,"by":\#(by),"cause":"ui.tap","request":7,"method":"toggle.flip","params":{"id":"g"},"count":3,"issues":[]}"#)
        #expect(try text(packed(request: RequestID(rawText: #""a\"b""#))).contains(#","request":"a\"b","method""#))
    }

    /// The longest numbers, and a text that is longer than a byte or two could say.
    @Test func nothingIsTooLong() throws {
        let long = String(repeating: "x", count: 100_000)
        let text = try text(
            packed(
                .setValue(key: "k", .string(long)), cause: "ui.tap", request: RequestID(.min), count: Int(UInt32.max), time: .min),
            revision: .min)
        #expect(text.hasPrefix(#"{"revision":-9223372036854775808,"time":-9223372036854775808,"by":[3,"#))
        #expect(
            text.hasSuffix(
                #","cause":"ui.tap","request":-9223372036854775808,"method":"value.set","params":{"key":"k","value":"\#(long)"},"count":4294967295}"#
            ))
    }

    /// However its parameters are written, what is read is the command, and the text has them.
    @Test(arguments: [
        .setToggle(id: "extras/\"ü\"\n", on: true), .setToggle(id: "g", on: false), .flipToggle(id: "a \\ b", expect: nil),
        .flipToggle(id: "g", expect: .mixed), .setToggle(id: "", on: true), .enableToggle(id: "g", enabled: true),
        .setOrphaned(screens: ["s"], true), .batch([.removeScreen(id: "s")]),
    ] as [Command])
    func theCommandIsRead(_ command: Command) throws {
        let packed = packed(command, request: RequestID(7))
        let record = try JSONParser.parse(text(packed))
        #expect(try Command(method: command.method, params: #require(record["params"])) == command)
        #expect(record["method"]?.stringValue == command.method)
        #expect(record["request"] == 7)
        try packed.withUnsafeBytes { bytes in
            let record = try #require(PackedRecord(bytes))
            #expect(try record.command() == command)
            #expect(record.requestID == RequestID(7))
            #expect(record.causeMethod == command.method)
        }
    }

    @Test func thePartsAreRead() throws {
        let packed = packed(cause: "ui.tap", request: RequestID(rawText: #""x""#), rest: #","issues":[],"once":1"#, count: 3)
        try packed.withUnsafeBytes { bytes in
            let record = try #require(PackedRecord(bytes))
            #expect(record.time == Timestamp(milliseconds: 1_795_218_360_123))
            #expect(Array(record.by) == Self.origin.recordText)
            #expect(record.requestID == RequestID(rawText: #""x""#))
            #expect(record.causeMethod == "ui.tap")
            #expect(try record.jsonMembers() == ["issues": [], "once": 1])
            #expect(record.isOf("toggle.set") && !record.isOf("toggle.se") && !record.isOf("toggle.sets"))
        }
        try self.packed().withUnsafeBytes { bytes in
            let record = try #require(PackedRecord(bytes))
            #expect(record.requestID == nil)
            #expect(try record.jsonMembers() == [:])
        }
    }

    /// Names stand in records with their lengths in a byte, and without escapes.
    @Test func allNamesAreShortAndPlain() {
        let names = Catalogue.methods.map(\.name) + RecordedCommandTests.commands.map(\.method)
        for name in names {
            #expect((1...255).contains(name.utf8.count), "\(name)")
            #expect(name.utf8.allSatisfy { $0 == UInt8(ascii: ".") || Unicode.Scalar($0).properties.isAlphabetic }, "\(name)")
        }
    }

    @Test func aCauseThatIsTooLongIsNotSaid() throws {
        let most = String(repeating: "x", count: 255)
        #expect(try text(packed(cause: most)).contains(#""cause":"\#(most)","method":"toggle.set""#))
        #expect(try text(packed(cause: most + "x")) == text(packed()))
    }

    @Test func whatIsWrittenInNoKnownWayIsNone() {
        var record = packed()
        record[30] = 4
        #expect(record.withUnsafeBytes { PackedRecord($0) } == nil)
        record[30] = 0
        #expect(record.withUnsafeBytes { PackedRecord($0) } != nil)
        record[31] = 1
        #expect(record.withUnsafeBytes { PackedRecord($0) } == nil, "no number is as short as nothing")
        record[31] = 2
        #expect(record.withUnsafeBytes { PackedRecord($0) } == nil)
    }

    @Test func whatIsNoCommandHasItsParameters() throws {
        var writer = JSONWriter()
        writer.writeRecord(of: "daemon.apps", time: Timestamp(milliseconds: 5), origin: Self.origin) { $0.raw("[1]") }
        #expect(try writer.bytes.withUnsafeBytes { try #require(PackedRecord($0)).jsonParams() } == [1])
        #expect(
            try text(writer.bytes)
                == #"{"revision":42,"time":5,"by":[3,"a \"b\" ü",1000,42],"method":"daemon.apps","params":[1],"count":0}"#)
    }

    @Test func itSaysHowLongItIs() throws {
        let one = packed(count: 0)
        var both = packed(.removeScreen(id: "s"), request: RequestID(1), behind: one)
        both.withUnsafeBytes { bytes in
            #expect(PackedRecord(bytes)?.length == one.count)
            #expect(PackedRecord(bytes)?.count == 0)
            let rest = PackedRecord(UnsafeRawBufferPointer(rebasing: bytes[one.count...]))
            #expect(rest?.length == bytes.count - one.count)
            #expect(rest?.count == 1)
        }
        both.removeFirst(one.count)
        #expect(try text(both).contains(#""method":"screen.remove","params":{"id":"s"}"#))
    }

    @Test func whatEndsTooEarlyIsNone() {
        let record = packed(cause: "ui.tap", request: RequestID(7), rest: #","issues":[]"#)
        record.withUnsafeBytes { bytes in
            for end in bytes.indices { #expect(PackedRecord(UnsafeRawBufferPointer(rebasing: bytes[..<end])) == nil) }
        }
    }
}
