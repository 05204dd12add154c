import FasciaDocument
import Glibc
import TestSupport
import Testing

/// What terminals show besides their stacks: the footer, banners, and pending actions.
@Suite(.mustEnd) struct ChromeTests {
    private let daemon: DaemonProcess
    private let client: JSONClient
    private let entry: JSON

    /// The list of the Standups example with a sheet over it, pushed by `client`.
    init() throws {
        daemon = try Standups.daemon(arguments: ["--name", "box"])
        client = try daemon.client()
        entry = try Standups.push(client)
    }

    private func attach(
        _ client: JSONClient, rows: Int = 16, colors: String = "none", status: Bool = true
    ) throws -> JSON {
        let params: JSON = [
            "columns": 60, "rows": .int(rows), "colors": .string(colors), "status": .bool(status),
        ]
        let terminal = try #require(try client.call("terminal.attach", params)["terminal"])
        _ = try client.notification("terminal.frame")
        return terminal
    }

    private func lines(_ client: JSONClient, _ terminal: JSON) throws -> [String] {
        let picture = try client.call("ui.render", ["terminal": terminal])["data"]?.stringValue ?? ""
        return picture.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private func status(_ client: JSONClient, _ terminal: JSON) throws -> String? {
        try lines(client, terminal).last
    }

    private func wait(_ client: JSONClient, _ terminal: JSON, _ text: String, gone: Bool = false) throws {
        let condition: JSON = ["text": .string(text), "terminal": terminal, "gone": .bool(gone)]
        try client.call("ui.wait", ["for": condition, "timeout": 3_600])
    }

    private func press(_ client: JSONClient, _ terminal: JSON, _ key: String) throws {
        try client.call("terminal.key", ["terminal": terminal, "key": .string(key)])
    }

    // MARK: - The footer

    @Test func theFooterIsOptional() throws {
        let (one, two) = (try daemon.client(), try daemon.client())
        let first = try attach(one)
        #expect(try status(one, first) == " Enter press  Esc close  / find  ? keys                 box")
        let second = try attach(two, status: false)
        #expect(try lines(two, second).count == 16)
        #expect(try lines(two, second).last?.contains("box") == false)
        try wait(one, first, "1 other here  box")
        try two.call("terminal.detach", ["terminal": second])
        try wait(one, first, "other", gone: true)
    }

    @Test func itSaysWhichStackAndWhoMayOnlyLook() throws {
        let other = try daemon.client()
        try other.call("nav.set", ["stack": "kitchen", "path": [["screen": "list"]]])
        let params: JSON = [
            "columns": 60, "rows": 16, "colors": "none", "status": true, "stack": "kitchen", "mode": "view",
        ]
        let terminal = try #require(try other.call("terminal.attach", params)["terminal"])
        #expect(try status(other, terminal)?.hasSuffix("view only  kitchen  box") == true)
    }

    @Test func aSmallTerminalHasNone() throws {
        let one = try daemon.client()
        let terminal = try attach(one, rows: 7)
        #expect(try lines(one, terminal).last?.contains("box") == false)
        try one.call("terminal.resize", ["terminal": terminal, "columns": 60, "rows": 8])
        #expect(try status(one, terminal)?.hasSuffix(" box") == true)
    }

    // MARK: - Banners

    private func report(_ message: String, _ severity: String = "error") throws {
        let params: JSON = ["severity": .string(severity), "message": .string(message), "entry": entry]
        try client.call("issue.report", params)
    }

    @Test func issuesQueueUp_eachIsGoneWithTheNextKey_andStillAmongTheIssues() throws {
        let one = try daemon.client()
        let terminal = try attach(one)
        for message in ["the pump leaks", "the pump leaks", "the door is open"] { try report(message) }
        try report("only a warning", "warning")
        try wait(one, terminal, "! the pump leaks")
        let shown = try lines(one, terminal)
        #expect(shown[13] == " ! the pump leaks")
        #expect(shown[14] == " home › list › edit · 1 more: press a key")
        #expect(shown[15].hasSuffix("? keys                 box"), "it is said once")
        try press(one, terminal, "tab")
        try wait(one, terminal, " ! the door is open")
        #expect(try lines(one, terminal)[14] == " home › list › edit")
        try press(one, terminal, "tab")
        // The banner has disappeared, and the footer repeats its message.
        try wait(one, terminal, " home › list › edit", gone: true)
        #expect(try status(one, terminal)?.hasSuffix("! the door is open  box") == true)
        let issues = try one.call("daemon.status")["issues"]?.arrayValue?.compactMap { $0["message"]?.stringValue }
        #expect(issues == ["the pump leaks", "the pump leaks", "the door is open", "only a warning"])
    }

    @Test func aKeyDismissesAllNoticesOfATerminal() throws {
        let (one, two) = (try daemon.client(), try daemon.client())
        let (terminal, other) = (try attach(one), try attach(two))
        for message in ["the pump leaks", "the door is open"] { try report(message) }
        try press(one, terminal, "ctrl+l")
        try wait(one, terminal, "!", gone: true)
        #expect(try lines(two, other).contains { $0.contains("! the pump leaks") }, "another user has not seen it")
        try report("the tank is empty")
        try wait(one, terminal, "! the tank is empty")
    }

    @Test func clearedIssuesAreGoneFromAllTerminals() throws {
        let one = try daemon.client()
        let terminal = try attach(one)
        for message in ["the pump leaks", "the door is open"] { try report(message) }
        try wait(one, terminal, "1 more: press a key")
        try client.call("issue.clear", ["id": 1])
        try wait(one, terminal, "the pump leaks", gone: true)
        try wait(one, terminal, "! the door is open")
        #expect(try client.call("issue.clear")["cleared"] == 1)
        try wait(one, terminal, "!", gone: true)
        #expect(try client.failure("issue.clear", ["id": 1]).message == "no issue 1 is open: there is none")
    }

    @Test func aFloodOfIssuesIsCounted() throws {
        let one = try daemon.client()
        let terminal = try attach(one)
        for number in 1...30 { try report("issue \(number)") }
        try wait(one, terminal, "29 more: press a key")
        for _ in 1...20 { try press(one, terminal, "tab") }
        try wait(one, terminal, "! 10 more issues: \"fascia issues\" lists them")
        try press(one, terminal, "tab")
        try wait(one, terminal, "10 more issues", gone: true)
    }

    /// An unhandled action shows one banner on all terminals, and no refusal besides.
    @Test func anUnhandledActionShowsOneBanner() throws {
        let one = try daemon.client()
        let terminal = try attach(one)
        try client.call("nav.set", ["path": [["screen": "edit"]]])
        #expect(try one.failure("terminal.key", ["terminal": terminal, "key": "enter"]).reason == "unimplemented")
        try wait(one, terminal, "! no app handles onDeleteButtonTapped")
        #expect(try lines(one, terminal).contains { $0.contains("edit: onDeleteButtonTapped") })
        #expect(try lines(one, terminal).contains { $0.contains("more") } == false)
    }

    // MARK: - Pending actions

    @Test(arguments: ["none", "true"]) func pendingActionsAreMarked(_ colors: String) throws {
        let (one, two) = (try daemon.client(), try daemon.client())
        let (terminal, other) = (try attach(one, colors: colors), try attach(two, colors: colors))
        try press(one, terminal, "enter")
        let (id, _) = try client.action()
        // Every status line counts the pending action; only the terminal where the button was pressed marks it.
        try wait(two, other, "1 pending")
        try wait(one, terminal, "› Delete", gone: true)
        if colors == "none" { try wait(one, terminal, "» Delete") }
        #expect(try lines(two, other).contains { $0.contains("› Delete") })
        try client.answer(id)
        try wait(one, terminal, "› Delete")
        try wait(one, terminal, "pending", gone: true)
        try wait(two, other, "pending", gone: true)
    }

    // MARK: - Reading another terminal

    @Test func scriptsCanReadATerminal() throws {
        let one = try daemon.client()
        let terminal = try attach(one)
        let focused = { (tree: JSON) in
            tree["nodes"]?.arrayValue?.filter { $0["focused"] == true }.compactMap { $0["id"]?.stringValue }
        }
        #expect(focused(try client.call("ui.tree", ["terminal": terminal])) == ["delete"])
        #expect(focused(try client.call("ui.tree")) == [])
        try press(one, terminal, "tab")
        #expect(focused(try one.call("ui.tree", ["terminal": terminal])) == [], "the way back has it")
        #expect(try lines(client, terminal) == lines(one, terminal))
        for method in ["ui.tree", "ui.render"] {
            let error = try client.failure(method, ["terminal": 99])
            #expect(error.reason == "notFound")
            #expect(error.message == "there is no terminal 99: daemon.status lists the attached ones")
        }
        #expect(try client.failure("ui.wait", ["for": ["text": "x", "terminal": 99]]).reason == "notFound")
    }

    /// Another user may not look at a terminal, because it may show what its user types.
    @Test(.enabled(if: isRoot)) func aTerminalOfAnotherUsersIsNotLookedAt() throws {
        let one = try daemon.client()
        let terminal = try attach(one)
        let reply = try #require(
            try daemon.replies(toOperator: [["id": 1, "method": "ui.render", "params": ["terminal": terminal]]]).first)
        #expect(reply[at: "error/data/reason"] == "denied")
        let message = reply[at: "error/message"]?.stringValue
        #expect(message?.hasPrefix("terminal \(terminal.text) belongs to uid 0") == true)
    }
}
