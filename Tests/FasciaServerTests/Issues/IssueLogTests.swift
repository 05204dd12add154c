import FasciaDocument
import FasciaModel
import FasciaRender
import FasciaWire
import Testing

@testable import FasciaServer

@Suite struct IssueLogTests {
    private let parts: Parts
    private let client: Client

    init() throws {
        parts = try Parts()
        client = parts.client()
        parts.live.stages = [parts.issues]
    }

    private func report(_ severity: Issue.Severity, _ message: String, screen: String? = nil) throws {
        let report = IssueReport(severity, message, at: screen.map { .screen($0) })
        _ = try parts.issues.report(report, Request("issue.report", client))
    }

    /// What terminals that are attached now are told.
    private func banner() throws -> () -> Banner? {
        let terminal = try parts.terminals.add(TerminalAttach(), of: client)
        return { terminal.banners.shown }
    }

    @Test func theIssuesOfAnEventAreItsLastChanges_andItsErrorsAreBanners() throws {
        let banner = try banner()
        let issues = [
            Issue(.error, .unhandled, "a"), Issue(.warning, .order, "b"), Issue(.error, .unanswered, "c"),
        ]
        let changes = [.value(key: "n", from: 1, to: 2)] + issues.map { Change.issue($0) }
        parts.issues.take(Turn(revision: 1, changes: changes, cause: .ofDaemon("test")))
        #expect(banner()?.text == "a" && banner()?.waiting == 1)
        #expect(parts.issues.issues.map { "\($0.id) \($0.issue.message)" } == ["1 a", "2 b", "3 c"])
        #expect(parts.issues.counts == [.unhandled: 1, .order: 1, .unanswered: 1])
    }

    @Test func theLast50AreKept_andAllAreCounted() throws {
        let banner = try banner()
        try report(.error, "1")
        #expect(banner()?.text == "1")
        for number in 2...60 { try report(.warning, "\(number)") }
        #expect(banner() == nil, "its banner is withdrawn")
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

    @Test func theLastErrorIsShown_unlessItWasDismissed() throws {
        try report(.error, "it went wrong")
        try report(.warning, "only a warning")
        #expect(parts.issues.lastError(after: 0, for: client) == "it went wrong")
        #expect(parts.issues.lastError(after: parts.issues.last, for: client) == nil)
        try report(.error, "again")
        #expect(parts.issues.lastError(after: 2, for: client) == "again")
    }

    // MARK: - Closing

    private func cleared(_ id: Int? = nil) throws -> JSON? {
        guard case .result(let result) = try parts.issues.clear(id) else { return nil }
        return result["cleared"]
    }

    @Test func oneOrAllIssuesAreCleared() throws {
        let banner = try banner()
        for message in ["a", "b", "c"] { try report(.error, message) }
        #expect(parts.issues.issues.map { $0.json["id"] } == [1, 2, 3])
        #expect(banner()?.waiting == 2)
        #expect(try cleared(2) == 1)
        #expect(banner()?.text == "a" && banner()?.waiting == 1, "its banner is withdrawn")
        #expect(parts.issues.issues.map(\.issue.message) == ["a", "c"])
        let error = #expect(throws: WireError.self) { try parts.issues.clear(2) }
        #expect(error?.reason == "notFound" && error?.message == "no issue 2 is open: there are 1, 3")
        #expect(try cleared() == 2)
        #expect(try cleared() == 0)
        #expect(banner() == nil && parts.issues.counts == [.reported: 3])
    }

    @Test func anIssueExpires() throws {
        let parts = try Parts { $0.issueLifetime = .milliseconds(1) }
        parts.issues.take(Turn(revision: 1, changes: [.issue(Issue(.error, .reported, "a"))], cause: .ofDaemon("test")))
        #expect(parts.issues.issues.count == 1)
        try parts.run { [parts] in parts.issues.issues.isEmpty }
    }

    @Test func anIssueAboutAScreenIsClosedWhenTheScreenNoLongerHasIt() throws {
        func put(_ emits: JSON, title: String) throws {
            let body: JSON = ["kind": "text", "text": "a"]
            try parts.apply("screen.put", ["screen": ["id": "s", "title": .string(title), "body": body, "emits": emits]])
        }
        try put(["deleteIt"], title: "a")
        #expect(parts.issues.issues.map(\.issue.reason) == [.order])
        try put(["deleteIt"], title: "b")
        #expect(parts.issues.issues.count == 1, "it is still true")
        try put(["onDelete"], title: "b")
        #expect(parts.issues.issues.isEmpty)
        try put(["deleteIt"], title: "b")
        try parts.apply("screen.remove", ["id": "s"])
        #expect(parts.issues.issues.isEmpty)
    }
}
