import FasciaDocument
import TestSupport
import Testing

/// Bad input gets the right error, changes nothing and disconnects no client.
@Suite struct BadInputTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws { (daemon, client) = try Fixture.panel() }

    /// The error for a line, after checking that it changed nothing.
    private func answer(to line: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws -> JSON {
        try client.lines.sendBytes(line + [10])
        let reply = try client.receive()
        #expect(reply["jsonrpc"] == "2.0", sourceLocation: sourceLocation)
        #expect(reply["result"] == nil, sourceLocation: sourceLocation)
        #expect(try client.sync() == 1, "nothing else happens", sourceLocation: sourceLocation)
        return reply
    }

    private static let deep = String(repeating: "[", count: 126) + String(repeating: "]", count: 126)

    private static let notJSON: [String] = [
        "{", "}", "nonsense", "{\"id\":1,\"method\":\"sync\"", "{\"id\":1 \"method\":\"sync\"}", "{} {}", "[1,]",
        "{\"id\":1,}", "{'id':1}", "{\"id\":01,\"method\":\"sync\"}", "{\"id\":+1,\"method\":\"sync\"}",
        "{\"id\":NaN,\"method\":\"sync\"}", "{\"id\":\"\\x\",\"method\":\"sync\"}",
        "{\"id\":\"\\ud800\",\"method\":\"sync\"}", "{\"id\":\"\\udc00\\ud800\",\"method\":\"sync\"}",
        "{\"id\":12345678901234567890,\"method\":\"sync\"}", "{\"id\":1e999,\"method\":\"sync\"}",
        "{\"id\":\"a\u{1}b\",\"method\":\"sync\"}", "{\"id\":1,\"method\":\"sync\"}\u{0}",
        "{\"id\":1,\"method\":\"value.set\",\"params\":{\"key\":\"k\",\"value\":[\(deep)]}}", "\u{FEFF}{}",
    ]

    @Test(arguments: notJSON) func whatIsNotJSONIsAParseError(_ line: String) throws {
        let reply = try answer(to: Array(line.utf8))
        #expect(reply["id"] == .null)
        #expect(reply[at: "error/code"] == -32700)
        #expect(reply["error"]?.reason == "parseError")
        #expect(reply["error"]?.message?.hasPrefix("not JSON: ") == true)
        #expect(reply[at: "error/data/offset"]?.intValue != nil)
    }

    @Test(arguments: ["-1e400", "18446744073709551616", "[{\"deep\":9223372036854775808}]"])
    func aNumberOutOfRangeIsAParseErrorOfItsRequest(_ number: String) throws {
        let line = "{\"id\":\"mine\",\"method\":\"value.set\",\"params\":{\"key\":\"k\",\"value\":\(number)}}"
        let reply = try answer(to: Array(line.utf8))
        #expect(reply["id"] == "mine")
        #expect(reply[at: "error/code"] == -32700)
        #expect(reply["error"]?.message?.contains("out of range") == true)
    }

    @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]] as [[UInt8]])
    func invalidUTF8IsAParseError(_ bytes: [UInt8]) throws {
        let reply = try answer(to: Array("{\"id\":\"".utf8) + bytes + Array("\",\"method\":\"sync\"}".utf8))
        #expect(reply[at: "error/code"] == -32700)
    }

    @Test func nestingMayBe128LevelsDeep() throws {
        // The message and its params are two levels.
        try client.lines.send("{\"id\":1,\"method\":\"sync\",\"params\":{\"fill\":\(Self.deep)}}")
        #expect(try client.receive()[at: "result/revision"] != nil)
        // Stored values have a lower limit, because events nest them deeper.
        try client.lines.send(
            "{\"id\":1,\"method\":\"value.set\",\"params\":{\"key\":\"k\",\"value\":\(Self.deep)}}")
        #expect(try client.receive()["error"]?.reason == "invalid")
    }

    @Test(arguments: [
        ("1", "null"), ("\"sync\"", "null"), ("null", "null"), ("true", "null"), ("{}", "null"), ("{\"id\":7}", "7"),
        ("{\"id\":7,\"method\":5}", "7"), ("{\"id\":7,\"method\":null}", "7"), ("{\"id\":{},\"method\":\"sync\"}", "null"),
        ("{\"id\":[1],\"method\":\"sync\"}", "null"), ("{\"id\":true,\"method\":\"sync\"}", "null"),
        ("{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"sync\"}", "7"), ("{\"jsonrpc\":2,\"id\":7,\"method\":\"sync\"}", "7"),
        ("{\"id\":7,\"method\":\"sync\",\"params\":5}", "7"), ("{\"id\":7,\"method\":\"sync\",\"params\":\"x\"}", "7"),
        ("{\"result\":1}", "null"),
    ])
    func whatIsNotARequestIsAnInvalidRequest(_ line: String, _ id: String) throws {
        let reply = try answer(to: Array(line.utf8))
        #expect(reply["id"]?.text == id)
        #expect(reply[at: "error/code"] == -32600)
        #expect(reply["error"]?.reason == "invalidRequest")
        #expect(reply["error"]?.message?.hasPrefix("not a request: ") == true)
    }

    /// The error has a null id: the number belongs to a request of the daemon, and the client may use the same one.
    @Test(arguments: [#"{"id":7,"result":1,"error":{"code":1,"message":""}}"#, #"{"id":7,"error":"bad"}"#])
    func whatIsNoAnswerIsAnInvalidRequestToo(_ line: String) throws {
        let reply = try answer(to: Array(line.utf8))
        #expect(reply["id"] == .null)
        #expect(reply[at: "error/code"] == -32600)
        #expect(reply["error"]?.reason == "invalidRequest")
        #expect(reply["error"]?.message?.hasPrefix("invalid response to 7: ") == true)
    }

    @Test func anUnknownMethodSaysWhichIsProbablyMeant() throws {
        let error = try client.failure("toggle.sett", ["id": "extras", "on": true])
        #expect(error["code"] == -32601)
        #expect(error.reason == "methodNotFound")
        #expect(error.message == "no method \"toggle.sett\": did you mean \"toggle.set\"?")
        #expect(error[at: "data/nearest"] == "toggle.set")
        #expect(try client.failure("").message == "no method \"\": daemon.describe lists all methods")
    }

    @Test(
        arguments: [
            ("toggle.set", ["id": "extras", "on": "yes"], "/on", "true or false", "\"yes\""),
            ("toggle.set", ["id": "extras"], "/on", "true or false", "nothing"),
            ("toggle.set", ["on": true], "/id", "a string", "nothing"),
            ("toggle.set", ["extras", true], "", "an object, because parameters are given by name", "an array"),
            (
                "toggle.flip", ["id": "extras", "expect": "sideways"], "/expect", "one of on, off, mixed, true, false",
                "\"sideways\""
            ),
            ("toggle.set", ["id": "extras", "on": true, "ifRevision": -1], "/ifRevision", nil, "-1"),
            ("toggle.set", ["id": "extras", "on": true, "dryRun": 1], "/dryRun", "true or false", nil),
            (
                "toggle.declare", ["group": ["id": "g", "options": [["id": "a"], ["title": "B"]]]], "/group/options/1/id",
                "a string", "nothing"
            ),
            ("nav.push", [:], "/screen", "a string", "nothing"),
            ("nav.popTo", [:], "", "one of entry, screen, index", "none of them"),
            ("nav.popTo", ["index": 0, "screen": "home"], "", "only one of entry, screen, index", "more than one"),
            ("nav.modal", ["screen": "a", "style": "window"], "/style", "one of sheet, cover, alert", "\"window\""),
            ("nav.set", ["path": [["screen": "a"], ["args": 1]]], "/path/1/screen", "a string", "nothing"),
            ("nav.target", ["name": "t"], "/path", nil, "nothing"),
            ("value.declare", ["key": "k", "kind": "colour"], "/kind", "one of bool, int, double, string, json", "\"colour\""),
            ("value.declare", ["key": "k", "kind": "int", "range": [5, 1]], "/range", nil, nil),
            ("value.get", ["key": "a", "prefix": "b"], "", "either key or prefix", "both"),
            ("screen.put", ["screen": ["id": "s"]], "/screen/body", nil, "nothing"),
            ("screen.put", ["screen": ["id": "s", "body": ["kind": "marquee"]]], "/screen/body/kind", nil, "\"marquee\""),
            (
                "screen.put", ["screen": ["id": "s", "body": ["kind": "button", "label": "B", "tap": ["method": "nav.fly"]]]],
                "/screen/body/tap/method", nil, nil
            ),
            (
                "screen.put",
                [
                    "screen": [
                        "id": "s",
                        "body": [
                            "kind": "vstack", "children": [["kind": "divider", "id": "d"], ["kind": "divider", "id": "d"]],
                        ],
                    ]
                ], "/screen/body/children/1/id", nil, nil
            ),
            ("environment.set", ["scope": ["stack": "main", "screen": "home"], "values": [:]], "/scope", nil, nil),
            ("batch", ["commands": [["method": "sync"]]], "/commands/0/method", nil, "\"sync\""),
            (
                "batch", ["commands": [["method": "nav.push", "params": ["screen": 1]]]], "/commands/0/params/screen", "a string",
                nil
            ),
            ("watch.start", ["since": "yesterday"], "/since", "the cursor of an event, such as K7Q2:42", "\"yesterday\""),
            ("watch.start", ["topics": ["extras"]], "/topics/0", "a glob for kind:id, such as option:extras/**", "\"extras\""),
            ("watch.start", ["topics": "option:**"], "/topics", "an array", nil),
            ("history.get", ["limit": 0], "/limit", nil, "0"),
            ("ui.wait", ["for": [:]], "/for", nil, nil),
            ("ui.wait", ["for": ["screen": "a", "gone": true]], "/for/gone", "only screen", "true"),
            ("ui.wait", ["for": ["entry": "e1", "screen": "a"]], "/for/screen", "only entry", "\"a\""),
            ("ui.wait", ["for": ["toggle": "a", "state": "on", "value": 1]], "/for/value", "only toggle, state", "1"),
            ("ui.wait", ["for": ["value": "a", "equals": 1, "role": "b"]], "/for/role", "only value, equals", "\"b\""),
            (
                "ui.wait", ["for": ["node": "a", "terminal": 1]], "/for/terminal", "only node, role, value, gone", "1"
            ),
            ("ui.wait", ["for": ["node": "a", "gon": true]], "/for/gon", "only node, role, value, gone", "true"),
            (
                "ui.wait", ["for": ["text": "a", "terminal": 1, "rows": 9]], "/for/rows", "only text, terminal, gone",
                "9"
            ),
            ("ui.wait", ["for": ["screen": "a"], "timeout": -1], "/timeout", "a number of seconds from 0 to 3600", nil),
            ("ui.render", ["columns": 0], "/columns", nil, "0"),
            (
                "terminal.attach", ["columns": 80, "rows": 24, "colors": "many"], "/colors", "one of none, 16, 256, true",
                "\"many\""
            ),
            ("terminal.attach", ["columns": 100_000, "rows": 24, "colors": "none"], "/columns", nil, "100000"),
            ("daemon.hello", ["protocol": ["min": 2, "max": 1]], "/protocol/max", nil, nil),
        ] as [(String, JSON, String, String?, String?)])
    func wrongParametersAreNamedByTheirPointer(
        _ method: String, _ params: JSON, _ pointer: String, _ expected: String?, _ found: String?
    ) throws {
        let error = try client.failure(method, params)
        #expect(error["code"] == -32602)
        #expect(error.reason == "invalidParams")
        #expect(error[at: "data/pointer"] == .string(pointer))
        let says = try #require(error[at: "data/expected"]?.stringValue)
        let finds = try #require(error[at: "data/found"]?.stringValue)
        if let expected { #expect(says == expected) }
        if let found { #expect(finds == found) }
        #expect(error.message == (pointer.isEmpty ? "" : pointer + ": ") + "expected \(says), found \(finds)")
        #expect(try client.sync() == 1, "nothing was changed")
    }

    @Test func anotherClientNoticesNothing() throws {
        let other = try daemon.client()
        try other.watch()
        for line in Self.notJSON { _ = try answer(to: Array(line.utf8)) }
        #expect(try other.sync() == 1)
        #expect(other.takeNotifications().isEmpty)
        #expect(daemon.log.text.contains("rror") == false)
    }
}
