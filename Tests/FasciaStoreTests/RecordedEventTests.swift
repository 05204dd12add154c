import FasciaModel
import FasciaWire
import TestSupport
import Testing

@testable import FasciaStore

/// What is read straight from a packed record, or from a record's text, is what is read by way of JSON.
@Suite(.mustEnd) struct RecordedEventTests {
    private static let origins = [
        Cause.Origin(client: 3, name: "fascia", uid: 1_000, pid: 42),
        Cause.Origin(client: 4, name: "a \"b\" ü", uid: 0, pid: 7), Cause.Origin(client: 5, uid: 1, pid: 1),
    ]

    private func written(
        _ command: Command, _ origin: Cause.Origin, method: String? = nil, request: String? = "7", issues: [Change] = [],
        once: OnceBook.Answer? = nil
    ) -> RecordWriter {
        var writer = RecordWriter()
        let cause = Cause(
            method: method ?? command.method, origin: origin, request: request.map { RequestID(rawText: $0) })
        _ = writer.write(
            command, revision: 12, time: Timestamp(milliseconds: 1_795_218_360_123), cause: cause, count: 2, issues: issues,
            once: once)
        return writer
    }

    private func text(
        _ command: Command, _ origin: Cause.Origin, method: String? = nil, request: String? = "7", issues: [Change] = []
    ) -> [UInt8] {
        var writer = written(command, origin, method: method, request: request, issues: issues)
        return writer.takeLast()
    }

