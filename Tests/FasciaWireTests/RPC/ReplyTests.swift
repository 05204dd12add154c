import FasciaDocument
import FasciaModel
import FasciaWire
import Testing

@Suite struct ReplyTests {
    @Test func theAnswerToAMutation() {
        #expect(
            written { $0.reply(id: RequestID(1), revision: 42, changed: true) }
                == #"{"jsonrpc":"2.0","id":1,"result":{"revision":42,"changed":true}}"# + "\n")
        #expect(
            written {
                $0.reply(
                    id: RequestID(rawText: "\"x\""), revision: .max, changed: false,
                    extra: ["entry": "e7", "removed": []])
            }
                == #"{"jsonrpc":"2.0","id":"x","result":{"revision":9223372036854775807,"changed":false,"entry":"e7","removed":[]}}"#
                + "\n")
    }

    @Test func anErrorHasItsReasonFirstInItsData() {
        let refusal = Refusal(.notFound, "no switch \"a\"", details: ["id": "a"])
        #expect(
            written { $0.reply(id: .null, error: WireError(refusal)) }
                == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"no switch \"a\"","data":{"reason":"notFound","id":"a"}}}"#
                + "\n")
    }

    @Test func aBatchIsAnsweredInOneLine() {
        let text = written { writer in
            var batch = BatchReplies()
            batch.add { $0.reply(id: RequestID(1), revision: 1, changed: true) }
            batch.add { $0.reply(id: RequestID(2), error: .invalidRequest("x")) }
            batch.add { $0.reply(id: RequestID(3), result: []) }
            writer.write(batch)
            writer.reply(id: RequestID(4), result: JSON.null)
        }
        #expect(
            text == #"[{"jsonrpc":"2.0","id":1,"result":{"revision":1,"changed":true}},"#
                + #"{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"not a request: x","data":{"reason":"invalidRequest"}}},"#
                + #"{"jsonrpc":"2.0","id":3,"result":[]}]"# + "\n" + #"{"jsonrpc":"2.0","id":4,"result":null}"# + "\n")
    }

    @Test func aBatchOfNotificationsIsNotAnswered() { #expect(written { $0.write(BatchReplies()) } == "") }

    @Test func callsToTheOtherSide() {
        #expect(
            written { $0.call(id: RequestID(9), method: "action", params: ["name": "onTap"]) }
                == #"{"jsonrpc":"2.0","id":9,"method":"action","params":{"name":"onTap"}}"# + "\n")
        #expect(
            written { $0.call(id: nil, method: "event.gap") } == #"{"jsonrpc":"2.0","method":"event.gap","params":{}}"#
                + "\n")
    }

    @Test(arguments: [
        ("notFound", -32001), ("conflict", -32002), ("denied", -32003), ("refused", -32004), ("invalid", -32005),
        ("entryGone", -32006), ("unimplemented", -32007), ("limit", -32008), ("lineTooLong", -32009),
        ("unavailable", -32010), ("version", -32011), ("timeout", -32012),
    ])
    func everyReasonHasItsCode(_ reason: String, _ code: Int) throws {
        #expect(try #require(Refusal.Reason(rawValue: reason)).code == code)
    }

    @Test func theMessagesOfTheProtocolsOwnErrors() {
        #expect(
            WireError.lineTooLong(limit: 1_048_576).message
                == "the line is longer than 1048576 bytes and was skipped: send less at once, or raise the limit")
        #expect(WireError.lineTooLong(limit: 5).code == -32009)
        #expect(WireError.lineTooLong(limit: 5).data == ["limit": "lineBytes", "value": 5])
        #expect(WireError.internalError("x") == WireError(code: -32603, message: "x", reason: "internalError"))
        #expect(WireError.methodNotFound("a").message == "no method \"a\": daemon.describe lists all methods")
        #expect(WireError.methodNotFound("a", nearest: "b").message == "no method \"a\": did you mean \"b\"?")
        #expect(WireError.methodNotFound("a", nearest: "b").data == ["method": "a", "nearest": "b"])
        let mismatch = WireError.invalidParams(Mismatch(pointer: "/on", expected: "true or false", found: "nothing"))
        #expect(mismatch.code == -32602)
        #expect(mismatch.message == "/on: expected true or false, found nothing")
        #expect(mismatch.data == ["pointer": "/on", "expected": "true or false", "found": "nothing"])
    }
}
