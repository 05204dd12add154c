import FasciaDocument
import Glibc
import TestSupport
import Testing

/// Other users at a daemon with an access file. Becoming other users requires root.
@Suite(.mustEnd, .enabled(if: geteuid() == 0, "needs root"))
struct AccessFileTests {
    private let directory = try! TemporaryDirectory()
    private var path: String { directory["access.yaml"] }

    private static let admin = "grant:\n  - {user: root, role: admin}\n"
    private static let operators =
        admin + "  - {user: 65534, role: operator, on: [\"option:services/**\"]}\n  - {group: 4242, role: viewer}\n"

    private func write(_ text: String) throws {
        try directory.write(text, to: "new")
        chmod(directory["new"], 0o644)
        #expect(rename(directory["new"], path) == 0)
    }

    private func daemon(_ text: String) throws -> DaemonProcess {
        try write(text)
        let daemon = try DaemonProcess(arguments: ["--access", path])
        guard chmod(daemon.socketPath, 0o666) == 0, chmod(daemon.directory["."], 0o711) == 0 else {
            throw TestFailure.system("chmod")
        }
        try daemon.client().call(
            "toggle.declare", ["group": ["id": "services", "options": [["id": "nginx"], ["id": "redis"]]]])
        return daemon
    }

    private func peer(_ uid: Int, groups: [Int] = [], at daemon: DaemonProcess) throws -> RunningProcess {
        try peer(uid, groups: groups, at: daemon.socketPath)
    }

    private func peer(_ uid: Int, groups: [Int] = [], at socket: String) throws -> RunningProcess {
        let more = groups.isEmpty ? ["--clear-groups"] : ["--groups", groups.map(String.init).joined(separator: ",")]
        return try RunningProcess(
            "/usr/bin/setpriv",
            ["--reuid", "\(uid)", "--regid", "\(uid)"] + more + ["socat", "-", "UNIX-CONNECT:\(socket)"])
    }

    private func line(_ peer: RunningProcess, _ number: Int) throws -> JSON {
        // What comes through socat may come in pieces.
        try peer.output.wait("line \(number)") { $0.count { $0 == "\n" } >= number }
        return try JSON(parsing: String(peer.output.text.split(separator: "\n")[number - 1]))
    }

    private static let set = #"{"id":2,"method":"toggle.set","params":{"id":"services/nginx","on":true}}"# + "\n"

    @Test func theFileSaysWhoMayConnectAndWithWhichRights() throws {
        let daemon = try daemon(Self.operators)
        let operate = try peer(65_534, at: daemon)
        try operate.send(#"{"id":1,"method":"daemon.hello"}"# + "\n" + Self.set)
        #expect(try line(operate, 1)[at: "result/peer/role"] == "operator")
        #expect(try line(operate, 1)[at: "result/peer/access"] == .string(path))
        #expect(try line(operate, 2)[at: "result/changed"] == true)
        let view = try peer(65_533, groups: [4_242], at: daemon)
        try view.send(Self.set)
        let denied = try line(view, 1)
        #expect(
            denied["error"]?.message
                == "toggle.set needs the right operate on option:services/nginx, and 65533 has only view there: to allow it, add - "
                + "{user: 65533, role: operator, on: [\"option:services/nginx\"]} to grant in \(path)")
        let none = try peer(65_532, at: daemon)
        #expect(try line(none, 1)["error"]?.message?.hasPrefix("65532 has no rights: ") == true)
    }

