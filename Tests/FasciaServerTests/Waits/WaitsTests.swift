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
        parts.live.didAppend = { [waits = parts.waits] _, _ in waits.check() }
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
        parts.terminals.show(parts.issues.add([.issue(Issue(.error, .reported, "it went wrong"))], .ofDaemon("test")))
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