    private func packed(_ bytes: [UInt8], _ origins: inout Origins) throws -> RecordedEvent {
        try bytes.withUnsafeBytes { bytes in
            try RecordedEvent(try #require(PackedRecord(bytes)), revision: 12, &origins)
        }
    }

    private func slowly(_ text: [UInt8], _ origins: inout Origins) throws -> RecordedEvent {
        try RecordedEvent(try text.withUnsafeBufferPointer { try JSONParser.parse($0) }, &origins)
    }

    private func directly(_ text: [UInt8], _ origins: Origins) -> RecordedEvent? {
        text.withUnsafeBufferPointer { text in
            var parser = JSONParser(text)
            let event = RecordedEvent(directly: &parser, origins)
            let isAtEnd = parser.isAtEnd()
            #expect(event == nil || isAtEnd)
            return event
        }
    }

    @Test(arguments: [
        (Command.setToggle(id: "extras/ham \"x\"", on: true), String?.none, String?.some("7")),
        (.setValue(key: "k", ["deep": [1, 2.5, .null, "ä"]]), "ui.tap", "7"), (.flipToggle(id: "g", expect: .mixed), nil, nil),
        (.push(stack: "main", route: Route("a", args: ["x": 1.0]), handles: ["onSave"]), "terminal.key", nil),
        (.removeScreen(id: "s"), nil, "12345"),
    ])
    func whatIsMostlyWritten(_ command: Command, _ method: String?, _ request: String?) throws {
        var origins = Origins()
        for origin in Self.origins {
            let text = text(command, origin, method: method, request: request)
            #expect(directly(text, origins) == nil, "nobody knows who that is")
            _ = try slowly(text, &origins)
        }
        // They come in turns.
        for origin in Self.origins + Self.origins {
            let text = text(command, origin, method: method, request: request)
            let (slow, direct) = (try slowly(text, &origins), try #require(directly(text, origins)))
            #expect(direct.command == command)
            #expect(direct.command == slow.command)
            #expect(direct.cause == slow.cause)
            #expect(direct.cause.origin == origin)
            #expect((direct.revision, direct.time, direct.count) == (slow.revision, slow.time, slow.count))
            #expect(direct.issues == [] && direct.once == nil)
        }
    }

    private static let issue = Issue(.error, .reported, "something", breadcrumbs: ["x": 1])
    private static let answer = OnceBook.Answer(
        OnceRequest(key: "a \"key\"", method: "ui.tap", digest: .max), revision: 12, result: Array(#"{"changed":true}"#.utf8))

    @Test(arguments: [
        (Command.setToggle(id: "extras/ham \"x\"", on: true), String?.none, String?.some("7")),
        (.setValue(key: "k", ["deep": [1, 2.5, .null, "ä"]]), "ui.tap", "7"), (.flipToggle(id: "g", expect: nil), nil, nil),
        (.push(stack: "main", route: Route("a", args: ["x": 1.0]), handles: ["onSave"]), "terminal.key", #""x""#),
        (.reportIssue(issue), "terminal.frame", nil), (.batch([.removeScreen(id: "s")]), nil, "-5"),
    ])
    func whatIsPacked(_ command: Command, _ method: String?, _ request: String?) throws {
        let beside: [(issues: [Change], once: OnceBook.Answer?)] = [
            ([], nil), ([.issue(Self.issue)], nil), ([], Self.answer), ([.issue(Self.issue), .issue(Self.issue)], Self.answer),
        ]
        var origins = Origins()
        for (origin, (issues, once)) in zip(Self.origins + Self.origins, beside + beside) {
            var writer = written(command, origin, method: method, request: request, issues: issues, once: once)
            let packed = try packed(writer.group.writer.bytes, &origins)
            let slow = try slowly(writer.takeLast(), &origins)
            #expect(packed.command == command)
            #expect(packed.cause == slow.cause)
            #expect(packed.cause.origin == origin)
            #expect(packed.cause.request == request.map { RequestID(rawText: $0) })
            #expect(packed.issues == issues && slow.issues == issues)
            #expect(packed.once?.result == once?.result && packed.once == slow.once)
            #expect((packed.revision, packed.time, packed.count) == (slow.revision, slow.time, slow.count))
        }
    }

    @Test func whoIsKnownIsNotMadeAgain() throws {
        var origins = Origins()
        let bytes = written(.removeScreen(id: "s"), Self.origins[0]).group.writer.bytes
        let first = try packed(bytes, &origins)
        #expect(try packed(bytes, &origins).cause.origin === first.cause.origin)
    }

    /// What should not be there says what is wrong with which revision.
    @Test(arguments: [
        ("[3,", "[?,", "revision 12 of the journal does not say who has asked for it"),
        ("screen.remove", "screen.remowe", "revision 12 of the journal cannot be read: no method \"screen.remowe\": "),
        (#"{"id":"#, #"{"ID":"#, "revision 12 of the journal cannot be read: "),
        (#"{"id":"#, #"{"id"?"#, "revision 12 of the journal cannot be read: not JSON: "),
        (#":"s"}"#, #":""}x"#, "revision 12 of the journal cannot be read: not JSON: "),
        (#""issues""#, #""issues?"#, "revision 12 of the journal cannot be read: not JSON: "),
        ("severity", "severitx", "an issue of revision 12 cannot be read: "),
    ])
    func whatCannotBeReadIsDamage(_ part: String, _ other: String, _ message: String) throws {
        var origins = Origins()
        var bytes = written(.removeScreen(id: "s"), Self.origins[0], issues: [.issue(Self.issue)]).group.writer.bytes
        _ = try packed(bytes, &origins)
        let place = try #require(bytes.firstRange(of: Array(part.utf8)))
        bytes.replaceSubrange(place, with: other.utf8)
        let error = #expect(throws: StoreError.self) { try packed(bytes, &origins) }
        #expect(error?.kind == .damaged)
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    /// Another program with the same number, after a restart.
    @Test func anotherSenderWithTheSameNumber() throws {
        var origins = Origins()
        _ = try slowly(text(.removeScreen(id: "s"), Self.origins[0]), &origins)
        let other = Cause.Origin(client: 3, name: "fascia", uid: 1_000, pid: 43)
        let text = text(.removeScreen(id: "s"), other)
        #expect(directly(text, origins) == nil)
        #expect(try slowly(text, &origins).cause.origin == other)
        #expect(directly(text, origins)?.cause.origin == other)
    }

    @Test func whatIsUnusualIsReadByWayOfJSON() throws {
        var origins = Origins()
        _ = try slowly(text(.removeScreen(id: "s"), Self.origins[0]), &origins)
        let issue = Issue(.error, .reported, "something")
        let unusual = [
            text(.removeScreen(id: "s"), Self.origins[0], request: "\"x\""),
            text(.removeScreen(id: "s"), Self.origins[0], issues: [.issue(issue)]),
            text(.reportIssue(issue), Self.origins[0]), text(.batch([.removeScreen(id: "s")]), Self.origins[0]),
        ]
        for text in unusual {
            #expect(directly(text, origins) == nil)
            _ = try slowly(text, &origins)
        }
    }
}
