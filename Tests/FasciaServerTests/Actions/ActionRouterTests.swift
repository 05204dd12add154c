import FasciaDocument
import FasciaModel
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

@Suite(.mustEnd) struct ActionRouterTests {
    private let parts: Parts
    private let standups: Standups
    private let (parent, child): (Client, Client)

    init() throws { try self.init(Parts()) }

    private init(_ parts: Parts) throws {
        self.parts = parts
        standups = try Standups(parts)
        (parent, child) = (standups.parent, standups.child)
    }

    /// The result of the action that the child has sent.
    private var result: JSON { get throws { try #require(try child.message()["result"]) } }
    private var error: JSON { get throws { try #require(try child.message()["error"]) } }

    private func expectOutcome(
        _ outcome: ActionReport.Outcome, issue: Issue.Reason? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        guard case .action(let report)? = standups.lastChanges.first else { throw TestFailure("no action") }
        #expect(report.outcome == outcome, sourceLocation: sourceLocation)
        var found: Issue.Reason?
        if case .issue(let issue)? = standups.lastChanges.dropFirst().first { found = issue.reason }
        #expect(found == issue, sourceLocation: sourceLocation)
    }

    // MARK: - Answers

    @Test func theSenderGetsTheHandlersAnswer_afterTheEvent() throws {
        #expect(try standups.send(payload: ["standup": 7]).isLater)
        #expect(child.mustDefer && parts.actions.pending.count == 1)
        let asked = try standups.asked(parent)
        #expect(
            asked.params == [
                "entry": .string(standups.entry.rawValue), "stack": "main", "screen": "edit",
                "name": .string(Standups.action), "payload": ["standup": 7],
                "cause": asked.params["cause"] ?? .null, "deadline": asked.params["deadline"] ?? .null,
            ])
        #expect(asked.params["cause"]?["method"] == "action.send")
        #expect(asked.params["deadline"]?.stringValue ?? "" > Timestamp(milliseconds: parts.live.clock.now.milliseconds).text)
        parts.requests.receive(.result(["left": 2]), id: asked.id, from: parent)
        #expect(try result == ["outcome": "handled", "result": ["left": 2], "revision": .int(parts.live.revision)])
        try expectOutcome(.handled)
        #expect(!child.mustDefer && parts.actions.pending.isEmpty)
    }

    @Test func aRejectionHasItsReason() throws {
        let error = WireError(code: -32004, message: "it is running still", reason: "refused")
        for (answer, reason) in [
            (.result(["outcome": "rejected", "reason": "it is running"]), "it is running"),
            (.result(["outcome": "rejected"]), "no reason was given"), (.error(error), "it is running still"),
        ] as [(OutgoingRequests.Answer, JSON)] {
            _ = try standups.send()
            try standups.answer(parent, answer)
            let result = try result
            #expect(result["outcome"] == "rejected" && result["reason"] == reason)
            try expectOutcome(.rejected)
        }
    }

    @Test func aMalformedAnswerIsARejectionAndAWarningAboutTheHandler() throws {
        _ = try standups.send()
        try standups.answer(parent, .malformed(.invalidRequest("no")))
        let result = try result
        #expect(result["outcome"] == "rejected")
        #expect(result["reason"]?.stringValue?.hasPrefix("a parent (pid ") == true)
        try expectOutcome(.rejected, issue: .unanswered)
    }

    @Test func aHandlerThatDoesNotAnswerInTimeIsNamed() throws {
        let test = try ActionRouterTests(Parts { $0.actionTimeout = .milliseconds(1) })
        _ = try test.standups.send()
        try test.parts.run { !test.child.mustDefer }
        let error = try test.error
        #expect(error[at: "data/reason"] == "timeout" && error[at: "data/outcome"] == "unanswered")
        #expect(error["message"]?.stringValue?.hasPrefix("a parent (pid ") == true)
        try test.expectOutcome(.unanswered, issue: .unanswered)
    }

    /// It may have executed the action already.
    @Test func ifTheHandlerDisconnectsNoOtherIsAsked() throws {
        let below = parts.client()
        try standups.bind(.screen("list"), to: below)
        _ = try standups.send()
        parts.requests.cancel(parent)
        #expect(try error[at: "data/outcome"] == "unanswered")
        try expectOutcome(.unanswered, issue: .unanswered)
        #expect(try below.received().isEmpty)
    }

    // MARK: - Candidates

    @Test func theParentIsAskedFirst_thenTheAppBelow_thenTheRoots() throws {
        let (below, root) = (parts.client(), parts.client())
        try standups.bind(.screen("home"), to: root)
        try standups.bind(.screen("list"), ["*"], to: below)
        let declined = WireError(code: WireError.Code.methodNotFound, message: "no method action", reason: "")
        _ = try standups.send()
        try standups.answer(parent, .error(declined))
        try standups.answer(below, .error(WireError(Refusal(.unimplemented, "not this one"))))
        #expect(try child.received().isEmpty)
        try standups.answer(root)
        #expect(try result["outcome"] == "handled")
        parts.disconnect(parent)
        _ = try standups.send()
        try standups.answer(below)
        #expect(try result["outcome"] == "handled", "a disconnected client is not asked")
    }

    @Test func anActionThatAllDeclineIsUnimplemented() throws {
        _ = try standups.send()
        try standups.answer(parent, .error(WireError(Refusal(.unimplemented, "not this one"))))
        let error = try error
        #expect(error[at: "data/reason"] == "unimplemented")
        #expect(
            error["message"]?.stringValue
                == "no app handles onDeleteButtonTapped of the screen \"edit\": bind it with action.bind, or list it in handles")
        let crumbs = try #require(error[at: "data/breadcrumbs"])
        #expect(crumbs["screen"] == "edit" && crumbs[at: "sender/name"] == "a child")
        #expect(crumbs["path"]?.arrayValue?.map { $0["screen"] } == ["home", "list", "edit"])
        #expect(
            crumbs["commands"]?.arrayValue?.map { $0["method"] } == ["screen.put", "screen.put", "nav.push", "nav.modal"])
        try expectOutcome(.unimplemented, issue: .unimplemented)
    }

    @Test func anActionOfAnOrphanedScreenSaysThatItsAppIsGone() throws {
        parts.disconnect(parent)
        parts.live.record(.setOrphaned(screens: ["edit"], true), .ofDaemon("test"))
        let error = #expect(throws: WireError.self) { try standups.send() }
        #expect(error?.message.hasSuffix("its app has disconnected: start it again") == true)
        #expect(!child.mustDefer, "the request was answered at once")
    }

    /// An error from inside the handler is published once, with its closure, or not at all if the inner action was.
    @Test func unimplementedInnerActionIsReportedOnce() throws {
        var inner = WireError(Refusal(.unimplemented, "EditModel.onDelete is not implemented"))
        inner.data = ["outcome": "unimplemented", "closure": "EditModel.onDelete"]
        _ = try standups.send()
        try standups.answer(parent, .error(inner))
        #expect(try error[at: "data/breadcrumbs/closure"] == "EditModel.onDelete")
        try expectOutcome(.unimplemented, issue: .unimplemented)
        inner.data["breadcrumbs"] = [:]
        _ = try standups.send()
        try standups.answer(parent, .error(inner))
        #expect(try error["message"] == "EditModel.onDelete is not implemented")
        try expectOutcome(.unimplemented)
    }

    // MARK: - Secrets

    @Test func onlyTheHandlerReceivesASecret() throws {
        try parts.actions.start(
            ActionSend(entry: standups.entry, name: Standups.action, payload: ["value": "s3cret", "n": 1]), node: "delete",
            isSecret: true, cause: Cause(method: "ui.set", origin: child.origin)
        ) { _ in }
        let asked = try standups.asked(parent)
        #expect(asked.params["payload"] == ["value": "s3cret", "n": 1])
        parts.requests.receive(.result([:]), id: asked.id, from: parent)
        guard case .action(let report)? = standups.lastChanges.first else { throw TestFailure("no action") }
        #expect(report.payload == ["value": "•••", "n": 1])
    }

    // MARK: - Limits

    @Test func anActionCannotStandInABatch() throws {
        var request = Request("action.send", child)
        request.inBatch = true
        let error = #expect(throws: WireError.self) {
            try parts.actions.send(ActionSend(entry: standups.entry, name: Standups.action), request)
        }
        #expect(error?.code == WireError.Code.invalidRequest && !child.mustDefer)
    }

    @Test func theEntryAndTheNameAreChecked() throws {
        #expect(#expect(throws: WireError.self) { try standups.send("on\u{7F}") }?.reason == "invalid")
        try parts.apply("nav.close", [:])
        let revision = parts.live.revision
        #expect(#expect(throws: WireError.self) { try standups.send() }?.reason == "entryGone")
        #expect(parts.live.revision == revision && !child.mustDefer, "it concerns only the sender")
    }

    @Test func allClientsTogetherHaveAtMost1000PendingActions() throws {
        var (sender, handler) = (child, parent)
        for number in 0..<1_000 {
            if number % 64 == 0 { sender = parts.client() }
            if number > 0, number % 256 == 0 {
                parts.disconnect(handler)
                handler = parts.client()
                try standups.bind(.screen("edit"), to: handler)
            }
            _ = try standups.send(by: sender)
        }
        let error = #expect(throws: WireError.self) { try standups.send(by: parts.client()) }
        #expect(error?.data == ["limit": "actionsOfAllClients", "value": 1_000])
    }
}
