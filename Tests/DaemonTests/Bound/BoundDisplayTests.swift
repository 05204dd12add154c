import FasciaDocument
import TestSupport
import Testing

/// What terminals and `ui.tree` show of bound things: rule 5, the display of rules 2 and 9.
@Suite(.mustEnd) struct BoundDisplayTests {
    private let daemon: DaemonProcess
    private let user: JSONClient
    private let agent: Agent

    init() throws {
        (daemon, user) = try Services.daemon()
        let body: JSON = ["kind": "form", "children": [["kind": "group", "bind": "services"]]]
        try user.call("screen.put", ["screen": ["id": "home", "title": "Box", "body": body]])
        try user.call("nav.set", ["path": [["screen": "home"]]])
        agent = try Agent(daemon, ["services/**"])
    }

    /// The rows of the screen.
    private func rows(columns: Int = 50) throws -> [String] {
        let result = try user.call("ui.render", ["renderer": "text", "columns": .int(columns), "rows": 14])
        return (result["data"]?.stringValue ?? "").split(separator: "\n").map(String.init)
    }

    /// The countdown on a terminal; empty if it shows none.
    private func banner(_ terminal: JSON, _ client: JSONClient) throws -> String {
        let picture = try client.call("ui.render", ["terminal": terminal])["data"]?.stringValue ?? ""
        let row = picture.split(separator: "\n").first { $0.contains("goes back") } ?? ""
        return row.split(separator: " ").joined(separator: " ")
    }

    /// The row of an option, without the border of its card and with single blanks.
    private func row(_ label: String) throws -> String {
        let row = try #require(try rows().first { $0.contains(label) })
        return row.split(whereSeparator: { " │".contains($0) }).joined(separator: " ")
    }

    /// The words and the notes of an option's node in `ui.tree`.
    private func node(_ label: String) throws -> String {
        let nodes = try user.call("ui.tree")["nodes"]?.arrayValue ?? []
        let node = try #require(nodes.first { $0["label"]?.stringValue == label })
        return ["conditions", "notes"].flatMap { node[$0]?.arrayValue ?? [] }.compactMap(\.stringValue).joined(separator: " ")
    }

    /// Rule 5.
    @Test func unverifiedStateIsNeverShownAsVerified() throws {
        #expect(try row("nginx") == "?nginx unknown ━?━")
        #expect(try node("nginx") == "unknown")
        try agent.report("services/nginx", true)
        #expect(try row("nginx") == "nginx ━━●")
        #expect(try node("nginx") == "")
        try agent.client.call("bind.report", ["id": "services/nginx", "stale": "the bus is gone"])
        #expect(try row("nginx") == "≈nginx stale ━━●")
    }

    /// Rule 5: a group is as uncertain as its options.
    @Test func masterHasTheConditionsOfItsOptions() throws {
        for name in ["nginx", "backup", "cron"] { try agent.report("services/" + name, false) }
        #expect(try row("services") == "›services 0 of 3 ○━━")
        try user.call("toggle.set", ["id": "services/nginx", "on": true])
        #expect(try row("services") == "»services pending 1 of 3 ━◐━")
        try agent.carryOutNext(failing: "no such unit")
        _ = try agent.client.sync()
        #expect(try row("services") == "!services failed 0 of 3 ○━━")
        #expect(try node("services") == "failed")
    }

    /// Rule 5: so is a row that leads to a group, and tells its state.
    @Test func rowThatTellsTheStateOfAGroupHasTheConditionsOfItsOptions() throws {
        let tap: JSON = ["method": "nav.push", "params": ["screen": "services"]]
        let button: JSON = ["kind": "button", "label": "Services", "bind": "services", "tap": tap]
        let body: JSON = ["kind": "form", "children": [button]]
        try user.call("screen.put", ["screen": ["id": "home", "title": "Box", "body": body]])
        for name in ["nginx", "backup", "cron"] { try agent.report("services/" + name, .bool(name != "cron")) }
        #expect(try row("Services").contains("2 of 3 on") && !row("Services").contains("stale"))
        try agent.client.call("bind.report", ["id": "services/nginx", "stale": "the bus is gone"])
        #expect(try row("Services").contains("stale") && row("Services").contains("2 of 3 on"))
        #expect(try node("Services") == "stale")
    }

    /// Rule 2.
    @Test func progressAndTheReasonOfAFailureAreBelowTheControl() throws {
        try agent.report("services/nginx", false)
        try user.call("toggle.set", ["id": "services/nginx", "on": true])
        let (id, _) = try agent.carryOut()
        #expect(try row("nginx") == "…nginx pending ━━●")
        try agent.client.call("bind.progress", ["id": "services/nginx", "fraction": 0.4, "message": "reads the files"])
        #expect(try rows().contains { $0.contains("40 %: reads the files") })
        #expect(try node("nginx") == "pending 40 %: reads the files")
        try agent.client.refuse(id, code: 1, "no such unit")
        _ = try agent.client.sync()
        #expect(try row("nginx") == "!nginx failed ○━━")
        #expect(try rows().contains { $0.contains("! no such unit") })
        #expect(try node("nginx") == "failed no such unit")
    }

