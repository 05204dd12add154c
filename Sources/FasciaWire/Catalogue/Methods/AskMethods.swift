import FasciaDocument
import FasciaModel

private struct AnswerParams: Sendable {
    var id = ""
    var answer: JSON?
    var lines: [String]?
    var isDeclined = false

    func reply() throws(Mismatch) -> QuestionReply {
        switch (answer, lines, isDeclined) {
        case (let answer?, nil, false): return .value(answer)
        case (nil, let lines?, false): return .lines(lines)
        case (nil, nil, true): return .declined
        case (nil, nil, false): throw Mismatch(expected: "one of answer, lines, decline", found: "none")
        default: throw Mismatch(expected: "one of answer, lines, decline", found: "several")
        }
    }
}

private struct NamedQuestion: Sendable {
    var id = ""
}

private struct AskListParams: Sendable {
    var id: String?
}

extension Method {
    static let ask: [Method] = [
        Method(
            mutation: "ask.open", needs: .operate(.question),
            "Ask everybody at the panel. When the question has ended, this connection gets the notification ask.ended with the "
                + "answer. Asked again with the same id, it has the answer that was given.",
            command: "ask", QuestionRequest(), QuestionRequest.fields,
            extra: [
                .required("id", .string, "Its name."),
                .required("state", .names(AskedQuestion.State.self), "Open, or how it has ended already."),
            ]
        ) { .question(.open($0)) },
        Method(
            mutation: "ask.answer", needs: .operate(.question), "Answer a question, for everybody. Only the first answer counts.",
            command: "ask answer",
            AnswerParams(),
            [
                .required("id", \.id, .name, "Its name."),
                .optional(
                    "answer", \.answer, .any,
                    "True or false; the value of an option, or a list of values; a text; the texts of a form by their names."),
                .optional(
                    "lines", \.lines, .array(of: .string),
                    "The same as people write it: yes or no; values or labels; lines of text; NAME=TEXT."),
                .defaulted("decline", \.isDeclined, .bool, default: false, "End it without an answer."),
            ]
        ) { params throws(Mismatch) in .question(.answer(id: params.id, try params.reply())) },
        Method(
            mutation: "ask.cancel", needs: .operate(.question),
            "Remove a question with its answer; for the user who asked, and the owner of the panel.",
            command: "ask cancel", NamedQuestion(), [.required("id", \.id, .name, "Its name.")]
        ) { .question(.cancel(id: $0.id)) },
        Method(
            .query, "ask.list", needs: .view(.question),
            "Get one question, or all: those that this user may answer or has asked.", command: "ask list",
            AskListParams(), [.optional("id", \.id, .name, "Its name.")],
            returns: .result([.required("questions", .list(.definition("Question")), "In the order in which they were asked.")])
        ) { .askList(id: $0.id) },
        Method(
            .session, "ask.progress", needs: .operate(.question),
            "Say how far it is what this connection shows with a gauge or a spinner. It is in no event and no journal; terminals "
                + "show it at most ten times a second.",
            AskProgress(),
            [
                .required("id", \.id, .name, "Its name."),
                .optional("percent", \.percent, .int(0...100), "How much is done; the same as before by default."),
                .optional(
                    "text", \.text, .string(atMost: AskProgress.longestText), "What is going on; the same as before by default."),
            ], returns: .result([])
        ) { .askProgress($0) },
    ]
}
