import FasciaDocument
import TestSupport
import Testing

@testable import FasciaModel

@Suite struct QuestionTests {
    private var panel = Panel()
    private let ada = Sender(uid: 1, client: 11, name: "script (pid 5)", time: 1_000)
    private let bob = Sender(uid: 2, client: 12, name: "fascia (pid 6)", time: 2_000)

    private static func request(_ id: String, _ text: String = "Delete it?") -> QuestionRequest {
        QuestionRequest(id, QuestionContent(.confirm, text: text))
    }

    @discardableResult
    private mutating func ask(_ id: String, _ text: String = "Delete it?", by sender: Sender? = nil) throws -> [String] {
        try panel.apply(.question(.open(Self.request(id, text))), by: sender ?? ada).words
    }

    @discardableResult
    private mutating func answer(_ id: String, _ value: JSON, by sender: Sender? = nil) throws -> [String] {
        try panel.apply(.question(.answer(id: id, .value(value))), by: sender ?? bob).words
    }

    private mutating func message(_ command: QuestionCommand, by sender: Sender? = nil) throws -> String {
        let before = panel
        let refusal = try #require(
            throws: Refusal.self, performing: { _ = try panel.apply(.question(command), by: sender ?? ada) })
        #expect(panel == before)
        return "\(refusal.reason.rawValue): \(refusal.message)"
    }

    @Test mutating func questionIsAnsweredOnce() throws {
        #expect(try ask("q") == ["question q asked"])
        #expect(try answer("q", true) == ["question q answered"])
        #expect(panel.question("q")?.answer == true)
        #expect(
            try message(.answer(id: "q", .value(false)))
                == "conflict: the question \"q\" cannot be answered: it was answered by fascia (pid 6)")
        #expect(
            try message(.answer(id: "q", .declined))
                == "conflict: the question \"q\" cannot be answered: it was answered by fascia (pid 6)")
    }

    @Test mutating func declinedQuestionHasNoAnswer() throws {
        try ask("q")
        #expect(try panel.apply(.question(.answer(id: "q", .declined)), by: bob).words == ["question q declined"])
        #expect(panel.question("q")?.answer == nil)
        #expect(
            try message(.answer(id: "q", .value(true)))
                == "conflict: the question \"q\" cannot be answered: it was declined by fascia (pid 6)")
    }

    @Test mutating func questionAskedAgainHasItsAnswer() throws {
        try ask("q")
        #expect(try ask("q") == [], "the same question")
        try answer("q", false)
        #expect(try ask("q") == [])
        #expect(panel.question("q")?.answer == false)
    }

    @Test mutating func anotherQuestionWithTheSameIDIsANewOne() throws {
        try ask("q")
        try answer("q", false)
        #expect(try ask("q", "Delete the other one?") == ["question q asked"])
        #expect(panel.question("q")?.isOpen == true)
    }

    @Test mutating func questionOfAnotherUserIsNotReplaced() throws {
        try ask("q")
        #expect(
            try message(.open(Self.request("q", "Another?")), by: bob)
                == "conflict: the question \"q\" is asked by script (pid 5): use another id")
    }

    @Test mutating func expiredQuestionCannotBeAnswered() throws {
        try ask("q")
        #expect(try panel.apply(.question(.expire(id: "q", answer: nil))).words == ["question q expired"])
        #expect(
            try message(.answer(id: "q", .value(true))) == "conflict: the question \"q\" cannot be answered: its time is over")
        #expect(try panel.apply(.question(.expire(id: "q", answer: nil))).isEmpty, "once")
    }

    @Test mutating func defaultIsTheAnswerOfNobody() throws {
        var request = Self.request("q")
        (request.timeout, request.defaultAfter) = (5_000, 2_000)
        _ = try panel.apply(.question(.open(request)), by: ada)
        #expect(panel.question("q")?.takesDefault == true)
        #expect(panel.question("q")?.deadline?.milliseconds == 2_000)
        _ = try panel.apply(.question(.expire(id: "q", answer: true)))
        #expect(panel.question("q")?.state == .answered)
        #expect(panel.question("q")?.answerer == nil)
    }

    @Test mutating func cancelledQuestionIsGone() throws {
        try ask("q")
        #expect(try panel.apply(.question(.cancel(id: "q")), by: ada).words == ["question q withdrawn"])
        #expect(panel.question("q") == nil)
        #expect(try message(.cancel(id: "q")) == "notFound: no question \"q\"")
    }

    @Test mutating func unknownQuestionIsNamed_amongThoseThatAreKnown() throws {
        for id in ["reboot", "other"] { try ask(id) }
        let there = panel
        func message(_ known: String...) -> String? {
            do throws(Refusal) {
                return try there.requireQuestion("rebot", among: { known.contains($0.id) }).id
            } catch {
                return error.message
            }
        }
        #expect(message("reboot", "other") == "no question \"rebot\": did you mean \"reboot\"?")
        #expect(message("other") == "no question \"rebot\": there is only other")
        #expect(message() == "no question \"rebot\": none is asked")
    }

    @Test mutating func uncheckedLinesAreNoAnswer() throws {
        try ask("q")
        #expect(
            try message(.answer(id: "q", .lines(["yes"]))) == "invalid: the answer to \"q\" was not checked: send a value")
    }

    @Test mutating func secretAnswerIsInNoJournal() throws {
        var content = QuestionContent(.input, text: "Password")
        content.fields = [.init("", kind: .secret)]
        _ = try panel.apply(.question(.open(QuestionRequest("q", content))), by: ada)
        let (changes, effects) = try panel.perform(.question(.answer(id: "q", .value("opensesame"))), by: bob)
        guard case .question(let change)? = changes.first else { return #expect(Bool(false), "no change") }
        #expect(change.answer == nil && change.isSecret)
        #expect(panel.question("q")?.answer == "opensesame")
        for bytes in [panel.archive, effects.archive] {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("opensesame"))
        }
        var again = try panel.archive.withUnsafeBytes { try Panel(archive: $0, limits: .init()) }
        #expect(again.question("q")?.hasLostAnswer == true)
        // Its answer is lost, so that it is asked once more.
        #expect(try again.apply(.question(.open(QuestionRequest("q", content))), by: ada).words == ["question q asked"])
    }

    @Test mutating func answerIsNotUndone() throws {
        try ask("q")
        _ = try panel.apply(.setValue(key: "a", 1), by: bob)
        try answer("q", true)
        _ = try panel.apply(.undo(.settingOf(uid: 2)), by: bob)
        #expect(panel.question("q")?.answer == true)
        #expect(panel.value("a") == nil)
    }

    // MARK: - Limits

    @Test mutating func userWithTooManyQuestionsIsRefusedAndOthersAreNot() throws {
        var limits = Limits()
        (limits.questions, limits.questionsOfOneUser) = (5, 3)
        panel = Panel(limits: limits)
        for number in 1...3 { try ask("q\(number)") }
        #expect(
            try message(.open(Self.request("q4")))
                == "limit: 3 questions of this user are open: wait for an answer, or cancel one with ask.cancel")
        for number in 4...5 { try ask("q\(number)", by: bob) }
        #expect(
            try message(.open(Self.request("q6")), by: Sender(uid: 3, client: 13))
                == "limit: 5 questions are open: wait until one is answered")
    }

    @Test mutating func oldestAnswerIsForgottenForAnotherQuestion() throws {
        var limits = Limits()
        limits.questionsOfOneUser = 3
        panel = Panel(limits: limits)
        for number in 1...3 { try ask("q\(number)") }
        for number in [2, 3] { try answer("q\(number)", true) }
        #expect(try ask("q4") == ["question q2 withdrawn", "question q4 asked"])
        #expect(panel.allQuestions.map(\.id) == ["q1", "q3", "q4"])
    }

    @Test mutating func longQuestionIsRefused() throws {
        let limit = panel.limits.questionBytes
        #expect(
            try message(.open(Self.request("q", String(repeating: "x", count: limit))))
                == "limit: a question has at most \(limit) bytes: ask for less, or in the terminal itself with --here")
        #expect(try ask("q", String(repeating: "\u{202E}\u{1B}", count: 20_000)) == ["question q asked"])
    }

    @Test(arguments: [
        (QuestionContent(.choose), "a question of the kind choose needs choices"),
        (QuestionContent(.filter), "a question of the kind filter needs choices"),
        (QuestionContent(.form), "a form needs fields"),
        (with(.input, ["a", "b"]), "a question of the kind input has one field"),
        (with(.form, ["a", "a"]), "there are two fields \"a\""),
        (with(.form, ["a=b"]), "a field of a form needs a name without \"=\""),
    ])
    mutating func questionThatCannotBeAnsweredIsRefused(_ content: QuestionContent, _ expected: String) throws {
        #expect(try message(.open(QuestionRequest("q", content))) == "invalid: " + expected)
    }

    private static func with(_ kind: QuestionContent.Kind, _ fields: [String]) -> QuestionContent {
        var content = QuestionContent(kind)
        content.fields = fields.map { .init($0) }
        return content
    }
}
