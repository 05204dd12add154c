import FasciaDocument
import FasciaModel
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

@Suite(.mustEnd) struct OutgoingRequestsTests {
    private let parts: Parts
    private let (app, other): (Client, Client)
    /// What the daemon's requests were answered with.
    private let answers = Answers()

    private final class Answers {
        var words: [String] = []

        func receive(_ answer: OutgoingRequests.Answer) {
            switch answer {
            case .result(let result): words.append("result \(result.text)")
            case .error(let error): words.append("error \(error.message)")
            case .malformed(let error): words.append("malformed \(error.message)")
            case .timedOut: words.append("timed out")
            case .disconnected: words.append("disconnected")
            }
        }
    }

    init() throws {
        parts = try Parts { $0.actionTimeout = .milliseconds(1) }
        (app, other) = (parts.client(), parts.client())
    }

    /// Sends a request and returns its id.
    private func ask(_ client: Client) throws -> RequestID {
        parts.requests.send("rows", ["screen": "s"], to: client, receive: answers.receive)
        let message = try client.message()
        #expect(message["method"] == "rows" && message["params"] == ["screen": "s"])
        return RequestID(try #require(message["id"]?.intValue))
    }

    @Test func theFirstAnswerCounts() throws {
        let id = try ask(app)
        parts.requests.receive(.result(1), id: id, from: app)
        parts.requests.receive(.result(2), id: id, from: app)
        parts.requests.receive(.result(3), id: RequestID(rawText: "\"x\""), from: app)
        try parts.turn()
        #expect(answers.words == ["result 1"])
    }

    @Test func onlyTheClientThatWasAskedMayAnswer() throws {
        let id = try ask(app)
        parts.requests.receive(.result(1), id: id, from: other)
        #expect(answers.words == [])
        parts.requests.receive(.malformed(.invalidRequest("no")), id: id, from: app)
        #expect(answers.words == ["malformed not a request: no"])
    }

    @Test func aRequestTimesOut_andALateAnswerIsDropped() throws {
        let id = try ask(app)
        try parts.run { [answers] in !answers.words.isEmpty }
        #expect(answers.words == ["timed out"])
        parts.requests.receive(.result(1), id: id, from: app)
        #expect(answers.words == ["timed out"])
    }

    @Test func theRequestsOfADisconnectedClientEnd() throws {
        _ = try ask(app)
        let left = try ask(other)
        parts.requests.cancel(app)
        #expect(answers.words == ["disconnected"])
        parts.requests.receive(.result(1), id: left, from: other)
        #expect(answers.words == ["disconnected", "result 1"])
    }

    @Test func idsContinueAfterAHandover() throws {
        parts.requests.lastID = 41
        #expect(try ask(app) == RequestID(42))
    }
}