    @Test func aChangedFileAppliesToOpenConnections() throws {
        let daemon = try daemon(Self.operators)
        let bob = try peer(65_534, at: daemon)
        try bob.send(#"{"id":1,"method":"watch.start"}"# + "\n")
        _ = try line(bob, 1)
        try write(Self.admin + "  - {user: 65534, role: viewer, on: [\"option:services/redis\"]}\n")
        // A watch begins anew with what is seen now.
        let gap = try line(bob, 2)
        #expect(gap["method"] == "event.gap")
        #expect(gap[at: "params/snapshot/groups"]?[0]?["options"]?.arrayValue?.map { $0["id"] } == ["services/redis"])
        try bob.send(Self.set)
        #expect(try line(bob, 3)[at: "error/data/reason"] == "denied")
        try write(Self.admin)
        #expect(try line(bob, 4)["error"]?.message?.hasPrefix("nobody has no rights: ") == true)
        try bob.output.waitForEnd()
    }

    /// As the kernel says: what the process does afterwards changes its new connections alone.
    @Test func theGroupsOfAConnectionAreThoseWhenItConnected() throws {
        let daemon = try daemon(Self.operators)
        let script = """
            import os, socket
            def connect():
                peer = socket.socket(socket.AF_UNIX)
                os.seteuid(65533)
                peer.connect("\(daemon.socketPath)")
                os.seteuid(0)
                return peer.makefile("rw")
            os.setgroups([4242])
            os.setegid(65533)
            first = connect()
            os.setgroups([])
            second = connect()
            first.write('{"id":1,"method":"daemon.hello"}\\n')
            first.flush()
            print(first.readline(), second.readline(), sep="", flush=True)
            """
        let python = try RunningProcess("/usr/bin/python3", ["-c", script])
        #expect(try line(python, 1)[at: "result/peer/role"] == "viewer")
        #expect(try line(python, 2)["error"]?.message?.hasPrefix("65533 has no rights: ") == true)
    }

    /// A terminal asks for it, and does then what its user has pressed.
    @Test func aTerminalAsksForAReason() throws {
        let daemon = try daemon(
            "roles: {careful: {extends: operator, needs: {reason: true}}}\n" + Self.admin + "  - {user: 65534, role: careful}\n")
        try daemon.client().show(["kind": "toggle", "bind": "services/nginx"])
        let bob = try peer(65_534, at: daemon)
        let attach = #""method":"terminal.attach","params":{"columns":100,"rows":14,"colors":"none"}"#
        func key(_ key: String) -> String { #""method":"terminal.key","params":{"terminal":1,"key":"\#(key)"}"# }
        let wait = #""method":"ui.wait","params":{"for":{"toggle":"services/nginx","state":"on"},"timeout":3600}"#
        let requests = [attach, key("space")] + ["d", "o", "w", "n", "enter"].map(key) + [wait]
        try bob.send(requests.enumerated().map { "{\"id\":\($0),\($1)}\n" }.joined())
        let output = try bob.output.wait("the switch is on") {
            $0.contains(#""id":7,"result""#) || $0.contains(#""id":6,"error""#)
        }
        #expect(output.contains("Why do you do this?"), "\(output)")
        let event = try daemon.client().call("history.get", ["id": "services/nginx"])["events"]?.arrayValue?.last
        #expect(event?[at: "cause/reason"] == "down")
    }

    /// Over all connections of a user, new ones and open ones.
    @Test func theFileLimitsWhatAUserHas() throws {
        func limits(_ all: String) -> String { "limits: {per-uid: {\(all)}}\n" + Self.operators }
        let daemon = try daemon(limits("connections: 2, watches: 1, requests: 3/s"))
        let hello = #"{"id":1,"method":"daemon.hello"}"# + "\n"
        let first = try peer(65_534, at: daemon)
        try first.send(hello)
        let told = try line(first, 1)
        for (limit, number) in ["clientsOfOneUser": 2, "watchesOfOneUser": 1, "requestsOfOneUser": 3] as [String: JSON] {
            #expect(told[at: "result/limits/\(limit)"] == number)
        }
        #expect(try daemon.client().call("daemon.hello")[at: "limits/watchesOfOneUser"] == nil, "not for admins")
        let second = try peer(65_534, at: daemon)
        // In one batch, so that no time passes between them.
        let watch = #"{"id":1,"method":"watch.start"}"#
        try second.send("[\(watch),\(watch),\(watch)]\n")
        let replies = try line(second, 1)
        #expect(replies[0]?[at: "result/watch"] != nil)
        let message = "the connections of uid 65534 have 1 watches, which is the limit for one user in line 1 of \(path): "
        #expect(replies[1]?["error"]?.message == message + "stop one, or watch more topics with one")
        let third = try peer(65_534, at: daemon)
        let refusal = try line(third, 1)
        #expect(refusal[at: "error/data/rule"] == .string(path + ":1"))
        #expect(refusal["error"]?.message?.hasPrefix("uid 65534 has 2 connections open, ") == true)
        // The latest one goes.
        try write(limits("connections: 1"))
        try second.output.wait("the reason") {
            $0.contains("which is the limit for one user in line 1 of ") && $0.contains("has 1 conn")
        }
        try second.output.waitForEnd()
        try first.send(Self.set)
        #expect(try line(first, 2)[at: "result/changed"] == true)
    }

    /// Alt-W on a row tells what `fascia why` does, to each user as much as they may see.
    @Test func aTerminalTellsOnlyWhatItsUserMaySee() throws {
        let rights = #"on: ["option:services/nginx", "nav:main", "screen:**"]"#
        let daemon = try daemon(Self.admin + "  - {user: 65534, role: operator, \(rights)}\n")
        let client = try daemon.client()
        try client.call(
            "toggle.declare",
            [
                "group": [
                    "id": "services", "rules": ["exclusive": true], "options": [["id": "nginx"], ["id": "redis", "on": true]],
                ]
            ])
        try client.show(["kind": "toggle", "bind": "services/nginx"])
        for id in ["redis", "nginx"] { try client.call("toggle.set", ["id": .string("services/" + id), "on": true]) }
        let told = "services/nginx off → on"
        let terminal = try client.attach(100)
        try client.call("terminal.key", ["terminal": terminal, "key": "alt+w"])
        try client.call("ui.wait", ["for": ["text": .string(told), "terminal": terminal], "timeout": 3_600])
        let seen = try client.call("ui.render", ["terminal": terminal])["data"]?.stringValue ?? ""
        #expect(seen.contains("─ Why services/nginx ─"), "\(seen)")
        for line in ["what     \(told)", "request  toggle.set", "with it  services/redis on → off"] {
            #expect(seen.contains(line), "\(seen)")
        }

        let bob = try peer(65_534, at: daemon)
        try bob.send(
            """
            {"id":1,"method":"terminal.attach","params":{"columns":100,"rows":12,"colors":"none"}}
            {"id":2,"method":"terminal.key","params":{"terminal":2,"key":"alt+w"}}
            {"id":3,"method":"ui.wait","params":{"for":{"text":"\(told)","terminal":2},"timeout":3600}}
            {"id":4,"method":"ui.render","params":{"terminal":2}}

            """)
        let said = try bob.output.wait("the picture") { $0.contains("\"id\":4") && $0.hasSuffix("\n") }
        let picture = try #require(
            try said.split(separator: "\n").map { try JSON(parsing: String($0)) }.last { $0["id"] == 4 })
        let text = try #require(picture[at: "result/data"]?.stringValue)
        #expect(text.contains("request  toggle.set") && !text.contains("redis"), "\(text)")
    }

    /// As when a daemon without rights is upgraded.
    @Test func aRestartWithTheFirstFileEndsWhatItForbids() throws {
        let manager = try ServiceManager(arguments: ["--access", path, "--author-group", "4242"])
        guard chmod(manager.socketPath, 0o666) == 0, chmod(manager.directory["."], 0o711) == 0 else {
            throw TestFailure.system("chmod")
        }
        try manager.client().call(
            "toggle.declare", ["group": ["id": "services", "options": [["id": "nginx"], ["id": "redis"]]]])
        let agent = try peer(65_533, groups: [4_242], at: manager.socketPath)
        try agent.send(#"{"id":1,"method":"bind.claim","params":{"ids":["services/**"]}}"# + "\n")
        #expect(try line(agent, 1)[at: "result/things"] == 2)
        let bob = try peer(65_534, at: manager.socketPath)
        try bob.send(#"{"id":1,"method":"watch.start"}"# + "\n")
        _ = try line(bob, 1)
        try manager.end()
        try write(
            Self.admin + "  - {user: 65533, role: viewer}\n  - {user: 65534, role: viewer, on: [\"option:services/redis\"]}\n")
        try manager.start()
        #expect(try line(agent, 2)["method"] == "resumed")
        #expect(
            try line(agent, 3)["error"]?.message
                == "the access file has changed: this connection may no longer carry out what it has claimed")
        try agent.output.waitForEnd()
        #expect(try line(bob, 2)["method"] == "resumed")
        let gap = try line(bob, 3)
        #expect(gap["method"] == "event.gap")
        #expect(gap[at: "params/snapshot/groups"]?[0]?["options"]?.arrayValue?.map { $0["id"] } == ["services/redis"])
    }

    /// The file may be changed while no daemon runs.
    @Test(arguments: [true, false]) func aRestartWithAnotherFileBeginsWatchesAnew(_ isAnother: Bool) throws {
        func rules(_ option: String) -> String {
            Self.admin + "  - {user: 65534, role: viewer, on: [\"option:services/\(option)\"]}\n"
        }
        try write(rules("nginx"))
        let manager = try ServiceManager(arguments: ["--access", path])
        guard chmod(manager.socketPath, 0o666) == 0, chmod(manager.directory["."], 0o711) == 0 else {
            throw TestFailure.system("chmod")
        }
        let owner = try manager.client()
        try owner.call("toggle.declare", ["group": ["id": "services", "options": [["id": "nginx"], ["id": "redis"]]]])
        let bob = try peer(65_534, at: manager.socketPath)
        try bob.send(#"{"id":1,"method":"watch.start"}"# + "\n")
        _ = try line(bob, 1)
        try manager.end()
        try write("# Another line.\n" + rules(isAnother ? "redis" : "nginx"))
        try manager.start()
        #expect(try line(bob, 2)["method"] == "resumed")
        for id in ["nginx", "redis"] { try owner.call("toggle.set", ["id": .string("services/" + id), "on": true]) }
        let next = try line(bob, 3)
        guard isAnother else {
            #expect(next["method"] == "event" && next[at: "params/changes/0/id"] == "services/nginx", "\(next.text)")
            return
        }
        #expect(next["method"] == "event.gap")
        #expect(next[at: "params/snapshot/groups"]?[0]?["options"]?.arrayValue?.map { $0["id"] } == ["services/redis"])
        #expect(try line(bob, 4)[at: "params/changes/0/id"] == "services/redis")
    }

    @Test func anAgentThatMayNoLongerCarryOutIsDisconnected() throws {
        let claims = "  - {user: 65534, role: author, bind: true, on: [\"option:services/**\"]}\n"
        let daemon = try daemon(Self.admin + claims)
        let agent = try peer(65_534, at: daemon)
        try agent.send(#"{"id":1,"method":"bind.claim","params":{"ids":["services/**"]}}"# + "\n")
        #expect(try line(agent, 1)[at: "result/things"] == 2)
        try write(Self.admin + claims.replacing("services/**", with: "services/redis"))
        #expect(
            try line(agent, 2)["error"]?.message
                == "the access file has changed: this connection may no longer carry out what it has claimed")
        try agent.output.waitForEnd()
    }

    @Test func anAppThatMayNoLongerHandleActionsIsDisconnected() throws {
        let daemon = try daemon(Self.admin + "  - {user: 65534, role: author, on: [\"screen:*\"]}\n")
        let app = try peer(65_534, at: daemon)
        try app.send(#"{"id":1,"method":"action.bind","params":{"screen":"home","names":["*"]}}"# + "\n")
        #expect(try line(app, 1)["result"] != nil)
        try write(Self.admin + "  - {user: 65534, role: operator}\n")
        #expect(
            try line(app, 2)["error"]?.message
                == "the access file has changed: this connection may no longer handle the actions of the screen \"home\"")
        try app.output.waitForEnd()
    }
}
