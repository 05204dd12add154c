import FasciaDocument
import FasciaModel
import FasciaScene
import FasciaWire
import Testing

@testable import FasciaServer

struct LogsTests {
    private let parts: Parts
    private let client: Client

    init() throws {
        parts = try Parts()
        client = parts.client()
        for log in ["web", "mail"] {
            let body: JSON = ["kind": "form", "children": [["kind": "log", "bind": .string(log), "id": "log"]]]
            try parts.apply("screen.put", ["screen": ["id": .string(log), "body": body]])
        }
    }

    private func append(_ log: String, _ lines: String...) {
        _ = parts.logs.append(LogAppend(id: log, lines: lines))
        parts.terminals.redraw(stacks: parts.renderer.dropScenes(showing: log))
    }

    private var shown: [String] {
        get throws { try parts.screens.scene("main", parts.client()).element("log")?.children.map(\.label) ?? [] }
    }

    @Test func linesAreShown_withoutChangingThePanel() throws {
        append("web", "before")
        try parts.apply("nav.push", ["screen": "web"])
        let revision = parts.live.revision
        #expect(try shown == ["before"])
        append("web", "a", "b")
        append("mail", "c")
        #expect(try shown == ["before", "a", "b"])
        #expect(parts.live.revision == revision)
    }

    @Test func anEmptyLogSaysSo() throws {
        try parts.apply("nav.push", ["screen": "web"])
        #expect(try shown == ["No lines yet."])
    }

    @Test func onlyTerminalsThatShowItAreRedrawn() throws {
        var attach = TerminalAttach()
        let web = try parts.terminals.add(attach, of: client)
        try parts.apply("nav.set", ["stack": "other", "path": [["screen": "mail"]]])
        attach.stack = "other"
        let mail = try parts.terminals.add(attach, of: client)
        try parts.apply("nav.push", ["screen": "web"])
        for terminal in [web, mail] { parts.frames.send(to: terminal) }
        #expect(web.shownRevision != nil && mail.shownRevision != nil)
        append("web", "a")
        #expect(web.shownRevision == nil && mail.shownRevision != nil)
        parts.frames.send(to: web)
        append("unknown", "a")
        #expect(web.shownRevision != nil)
    }

    @Test func theLogThatIsStillForTheLongestTimeIsReplaced() {
        for number in 0..<Logs.maximumLogs { append("\(number)", "a") }
        append("0", "b")
        append("new", "c")
        #expect(parts.logs.tails.count == Logs.maximumLogs)
        #expect(parts.logs.tails["1"] == nil && parts.logs.tails["0"]?.lines.count == 2)
    }

    @Test func appendingNeedsTheRoleOfAnAuthor() throws {
        #expect(Catalogue.method(named: "log.append")?.needs == .author(.log))
        #expect(throws: WireError.self) { try Catalogue.call("log.append", ["id": "", "lines": []]) }
    }
}
