import FasciaDocument
import FasciaModel
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

@Suite(.mustEnd) struct WaitsTests {
    private let parts: Parts
    private let client: Client

    init() throws {
        parts = try Parts()
        client = parts.client()
        parts.live.stages = [parts.waits]
        try parts.apply("toggle.declare", ["group": ["id": "g", "options": [["id": "a"]]]])
        try show("Hello")
        try parts.apply("nav.set", ["path": [["screen": "s"]]])
    }

    private func show(_ text: String) throws {
        let node: JSON = ["kind": "text", "text": .string(text), "id": "t"]
        try parts.apply("screen.put", ["screen": ["id": "s", "body": node]])
    }

    private func wait(_ condition: UIWait.Condition, timeout: Double = 3_600) throws -> Reply {
        try parts.waits.start(UIWait(condition, timeout: timeout), Request("ui.wait", client))
    }

    private func expectAnswer(at revision: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try client.message()["result"] == ["revision": .int(revision)], sourceLocation: sourceLocation)
        #expect(parts.waits.count == 0 && !client.mustDefer, sourceLocation: sourceLocation)
    }

    @Test(
        arguments: [
            ["toggle": "g", "state": "off"], ["screen": "s"], ["entry": "e2"], ["value": "n", "equals": 2.0],
            ["node": "t"], ["node": "Hello", "role": "text"], ["node": "t", "role": "button", "gone": true],
            ["node": "none", "gone": true], ["text": "Hello"], ["text": "none", "gone": true],
            ["text": "Hello", "columns": 4, "rows": 1, "gone": true],
        ] as [JSON])
    func conditionThatHoldsIsAnswered(_ condition: JSON) throws {
        try parts.set("n", 2)
        guard case .uiWait(let wait) = try Catalogue.call("ui.wait", ["for": condition]) else { return }
        let reply = try parts.waits.start(wait, Request("ui.wait", client))
        guard reply.isLater else { return #expect(try reply.result == ["revision": 4]) }
        try parts.turn()
        try expectAnswer(at: 4)
    }

    @Test func changeThatFulfilsConditionAnswers() throws {
        #expect(try wait(.value(key: "n", equals: 2)).isLater)
        try parts.set("n", 1)
        #expect(try client.received().isEmpty && client.mustDefer)
        try parts.set("n", 2)
        try expectAnswer(at: 5)
    }

    @Test(
        arguments: [
            (UIWait.ValueTest.not(1), [1, 2]), (.above(3), [1, 3, 3.5]), (.below(-1), [1, "x", -1, -2]), (.changed, [1, "x"]),
        ] as [(UIWait.ValueTest, [JSON])])
    func valueIsCompared(_ test: UIWait.ValueTest, _ values: [JSON]) throws {
        try parts.set("m", 1)
        #expect(try wait(.value(key: "m", test)).isLater)
        for value in values {
            #expect(try client.received().isEmpty)
            try parts.set("m", value)
        }
        try expectAnswer(at: parts.live.revision)
    }

    @Test(arguments: [
        (UIWait.ValueTest.not(1), "value \"m\" did not become other than 1 within 0.0 s: it is 1"),
        (.above(3), "value \"m\" did not rise above 3 within 0.0 s: it is 1"),
        (.below(-1), "value \"m\" did not fall below -1 within 0.0 s: it is 1"),
        (.changed, "value \"m\" did not change within 0.0 s: it is 1"),
    ])
    func timeoutSaysHowTheValueIsCompared(_ test: UIWait.ValueTest, _ message: String) throws {
        try parts.set("m", 1)
        _ = try wait(.value(key: "m", test), timeout: 0)
        try parts.run { [parts] in parts.waits.count == 0 }
        let said = try #require(try client.message()["error"]?["message"]?.stringValue)
        #expect(said.hasPrefix(message), "\(said)")
    }

    @Test func questionIsWaitedFor() throws {
        for id in [nil, "q"] {
            #expect(try wait(.question(id: id)).isLater)
            #expect(try client.received().isEmpty)
            try parts.apply("ask.open", ["kind": "confirm", "id": "q"])
            try expectAnswer(at: parts.live.revision)
            #expect(try wait(.question(id: id, gone: true)).isLater)
            try parts.apply("ask.answer", ["id": "q", "answer": true])
            try expectAnswer(at: parts.live.revision)
            try parts.apply("ask.cancel", ["id": "q"])
        }
    }

    @Test func timeoutNamesNoQuestionThatItsClientDoesNotSee() throws {
        try parts.apply("ask.open", ["id": "other", "kind": "confirm", "title": "?"])
        client.permit = try AccessBench.permit("grant:\n  - {user: bob, role: viewer, on: [\"question:q\"]}")
        _ = try wait(.question(id: nil), timeout: 0)
        try parts.run { [parts] in parts.waits.count == 0 }
        let said = try #require(try client.message()["error"]?["message"]?.stringValue)
        #expect(said.hasPrefix("a question was not asked within 0.0 s: none is asked"), "\(said)")
    }

    @Test func timeoutNamesNoQuestionForOthers() throws {
        try parts.apply("ask.open", ["id": "other", "kind": "confirm", "title": "?", "to": ["terminal:7"]])
        let other = parts.client(.operator, uid: 4001)
        _ = try parts.waits.start(UIWait(.question(id: "q"), timeout: 0), Request("ui.wait", other))
        try parts.run { [parts] in parts.waits.count == 0 }
        let said = try #require(try other.message()["error"]?["message"]?.stringValue)
        #expect(said.hasPrefix("question \"q\" was not asked within 0.0 s: none is asked"), "\(said)")
    }

    @Test func timeoutSaysWhichQuestionsAreAsked() throws {
        func message(_ condition: UIWait.Condition) throws -> String {
            _ = try wait(condition, timeout: 0)
            try parts.run { [parts] in parts.waits.count == 0 }
            return try #require(try client.message()["error"]?["message"]?.stringValue)
        }
        #expect(try message(.question(id: nil)).hasPrefix("a question was not asked within 0.0 s: none is asked"))
        try parts.apply("ask.open", ["kind": "confirm", "id": "q"])
        #expect(try message(.question(id: "r")).hasPrefix("question \"r\" was not asked within 0.0 s: there are q"))
        #expect(try message(.question(id: "q", gone: true)).hasPrefix("question \"q\" did not end within 0.0 s: it is open"))
    }

    /// The state is checked at every change.
    @Test func aStateThatHoldsBrieflyIsNotMissed() throws {
        _ = try wait(.toggle(id: "g", state: .on))
        for _ in 1...2 { try parts.apply("toggle.flip", ["id": "g"]) }
        try expectAnswer(at: 4)
    }

    @Test func textsAndNodesAreCheckedInATurnOfTheirOwn_againstTheStateThen() throws {
        for condition in [UIWait.Condition.text("Hello", in: UIRender()), .node("Hello", role: "text", value: nil)] {
            #expect(try wait(condition).isLater)
            #expect(try client.received().isEmpty)
            try parts.turn()
            try expectAnswer(at: parts.live.revision)
        }
        _ = try wait(.text("Bye", in: UIRender()))
        try show("Bye")
        try show("Hello")
        try parts.turn()
        #expect(try client.received().isEmpty)
        try show("Bye")
        try parts.turn()
        try expectAnswer(at: 6)
    }

    @Test func waitForNodeToDisappear() throws {
        _ = try wait(.node("t", value: nil, gone: true))
        try parts.turn()
        #expect(try client.received().isEmpty)
        try parts.apply("nav.push", ["screen": "other"])
        try parts.turn()
        try expectAnswer(at: 4)
    }

    /// A picture of a terminal is checked when that terminal has a new one.
    @Test func aTextOnATerminalIsCheckedForThatTerminal() throws {
        let terminals = try (1...2).map { _ in try parts.terminals.add(TerminalAttach(), of: client) }
        var render = UIRender()
        render.terminal = terminals[1].id
        _ = try wait(.text("it went wrong", in: render))
        try parts.turn()
        parts.issues.take(
            Turn(revision: 0, changes: [.issue(Issue(.error, .reported, "it went wrong"))], cause: .ofDaemon("test")))
        parts.waits.check(on: terminals[0])
        try parts.turn()
        #expect(try client.received().isEmpty)
        parts.waits.check(on: terminals[1])
        try parts.turn()
        try expectAnswer(at: 3)
    }

    @Test func aTimeoutSaysWhatIsThereInstead() throws {
        _ = try wait(.value(key: "n", equals: 2), timeout: 0)
        try parts.run { [parts] in parts.waits.count == 0 }
        let error = try #require(try client.message()["error"])
        #expect(error[at: "data/reason"] == "timeout")
        #expect(error["message"]?.stringValue?.hasPrefix("value \"n\" did not become 2 within 0.0 s: ") == true)
        #expect(client.memory.resumes == 1)
    }

    private func append(_ command: Command, by client: Int) throws {
        let (changes, effects) = try parts.live.apply(command, by: Sender(client: client, name: "agent"))
        parts.live.append(changes, effects, cause: .ofDaemon("test"))
    }

    /// A switch never lies: what is pending, stale or unknown is shown, but it is not known to be so.
    @Test func whatIsNotKnownToBeSo_isWaitedFor() throws {
        var claim = ClaimRequest()
        claim.ids = [ThingPattern("g/a")]
        try append(.claim(claim), by: 7)
        #expect(try wait(.toggle(id: "g/a", state: .off)).isLater)
        try append(.reportThing(ThingID("g/a"), .value(false, failure: nil)), by: 7)
        try expectAnswer(at: parts.live.revision)
        try append(.setToggle(id: "g/a", on: true), by: 8)
        #expect(try wait(.toggle(id: "g", state: .on)).isLater)
        try append(.reportThing(ThingID("g/a"), .value(true, failure: nil)), by: 7)
        try expectAnswer(at: parts.live.revision)
        try append(.reportThing(ThingID("g/a"), .unreadable("exit status 8")), by: 7)
        #expect(try wait(.toggle(id: "g/a", state: .on), timeout: 0).isLater)
        try parts.run { [parts] in parts.waits.count == 0 }
        let message = try client.message()[at: "error/message"]?.stringValue ?? ""
        #expect(message.hasPrefix("\"g/a\" did not become on within 0.0 s: it is stale"))
    }

    @Test func anErrorEndsTheWait() throws {
        let wait = UIWait(.node("t", value: nil), stack: "none")
        _ = try parts.waits.start(wait, Request("ui.wait", client))
        try parts.turn()
        #expect(try client.message()[at: "error/data/reason"] == "notFound")
    }

    @Test func theWaitsOfADisconnectedClientEnd() throws {
        _ = try wait(.value(key: "n", equals: 2), timeout: 0)
        _ = try wait(.node("none", value: nil))
        parts.waits.cancel(client)
        #expect(parts.waits.count == 0)
        try parts.set("n", 2)
        try parts.turn()
        #expect(try client.received().isEmpty)
    }

    @Test func aBatchCannotWait() throws {
        var request = Request("ui.wait", client)
        request.inBatch = true
        let error = #expect(throws: WireError.self) { try parts.waits.start(UIWait(.screen("s")), request) }
        #expect(error?.code == WireError.Code.invalidRequest)
    }
}
