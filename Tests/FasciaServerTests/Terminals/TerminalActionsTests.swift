import FasciaDocument
import FasciaModel
import FasciaInteraction
import FasciaRender
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

@Suite(.mustEnd) struct TerminalActionsTests {
    private let parts: Parts
    private let (app, user): (Client, Client)
    private let terminal: Terminal
    private var actions: TerminalActions { parts.terminalActions }

    /// A terminal whose user has typed into a text field that emits an action.
    init() throws {
        parts = try Parts {
            $0.pendingDelay = .zero
            $0.pendingInterval = .milliseconds(1)
            $0.animationInterval = .milliseconds(1)
        }
        (app, user) = (parts.client(), parts.client())
        let field: JSON = ["kind": "textField", "id": "name", "label": "Name", "text": "", "emit": "onName"]
        try parts.apply("screen.put", ["screen": ["id": "s", "body": field, "emits": ["onName"]]])
        try parts.apply("nav.set", ["path": [["screen": "s"]]])
        _ = try parts.apps.bind(.screen("s"), names: ["*"], Request("action.bind", app))
        terminal = try parts.terminals.add(TerminalAttach(), of: user)
        parts.frames.send(to: terminal)
        let layout = try #require(parts.renderer.layOut(terminal.shape))
        terminal.state = try #require(layout.paste("x", terminal.state)).state
    }

    private var field: ElementID { .init(entry: parts.top, element: "name") }

    private func action(_ text: String, _ name: String = "onName") -> TerminalAction {
        TerminalAction(
            send: ActionSend(entry: parts.top, name: name, payload: ["value": .string(text)]), element: "name",
            isSecret: false, cause: Cause(method: "terminal.key", origin: user.origin))
    }

    /// Types a character: the edit is sent, or held.
    @discardableResult
    private func type(_ text: String) throws -> Bool {
        let edit = action(text)
        if actions.hold(edit, of: terminal) { return true }
        try actions.send(edit, of: terminal)
        return false
    }

    /// The texts that the app was asked to handle, with the ids of the requests.
    private func asked() throws -> [(id: RequestID, text: String)] {
        try app.received().map {
            (RequestID($0["id"]?.intValue ?? 0), $0[at: "params/payload/value"]?.stringValue ?? "")
        }
    }

    private func answer(_ id: RequestID, _ answer: OutgoingRequests.Answer = .result([:])) {
        parts.requests.receive(answer, id: id, from: app)
    }

    // MARK: - Edits

    @Test func atMost8EditsAreUnanswered_andLaterOnesAreCoalesced() throws {
        for number in 1...8 { #expect(try !type("\(number)")) }
        for number in 9...12 { #expect(try type("\(number)")) }
        let sent = try asked()
        #expect(sent.map(\.text) == (1...8).map(String.init))
        answer(sent[0].id)
        let next = try asked()
        #expect(next.map(\.text) == ["12"])
        #expect(terminal.heldEdit == nil)
        for (id, _) in sent.dropFirst() + next { answer(id) }
        #expect(terminal.unanswered.isEmpty && terminal.state.unanswered(at: field) == 0)
    }

    @Test func aHeldEditIsSentBeforeOtherActions() throws {
        for number in 1...9 { try type("\(number)") }
        actions.sendHeldEdit(of: terminal)
        try actions.send(action("return", "onSubmit"), of: terminal)
        #expect(try asked().map(\.text).suffix(2) == ["9", "return"])
        actions.sendHeldEdit(of: terminal)
        #expect(try asked().isEmpty)
    }

    @Test func theReasonOfARejectionIsShownBelowTheField_andTheDraftStays() throws {
        try type("x")
        terminal.shownRevision = 0
        answer(try asked()[0].id, .result(["outcome": "rejected", "reason": "too short"]))
        #expect(terminal.state.refusals[field] == "too short")
        #expect(terminal.shownRevision == nil, "it is redrawn")
        #expect(terminal.state.drafts[field]?.unanswered == 0)
    }

    @Test func anEditThatCannotBeSentIsUnsent() throws {
        for number in 1...9 { try type("\(number)") }
        app.output.bytes = [UInt8](repeating: 32, count: Client.outputLimit)
        actions.sendHeldEdit(of: terminal)
        #expect(terminal.state.refusals[field]?.contains("does not read") == true)
        #expect(terminal.state.drafts[field]?.isUnsent == true)
        #expect(terminal.unanswered[field]?.count == 8)
    }

    @Test func anAnswerForATerminalThatIsGoneIsIgnored() throws {
        for number in 1...9 { try type("\(number)") }
        let sent = try asked()
        parts.terminals.remove(terminal)
        answer(sent[0].id, .result(["outcome": "rejected"]))
        #expect(terminal.banners.shown == nil)
        #expect(try asked().isEmpty)
    }

    // MARK: - Progress

    @Test func anUnansweredActionIsShownAsPendingUntilItIsAnswered() throws {
        let progress = parts.progress
        try type("x")
        progress.actionPending()
        terminal.shownRevision = 0
        try parts.run { [terminal] in terminal.state.pending == [field] }
        #expect(progress.pendingCount == 1 && terminal.shownRevision == nil)
        answer(try asked()[0].id)
        #expect(terminal.state.pending.isEmpty, "the terminal does not wait for the clock")
        #expect(progress.pendingCount == 0)
        let steps = progress.step + 1
        try parts.run { progress.step == steps }
        // A later timer than the clock's next one.
        var isLater = false
        parts.loop.schedule(in: .milliseconds(2)) { isLater = true }
        try parts.run { isLater }
        #expect(progress.step == steps, "the clock has stopped")
    }

    @Test func anActionThatEndsWhileThereIsNoTerminalIsNotShownLater() throws {
        let progress = parts.progress
        try type("x")
        progress.actionPending()
        try parts.run { progress.pendingCount == 1 }
        parts.terminals.remove(terminal)
        answer(try asked()[0].id)
        #expect(progress.pendingCount == 0)
    }

    @Test func anAnswerWithinTheDelayIsNeverShownAsPending() throws {
        let slow = try Parts { $0.pendingInterval = .milliseconds(1) }
        let standups = try Standups(slow)
        let terminal = try slow.terminals.add(TerminalAttach(), of: standups.child)
        _ = try standups.send()
        slow.progress.actionPending()
        terminal.actionSent(from: .init(entry: standups.entry, element: "delete"))
        try slow.run { slow.progress.step == 1 }
        try standups.answer(standups.parent)
        #expect(terminal.state.pending.isEmpty && slow.progress.pendingCount == 0)
    }

    @Test func anAnimationMovesOnlyTerminalsThatShowOne() throws {
        let other = try parts.terminals.add(TerminalAttach(), of: user)
        var attach = TerminalAttach()
        attach.colors = .ansi16
        let animated = try parts.terminals.add(attach, of: user)
        try parts.apply("nav.push", ["screen": "p"])
        try parts.apply("screen.put", ["screen": ["id": "p", "body": ["kind": "progress", "label": "Busy"]]])
        for terminal in [other, animated] { parts.frames.send(to: terminal) }
        let step = parts.progress.step
        try parts.run { [parts] in parts.progress.step > step }
        #expect(animated.shownRevision == nil && other.shownRevision == parts.live.revision)
    }
}
