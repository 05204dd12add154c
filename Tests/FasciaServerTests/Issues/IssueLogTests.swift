import FasciaDocument
import FasciaModel
import FasciaWire
import Testing

@testable import FasciaServer

@Suite struct IssueLogTests {
    private let parts: Parts
    private let client: Client

    init() throws {
        parts = try Parts()
        client = parts.client()
        parts.live.didAppend = { [issues = parts.issues] in _ = issues.add($0, $1) }
    }

    private func report(_ severity: Issue.Severity, _ message: String, screen: String? = nil) throws {
        let report = IssueReport(severity, message, at: screen.map { .screen($0) })
        _ = try parts.issues.report(report, Request("issue.report", client))
    }

    @Test func theIssuesOfAnEventAreItsLastChanges_andItsErrorsAreReturned() {
        let issues = [
            Issue(.error, .unhandled, "a"), Issue(.warning, .order, "b"), Issue(.error, .unanswered, "c"),
        ]
        let changes = [.value(key: "n", from: 1, to: 2)] + issues.map { Change.issue($0) }
        #expect(parts.issues.add(changes, .ofDaemon("test")).map(\.message) == ["c", "a"])
        #expect(parts.issues.counts == [.unhandled: 1, .order: 1, .unanswered: 1])
    }

    @Test func theLast50AreKept_andAllAreCounted() throws {
        for number in 1...60 { try report(.warning, "\(number)") }
        #expect(parts.issues.issues.map(\.issue.message) == (11...60).map(String.init))
        #expect(parts.issues.counts == [.reported: 60])
    }

    @Test func aReportIsAnEventWithItsCause_andIsLogged() throws {
        client.introduce(as: "an app")
        try report(.warning, "two rows of one id", screen: "list")
        guard case .issue(let issue)? = parts.live.history[1]?.changes.last else { return #expect(Bool(false)) }
        #expect(issue.reason == .reported && issue.breadcrumbs == ["screen": "list"])
        let json = parts.issues.issues.last?.json
        #expect(json?[at: "cause/method"] == "issue.report" && json?[at: "cause/name"] == "an app")
        #expect(parts.log.all.count == 1)
        #expect(parts.log.all[0].hasPrefix("warning two rows of one id client=1 command=an app"))
        #expect(parts.log.all[0].contains("reason=reported screen=list"))
    }

    @Test func aReportIsBounded() throws {
        let long = String(repeating: "x", count: Issue.messageBytes + 1)
        #expect(#expect(throws: WireError.self) { try report(.error, long) }?.reason == "limit")
        #expect(#expect(throws: WireError.self) { try report(.error, "") }?.reason == "invalid")
        #expect(parts.issues.issues.isEmpty && parts.live.revision == 0)
    }

    @Test func theLastErrorIsKnownForAWhile() throws {
        try report(.error, "it went wrong")
        try report(.warning, "only a warning")
        let now = parts.live.clock.now.milliseconds
        #expect(parts.issues.lastError(since: now) == "it went wrong")
        #expect(parts.issues.lastError(since: now + 1) == nil)
    }
}
