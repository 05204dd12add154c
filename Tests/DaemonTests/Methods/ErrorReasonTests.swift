import FasciaDocument
import Glibc
import TestSupport
import Testing

/// The error reasons of the protocol: code, message, and no change of the panel.
@Suite struct ErrorReasonTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws { (daemon, client) = try Fixture.panel() }

    @Test(
        arguments: [
            ("nav.get", ["stack": "side"], "no stack \"side\": there is only main (nav.set makes a new one)"),
            (
                "nav.push", ["stack": "mani", "screen": "a"],
                "no stack \"mani\": did you mean \"main\"? (nav.set makes a new one)"
            ),
            ("ui.tree", ["stack": "side"], "no stack \"side\": there is only main (nav.set makes a new one)"),
            (
                "terminal.attach", ["stack": "side", "columns": 9, "rows": 9, "colors": "none"],
                "no stack \"side\": there is only main (nav.set makes a new one)"
            ),
            ("nav.pop", ["entry": "e9"], "no entry \"e9\" was ever created: nav.get lists the ids"),
            ("nav.popTo", ["screen": "a"], "no entry with the screen \"a\" in stack \"main\": it has 1, e1 home"),
            ("nav.popTo", ["index": 3], "no entry number 3 in stack \"main\": it has 1, e1 home"),
            ("nav.next", ["target": "rot"], "no target \"rot\": did you mean \"root\"?"),
            ("nav.target", ["name": "end", "remove": true], "no declared target \"end\": none has been declared"),
            ("toggle.set", ["id": "drinks", "on": true], "no toggle group \"drinks\": there is only extras"),
            ("toggle.flip", ["id": "extras/chese"], "no option \"extras/chese\": did you mean \"extras/cheese\"?"),
            ("toggle.get", ["id": "extras/x"], "no option \"extras/x\": group \"extras\" has cheese, ham, mushrooms"),
            (
                "toggle.set", ["id": "extras/ham/raw", "on": true],
                "no option \"extras/ham/raw\": \"extras/ham\" is an option, not a group"
            ),
            ("value.get", ["key": "k"], "no value \"k\": there are none yet"),
            ("value.remove", ["key": "k"], "no value \"k\": there are none yet"),
            ("watch.stop", ["watch": 7], "this connection has no watch 7: start one with watch.start"),
            (
                "terminal.key", ["terminal": 7, "key": "tab"],
                "this connection has no terminal 7: attach one with terminal.attach"
            ),
        ] as [(String, JSON, String)])
    func notFound(_ method: String, _ params: JSON, _ message: String) throws {
        let error = try client.failure(method, params)
        #expect(error["code"] == -32001)
        #expect(error.reason == "notFound")
        #expect(error.message == message)
        #expect(try client.sync() == 1)
    }

    @Test func aMissingScreenIsNotFound() throws {
        for method in ["screen.get", "screen.remove"] {
            let error = try client.failure(method, ["id": "a"])
            #expect(error.reason == "notFound")
            #expect(error.message?.contains("\"a\"") == true)
        }
    }

    @Test func aMissingNodeIsNotFound() throws {
        let error = try client.failure("ui.tap", ["node": "nothing"])
        #expect(error.reason == "notFound")
        #expect(error.message?.contains("\"nothing\"") == true)
    }

    @Test(
        arguments: [
            ("value.set", ["key": "", "value": 1]), ("value.set", ["key": "a*", "value": 1]),
            ("toggle.declare", ["group": ["id": "g", "options": [["id": "a"], ["id": "a"]]]]),
            ("toggle.declare", ["group": ["id": "a/b", "options": []]]), ("toggle.declare", ["group": ["id": "g"]]),
            (
                "toggle.declare",
                ["group": ["id": "g", "options": [["id": "a"], ["id": "b"]], "rules": ["requires": ["a": ["b"], "b": ["a"]]]]]
            ),
            ("toggle.declare", ["group": ["id": "g", "options": [["id": "a"]], "rules": ["min": 2, "max": 1]]]),
            ("nav.set", ["path": []]), ("nav.set", ["path": [["screen": "a", "modal": "sheet"]]]), ("nav.push", ["screen": ""]),
            ("nav.target", ["name": "t", "path": []]),
            ("value.declare", ["key": "k", "kind": "string", "range": [0, 1]]),
            ("value.declare", ["key": "k", "kind": "int", "initial": "x"]),
        ] as [(String, JSON)])
    func invalid(_ method: String, _ params: JSON) throws {
        let error = try client.failure(method, params)
        #expect(error["code"] == -32005)
        #expect(error.reason == "invalid")
        #expect(error.message?.isEmpty == false)
        #expect(try client.sync() == 1)
    }

    @Test func entryGone() throws {
        try client.call("nav.push", ["screen": "a"])
        try client.call("nav.pop")
        for (method, params) in [
            ("nav.replace", ["entry": "e2", "screen": "b"]),
            ("environment.set", ["scope": ["entry": "e2"], "values": ["a": 1]]),
        ] as [(String, JSON)] {
            let error = try client.failure(method, params)
            #expect(error["code"] == -32006)
            #expect(error.reason == "entryGone")
            #expect(error[at: "data/entry"] == "e2")
        }
        #expect(try client.sync() == 3)
    }

    // MARK: - Timeouts

    @Test(
        arguments: [
            (["entry": "e9"], "entry e9 did not come to the top of stack \"main\" within 0.0 s: the top is e1"),
            (
                ["node": "home", "role": "button"],
                "node \"home\" did not appear in stack \"main\" within 0.0 s: it is a form"
            ),
            (
                ["node": "home", "gone": true],
                "node \"home\" did not disappear from stack \"main\" within 0.0 s: it is still there"
            ),
            (
                ["text": "Hello", "columns": 20, "rows": 4],
                "\"Hello\" did not appear in the picture of stack \"main\" within 0.0 s: no line is similar; wait "
                    + "longer, or check ui.render"
            ),
            (
                ["text": "fasica"],
                "\"fasica\" did not appear in the picture of stack \"main\" within 0.0 s: the most similar line is \"Fascia\"; wait "
                    + "longer, or check ui.render"
            ),
            (
                ["text": .string(String(repeating: "Fascia", count: 40))],
                "\"\(String(repeating: "Fascia", count: 40))\" did not appear in the picture of stack \"main\" within 0.0 s: "
                    + "no line is similar; wait longer"
            ),
            (
                ["text": "Fascia", "gone": true],
                "\"Fascia\" did not disappear from the picture of stack \"main\" within 0.0 s: it is still there: \"Fascia\"; wait "
            ),
        ] as [(JSON, String)])
    func timeoutSaysWhatIsInstead(_ condition: JSON, _ message: String) throws {
        let error = try client.failure("ui.wait", ["for": condition, "timeout": 0])
        #expect(error.reason == "timeout")
        #expect(error.message?.hasPrefix(message) == true, "\(error.message ?? "")")
    }

    // MARK: - Roles

    /// Another user that the socket's mode admits is an operator, without higher rights.
    @Test(.enabled(if: isRoot, "only root can become somebody else")) func denied() throws {
        #expect(chmod(daemon.directory.path, 0o755) == 0)
        #expect(chmod(daemon.socketPath, 0o666) == 0)
        let requests: [(String, JSON)] = [
            ("daemon.hello", [:]), ("toggle.set", ["id": "extras/ham", "on": true]),
            ("toggle.declare", Fixture.extras), ("screen.put", Fixture.screen("s")), ("daemon.shutdown", [:]),
            ("plugin.load", ["id": "neon"]),
            ("batch", ["commands": [["method": "toggle.remove", "params": ["id": "extras"]]]]), ("toggle.get", [:]),
        ]
        let lines = requests.enumerated().map { index, request -> String in
            let message: JSON = ["id": .int(index), "method": .string(request.0), "params": request.1]
            return message.text + "\n"
        }
        let output = try runProcess(
            "/usr/bin/setpriv",
            ["--reuid", "65534", "--regid", "65534", "--clear-groups", "socat", "-", "UNIX-CONNECT:\(daemon.socketPath)"],
            input: lines.joined()
        ).checked().output
        let replies = try output.split(separator: "\n").map { try JSON(parsing: String($0)) }
        #expect(replies.count == requests.count)
        #expect(replies[0][at: "result/peer/uid"] == 65534)
        #expect(replies[0][at: "result/peer/role"] == "operator")
        #expect(replies[1][at: "result/changed"] == true)
        #expect(replies[7]["result"] != nil)
        for (index, needed) in [(2, "author"), (3, "author"), (4, "admin"), (5, "admin"), (6, "author")] {
            let error = try #require(replies[index]["error"])
            #expect(error["code"] == -32003)
            #expect(error["data"] == ["reason": "denied", "role": "operator", "needed": .string(needed)])
            #expect(
                error.message == "\(requests[index].0) needs the role \(needed), and uid 65534 is operator: "
                    + "ask the owner of the panel")
        }
        #expect(try client.sync() == 2)
    }
}