    /// Rule 2: the text that was refused stays where it was typed.
    @Test func refusedTextOfABoundValueStaysInItsField() throws {
        try user.call("value.declare", ["key": "host", "kind": "string", "value": "box"])
        let field: JSON = ["kind": "textField", "label": "Host", "bind": "host"]
        try user.call("screen.put", ["screen": ["id": "home", "title": "Box", "body": ["kind": "form", "children": [field]]]])
        let agent = try Agent(daemon, ["value:host"])
        try agent.report("value:host", "box")
        let (typist, other) = (try daemon.client(), try daemon.client())
        let ids = [try typist.attach(50, 14), try other.attach(50, 14)]
        for key in ["-", "!", "enter"] { try typist.call("terminal.key", ["terminal": ids[0], "key": .string(key)]) }
        try agent.carryOutNext(failing: "it must match [a-z]+")
        _ = try agent.client.sync()
        func picture(_ index: Int) throws -> String {
            try user.call("ui.render", ["terminal": ids[index]])["data"]?.stringValue ?? ""
        }
        let shown = try picture(0)
        #expect(shown.contains("box-!") && shown.contains("! it must match [a-z]+"), "\(shown)")
        #expect(try !picture(1).contains("box-!") && picture(1).contains("! it must match [a-z]+"))
        #expect(try user.value("host") == "box")
        for key in ["backspace", "2", "enter"] {
            try typist.call("terminal.key", ["terminal": ids[0], "key": .string(key)])
        }
        #expect(try agent.carryOutNext()["to"] == "box-2")
        _ = try agent.client.sync()
        #expect(try picture(0).contains("box-2") && !picture(0).contains("must match"))
    }

    @Test func markRemainsWhereTheWordHasNoRoom() throws {
        #expect(try rows(columns: 20).contains { $0.contains("?nginx") && !$0.contains("unknown") })
    }

    /// Rule 9.
    @Test func everyTerminalCountsDownAndConfirms() throws {
        try agent.report("services/nginx", true)
        let terminals = [try daemon.client(), try daemon.client()]
        var ids: [JSON] = []
        for terminal in terminals { ids.append(try terminal.attach(60, 16, ["status": true])) }
        let viewer = try daemon.client()
        let view = try viewer.attach(60, 16, ["mode": "view"])
        try user.call("toggle.set", ["id": "services/nginx", "on": false, "revert": ["within": 3_600]])
        try agent.carryOutNext()
        _ = try agent.client.sync()
        for (terminal, id) in zip(terminals, ids) {
            #expect(try banner(id, terminal).hasSuffix(" s: Ctrl-O keeps off"))
        }
        // It cannot confirm.
        #expect(try banner(view, viewer).hasSuffix(" s"))
        let first = try banner(ids[0], terminals[0])
        repeat { _ = try terminals[0].notification("terminal.frame") } while try banner(ids[0], terminals[0]) == first
        #expect(try banner(ids[0], terminals[0]).hasPrefix("nginx goes back to on in 3"))
        try terminals[1].call("terminal.key", ["terminal": ids[1], "key": "ctrl+o"])
        #expect(try user.condition("services/nginx") == "off")
        #expect(try banner(ids[0], terminals[0]) == "")
    }

    /// The id of a value is no title; the label of its field is.
    @Test func theCountdownNamesTheLabelOfAValue() throws {
        let key = "net/address"
        try user.call("value.declare", ["key": .string(key), "kind": "string", "initial": "10.0.0.1"])
        let body: JSON = ["kind": "form", "children": [["kind": "textField", "bind": .string(key), "label": "Address"]]]
        try user.call("screen.put", ["screen": ["id": "home", "title": "Box", "body": body]])
        let other = try Agent(daemon, ["value:net/address"])
        try other.report("value:net/address", "10.0.0.1")
        let terminal = try daemon.client()
        let id = try terminal.attach(80, 16, ["status": true])
        try user.call("value.set", ["key": .string(key), "value": "10.0.0.2", "revert": ["within": 3_600]])
        try other.carryOutNext()
        _ = try other.client.sync()
        let shown = try banner(id, terminal)
        #expect(shown.hasPrefix("Address goes back to 10.0.0.1 in 3"), "\(shown)")
        #expect(shown.hasSuffix(" s: Ctrl-O keeps 10.0.0.2"), "\(shown)")
    }
}
