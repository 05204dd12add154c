import FasciaDocument
import FasciaModel
import FasciaWire
import Testing

@Suite struct LineParserTests {
    private func parsedCall(_ line: String) -> (id: RequestID?, method: String, params: JSON)? {
        if case .call(let id, let method, let params) = LineParser.parse(Array(line.utf8)) {
            (id, method, params)
        } else {
            nil
        }
    }

    private func parsedInvalid(_ line: String) -> (id: RequestID, error: WireError)? {
        if case .invalid(let id, let error) = LineParser.parse(Array(line.utf8)) { (id, error) } else { nil }
    }

    private func parsedBatch(_ line: String) -> [Message]? {
        if case .batch(let messages) = LineParser.parse(Array(line.utf8)) { messages } else { nil }
    }

    @Test func aRequestHasAnIDAMethodAndParams() throws {
        let call = try #require(
            parsedCall(#"{"jsonrpc":"2.0","id":7,"method":"toggle.set","params":{"id":"a","on":true}}"#))
        #expect(call.id == RequestID(7))
        #expect(call.method == "toggle.set")
        #expect(call.params == ["id": "a", "on": true])
    }

    /// A line that is cut off anywhere is an error, and is never read beyond its end.
    @Test func truncatedLineIsAnError() {
        let line = #"[ {"id" : "a\u0041\ud83c\udf55", "method":"value.set","params":{"a":[-1.5e+3, true]}} , {}]"#
        let bytes = Array(line.utf8)
        for end in 1..<bytes.count {
            guard case .invalid(_, let error) = LineParser.parse(Array(bytes[..<end])) else {
                Issue.record("\(String(decoding: bytes[..<end], as: UTF8.self))")
                continue
            }
            #expect(error.code == WireError.Code.parseError)
        }
        if case .invalid(_, let error) = LineParser.parse(bytes) { Issue.record("\(error.message)") }
    }

    /// The maximum length of 256 bytes includes the quotes.
    @Test func anIDMayHave256Bytes() {
        let id = "\"" + String(repeating: "x", count: 254) + "\""
        #expect(parsedCall("{\"id\":\(id),\"method\":\"a\"}")?.id?.rawText == id)
    }

    @Test func theVersionMayBeLeftOut() { #expect(parsedCall(#"{"id":7,"method":"sync"}"#) != nil) }

    @Test func leftOutParamsAreAnEmptyObject() throws {
        #expect(try #require(parsedCall(#"{"id":7,"method":"sync"}"#)).params == [:])
    }

    @Test(arguments: [
        "1", "1.0", "1e2", "-0", "0.10", "9007199254740993", "\"a\"", "\"a\\u0041\"", "\"\\ud83c\\udf55\"", "\"\"",
        "null",
    ])
    func idsAreEchoedExactly(_ text: String) throws {
        let call = try #require(parsedCall("{\"id\" : \(text) ,\"method\":\"sync\"}"))
        #expect(call.id == RequestID(rawText: text))
        #expect(
            written { $0.reply(id: call.id ?? RequestID(0), result: true) }
                == "{\"jsonrpc\":\"2.0\",\"id\":\(text),\"result\":true}\n")
    }

    @Test func aNullIDIsARequestAndNoIDANotification() throws {
        #expect(try #require(parsedCall(#"{"id":null,"method":"sync"}"#)).id == .null)
        #expect(try #require(parsedCall(#"{"method":"sync"}"#)).id == nil)
    }

    @Test func unknownMembersAreIgnoredAndTheLastOfANameWins() throws {
        let call = try #require(
            parsedCall(#"{"x":[{"y":1}],"id":1,"id":2,"method":"a","m\u0065thod":"b","params":[],"params":{"z":null}}"#)
        )
        #expect(call.id == RequestID(2))
        #expect(call.method == "b")
        #expect(call.params == ["z": .null])
    }

    @Test func aWrongIDThatIsReplacedByARightOneDoesNotMatter() {
        #expect(parsedCall(#"{"id":[],"id":2,"method":"a"}"#) != nil)
    }

    private static func members(_ count: Int) -> String { (0..<count).map { "\"k\($0)\":1" }.joined(separator: ",") }

    @Test func theObjectsOfARequestHaveALimitOfMembers() throws {
        let members = Self.members(10_001)
        let line = #"{"id":8,"params":{"m":{"# + members + #"}},"method":"a"}"#
        let invalid = try #require(parsedInvalid(line))
        #expect(invalid.id == RequestID(8))
        #expect(invalid.error.reason == "limit")
        #expect(invalid.error.message == "more than 10000 members in what begins at byte 22: send several requests")
        let array = #"{"id":9,"params":{"m":["# + String(repeating: "1,", count: 32_768) + #"1]},"method":"a"}"#
        let other = try #require(parsedInvalid(array))
        #expect(other.id == RequestID(9))
        #expect(other.error.message == "more than 32768 elements in what begins at byte 22: send several requests")
    }

    /// Results are what the daemon says, and may be larger.
    @Test func onlyRequestsHaveALimitOfMembers() {
        #expect(parsedCall(#"{"id":1,"method":"a","params":{"# + Self.members(10_000) + "}}") != nil)
        let line = #"{"id":1,"result":{"# + Self.members(10_001) + "}}"
        guard case .response(_, .success(let result)) = LineParser.parse(Array(line.utf8)) else {
            Issue.record("expected a response")
            return
        }
        #expect(result.objectValue?.count == 10_001)
    }

    static let malformed: [(line: String, id: String, code: Int, message: String)] = [
        ("{", "null", -32700, "not JSON: expected a member's name in quotes, found the end of the text at byte 1"),
        ("hello", "null", -32700, "not JSON: expected a value, found h at byte 0"),
        (
            #"{"id":1,"method":"a"} x"#, "null", -32700,
            "not JSON: expected nothing more after the value, found x at byte 22"
        ),
        (
            #"{"id":1,"method":"a","x":01}"#, "null", -32700,
            "not JSON: a number must not begin with a zero that is not needed at byte 25"
        ),
        (
            #"{"id":1e999,"method":"a"}"#, "null", -32700,
            "not JSON: a number out of range: it must fit in a double at byte 6"
        ),
        (
            #"{"id":7,"method":"a","params":{"n":99999999999999999999}}"#, "7", -32700,
            "not JSON: an integer out of range: it must fit in 64 bits at byte 35"
        ),
        (
            #"{"method":"a","params":{"n":1e999},"id":"x"}"#, "\"x\"", -32700,
            "not JSON: a number out of range: it must fit in a double at byte 28"
        ),
        (
            #"{"id":7,"method":"a","params":[99999999999999999999,}"#, "null", -32700,
            "not JSON: expected a value, found } at byte 52"
        ),
        (
            "{\"id\":\"\(String(repeating: "x", count: 255))\",\"method\":\"a\"}", "null", -32600,
            "not a request: \"id\" may have at most 256 bytes: use a shorter one"
        ),
        (#"[{"id":1,"method":"a"},"#, "null", -32700, "not JSON: the text ends after a comma at byte 23"),
        ("[]", "null", -32600, "not a request: a batch needs at least one message"),
        ("7", "null", -32600, "not a request: a message must be an object, not an integer"),
        ("\"sync\"", "null", -32600, "not a request: a message must be an object, not a string"),
        ("{}", "null", -32600, #"not a request: it has no "method""#),
        (#"{"id":5}"#, "5", -32600, #"not a request: it has no "method""#),
        (#"{"id":5,"method":1}"#, "5", -32600, #"not a request: "method" must be a string, not an integer"#),
        (
            #"{"id":{},"method":"a"}"#, "null", -32600,
            #"not a request: "id" must be a string, a number or null, not an object"#
        ),
        (
            #"{"id":true,"method":"a"}"#, "null", -32600,
            #"not a request: "id" must be a string, a number or null, not a boolean"#
        ),
        (#"{"id":5,"jsonrpc":"1.0","method":"a"}"#, "5", -32600, #"not a request: "jsonrpc" must be "2.0", not "1.0""#),
        (#"{"id":5,"jsonrpc":2.0,"method":"a"}"#, "5", -32600, #"not a request: "jsonrpc" must be "2.0", not 2.0"#),
        (
            #"{"id":5,"method":"a","params":7}"#, "5", -32600,
            #"not a request: "params" must be an object, not an integer"#
        ),
        (#"{"id":5,"method":"a","params":null}"#, "5", -32600, #"not a request: "params" must be an object, not null"#),
        (#"{"result":1}"#, "null", -32600, #"not a request: a response needs the "id" of its request"#),
        (
            #"{"error":{"code":1,"message":""}}"#, "null", -32600,
            #"not a request: a response needs the "id" of its request"#
        ),
        (#"{"id":5,"jsonrpc":"1.0"}"#, "5", -32600, #"not a request: "jsonrpc" must be "2.0", not "1.0""#),
        (#"{"jsonrpc":"1.0","result":1}"#, "null", -32600, #"not a request: "jsonrpc" must be "2.0", not "1.0""#),
        (#"{"id":5,"jsonrpc":1,"method":1}"#, "5", -32600, #"not a request: "jsonrpc" must be "2.0", not 1"#),
    ]

    @Test(arguments: malformed)
    func everyMalformedLineHasItsError(_ line: String, _ id: String, _ code: Int, _ message: String) throws {
        let invalid = try #require(parsedInvalid(line))
        #expect(invalid.id == RequestID(rawText: id))
        #expect(invalid.error.code == code)
        #expect(invalid.error.message == message)
        #expect(invalid.error.reason == (code == -32700 ? "parseError" : "invalidRequest"))
    }

    /// A malformed response carries its id, so that the pending request can be failed.
    @Test(arguments: [
        (#"{"id":5,"result":1,"error":{}}"#, "5", #"it has both "result" and "error""#),
        (#"{"id":5,"result":1,"error":null}"#, "5", #"it has both "result" and "error""#),
        (#"{"id":5,"result":1,"jsonrpc":"1.0"}"#, "5", #""jsonrpc" must be "2.0", not "1.0""#),
        (
            #"{"id":5,"error":{"code":"x","message":"no"}}"#, "5",
            #""error" must be an object with an integer "code" and a string "message""#
        ),
        (
            #"{"id":"a","error":{"code":1}}"#, "\"a\"",
            #""error" must be an object with an integer "code" and a string "message""#
        ),
        (
            #"{"id":5,"error":"no"}"#, "5",
            #""error" must be an object with an integer "code" and a string "message""#
        ),
    ])
    func malformedResponsesNameTheirRequest(_ line: String, _ id: String, _ message: String) {
        guard case .invalidResponse(let found, let error) = LineParser.parse(Array(line.utf8)) else {
            Issue.record("it was taken for something else")
            return
        }
        #expect(found == RequestID(rawText: id))
        #expect(error.code == -32600)
        #expect(error.reason == "invalidRequest")
        #expect(error.message == "invalid response to \(id): \(message)")
    }

    /// A gap has the whole panel.
    @Test func whatTheDaemonSendsIsAsLargeAsThePanel() {
        let members = (0...10_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let line = Array("{\"method\":\"event.gap\",\"params\":{\"state\":{\(members)}}}".utf8)
        guard case .invalid = LineParser.parse(line) else { return #expect(Bool(false), "a client's") }
        let message = line.withUnsafeBufferPointer { LineParser.parse($0, from: .daemon) }
        guard case .call(_, "event.gap", let params) = message else { return #expect(Bool(false), "the daemon's") }
        #expect(params["state"]?.objectValue?.members.count == 10_001)
    }

    @Test func invalidUTF8AndDeepNestingAreParseErrors() throws {
        let bytes = Array("{\"id\":1,\"method\":\"".utf8) + [0xC0, 0x80] + Array("\"}".utf8)
        guard case .invalid(.null, let error) = LineParser.parse(bytes) else {
            Issue.record("it was taken")
            return
        }
        #expect(error.message == "not JSON: invalid UTF-8 in a string at byte 18")
        #expect(error.data == ["offset": 18])
        let deep = #"{"id":1,"method":"a","params":"# + String(repeating: "[", count: 128)
        #expect(
            try #require(parsedInvalid(deep)).error.message == "not JSON: nested deeper than 128 levels at byte 157")
    }

    @Test(arguments: [
        (#"{"id":"x","method":"value.set","params":{"key":"a","value":9223372036854775808}}"#, "\"x\"", 59),
        (#"{"id":7,"method":"sync","params":{"a":[1e999,{"b":-9223372036854775809}]}}"#, "7", 39),
        (#"{"method":"sync","more":1e999,"id":1.50}"#, "1.50", 24),
        (#"{"method":"sync","params":{"a":1e999}}"#, "null", 31),
        ("1e999", "null", 0),
    ])
    func aNumberOutOfRangeIsAnErrorOfItsRequest(_ line: String, _ id: String, _ offset: Int) throws {
        let invalid = try #require(parsedInvalid(line))
        #expect(invalid.id == RequestID(rawText: id))
        #expect(invalid.error.code == WireError.Code.parseError)
        #expect(invalid.error.data == ["offset": .int(offset)])
        #expect(invalid.error.message.contains("out of range"))
    }

    @Test func aNumberOutOfRangeInAnAnswerFailsThatAnswer() {
        guard
            case .invalidResponse(RequestID(5), let error) = LineParser.parse(Array(#"{"id":5,"result":1e999}"#.utf8))
        else {
            Issue.record("it was taken for something else")
            return
        }
        #expect(error.code == WireError.Code.parseError)
    }

    @Test func numberOutOfRangeFailsOnlyItsBatchMember() throws {
        let line = #"[{"id":1,"method":"a"},{"id":2,"method":"a","params":{"n":1e999}},{"id":3,"method":"a"},1e999]"#
        let messages = try #require(parsedBatch(line))
        try #require(messages.count == 4)
        guard case .call(RequestID(1), _, _) = messages[0], case .invalid(RequestID(2), let error) = messages[1],
            case .call(RequestID(3), _, _) = messages[2], case .invalid(.null, let last) = messages[3]
        else {
            Issue.record("other messages")
            return
        }
        #expect(error.code == WireError.Code.parseError)
        #expect(last.code == WireError.Code.parseError)
    }

    @Test func theMembersOfABatchAreReadOneByOne() throws {
        let line = #"[{"id":1,"method":"a"},1,{"method":"b"},{"id":"x","method":[]},[{"id":1,"method":"a"}]]"#
        let messages = try #require(parsedBatch(line))
        try #require(messages.count == 5)
        guard case .call(RequestID(1), "a", _) = messages[0], case .invalid(.null, let number) = messages[1],
            case .call(nil, "b", _) = messages[2], case .invalid(RequestID(rawText: "\"x\""), _) = messages[3],
            case .invalid(.null, let nested) = messages[4]
        else {
            Issue.record("other messages")
            return
        }
        #expect(number.message == "not a request: a message must be an object, not an integer")
        #expect(nested.message == "not a request: a message must be an object, not an array")
    }

    @Test func aBatchHasALimit() throws {
        let member = #"{"method":"a"}"#
        let most = "[" + Array(repeating: member, count: 4_096).joined(separator: ",") + "]"
        let messages = try #require(parsedBatch(most))
        #expect(messages.count == 4_096)
        let invalid = try #require(parsedInvalid("[\(member)," + most.dropFirst()))
        #expect(invalid.error.reason == "limit")
        #expect(invalid.error.data == ["limit": "batch", "value": 4_096])
        #expect(invalid.error.message == "a batch may have at most 4096 messages: send several batches")
    }

    @Test func responseIsResultOrError() throws {
        guard
            case .response(RequestID(3), .success(let result)) = LineParser.parse(
                Array(#"{"id":3,"result":null}"#.utf8))
        else {
            Issue.record("not an answer")
            return
        }
        #expect(result == .null)
        let line = #"{"id":3,"error":{"code":-32004,"message":"no","data":{"reason":"refused","rule":"max"}}}"#
        guard case .response(_, .failure(let error)) = LineParser.parse(Array(line.utf8)) else {
            Issue.record("not an error")
            return
        }
        #expect(error == WireError(code: -32004, message: "no", reason: "refused", data: ["rule": "max"]))
    }
}
