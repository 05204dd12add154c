import FasciaModel
import FasciaWire
import TestSupport
import Testing

@testable import FasciaStore

/// What is read straight from a record's text is what is read by way of JSON.
@Suite(.mustEnd) struct RecordedEventTests {
    private static let origins = [
        Cause.Origin(client: 3, name: "fascia", uid: 1_000, pid: 42),
        Cause.Origin(client: 4, name: "a \"b\" ü", uid: 0, pid: 7), Cause.Origin(client: 5, uid: 1, pid: 1),
    ]

    private func text(
        _ command: Command, _ origin: Cause.Origin, method: String? = nil, request: String? = "7", issues: [Change] = []
    ) -> [UInt8] {
        var writer = RecordWriter()
        let cause = Cause(
            method: method ?? command.method, origin: origin, request: request.map { RequestID(rawText: $0) })
        _ = writer.write(
            command, revision: 12, time: Timestamp(milliseconds: 1_795_218_360_123), cause: cause, count: 2, issues: issues,
            once: nil)
        return writer.takeLast()
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
