import FasciaDocument
import Glibc
import TestSupport
import Testing

/// The error reasons of the protocol: code, message, and no change of the panel.
@Suite struct ErrorReasonTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws { (daemon, client) = try Fixture.panel() }

    private static let refusals: [(method: String, params: JSON, code: Int, message: String)] = [
        ("ui.tree", ["stack": "side"], -32001, "no stack \"side\": there is only main (nav.set makes a new one)"),
        (
            "terminal.attach", ["stack": "side", "columns": 9, "rows": 9, "colors": "none"], -32001,
            "no stack \"side\": there is only main (nav.set makes a new one)"
        ),
        ("nav.target", ["name": "end", "remove": true], -32001, "no declared target \"end\": none has been declared"),
        ("toggle.get", ["id": "extras/x"], -32001, "no switch \"extras/x\": group \"extras\" has cheese, ham, mushrooms"),
        ("value.get", ["key": "k"], -32001, "no value \"k\": there are none yet"),
        ("screen.get", ["id": "a"], -32001, "no screen \"a\": none has been published"),
        ("ui.tap", ["node": "nothing"], -32001, "no node \"nothing\" on screen \"home\": there "),
        ("watch.stop", ["watch": 7], -32001, "this connection has no watch 7: start one with watch.start"),
        (
            "terminal.key", ["terminal": 7, "key": "tab"], -32001,
            "this connection has no terminal 7: attach one with terminal.attach"
        ),
        ("nav.set", ["path": []], -32005, "the path of stack \"main\" is empty: it needs at least one step"),
    ]

    @Test func aRefusalHasItsCodeAndChangesNothing() throws {
        for (method, params, code, message) in Self.refusals {
            let error = try client.failure(method, params)
            #expect(error["code"] == .int(code), "\(method)")
            #expect(error.reason == (code == -32001 ? "notFound" : "invalid"), "\(method)")
            #expect(error.message?.hasPrefix(message) == true, "\(error.message ?? "")")
            #expect(try client.sync() == 1, "\(method)")
        }
    }

    // MARK: - Timeouts

    private static let timeouts: [(condition: JSON, message: String)] = [
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
            "\"fasica\" did not appear in the picture of stack \"main\" within 0.0 s: the most similar line is "
                + "\"│  fascia panel new >box.yaml"
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
    ]

    @Test func timeoutSaysWhatIsInstead() throws {
        for (condition, message) in Self.timeouts {
            let error = try client.failure("ui.wait", ["for": condition, "timeout": 0])
            #expect(error.reason == "timeout", "\(message)")
            #expect(error.message?.hasPrefix(message) == true, "\(error.message ?? "")")
        }
    }

    // MARK: - Roles

    /// Another user that the socket's mode admits is an operator, without higher rights.
    @Test(.enabled(if: isRoot, "only root can become somebody else")) func denied() throws {
        let requests: [(String, JSON)] = [
            ("daemon.hello", [:]), ("toggle.set", ["id": "extras/ham", "on": true]),
            ("toggle.declare", Fixture.extras), ("screen.put", Fixture.screen("s")), ("daemon.shutdown", [:]),
            ("plugin.load", ["id": "neon"]),
            ("batch", ["commands": [["method": "toggle.remove", "params": ["id": "extras"]]]]), ("toggle.get", [:]),
        ]
        let replies = try daemon.replies(
            toOperator: requests.enumerated().map { ["id": .int($0), "method": .string($1.0), "params": $1.1] })
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
