import FasciaAsk
import FasciaDocument
import Testing

/// Questions as values: fields, answers given beforehand, progress, and the question in lines.
@Suite struct QuestionTests {
    // MARK: - Fields

    @Test func aFieldIsReadFromText() throws {
        let field = try #require(QuestionField(parsing: "port!:int:The port:22:23"))
        #expect(
            field.name == "port" && field.kind == .int && field.label == "The port" && field.value == "22:23" && field.isRequired)
        #expect(QuestionField(parsing: "host").map { $0.label ?? $0.name } == "host")
        #expect(QuestionField(parsing: "mode:choice=a,b")?.value == "a")
        #expect(QuestionField(parsing: "on:bool")?.value == "false")
        for wrong in ["", "!", ":text", "a:colour", "a=b", "a:choice="] {
            #expect(QuestionField(parsing: wrong) == nil, "\(wrong)")
        }
    }

    @Test func aFieldSaysWhatIsWrong() throws {
        func problem(_ kind: QuestionField.Kind, _ text: String, _ change: (inout QuestionField) -> Void = { _ in }) -> String? {
            var field = QuestionField("x", kind: kind)
            change(&field)
            return field.problem(with: text)
        }
        #expect(problem(.text, "") == nil)
        #expect(problem(.text, "") { $0.isRequired = true } == "must not be empty")
        #expect(problem(.int, "1.5") == "must be a whole number")
        #expect(problem(.double, "inf") == "must be a number")
        #expect(problem(.bool, "maybe") == "must be true or false")
        #expect(problem(.choice, "c") { $0.choices = ["a", "b"] } == "must be one of a, b")
        #expect(problem(.text, "abc") { $0.limit = 2 } == "must have at most 2 characters")
        #expect(problem(.text, "a\nb") { $0.lines = 1 } == "must have at most 1 lines")
        #expect(problem(.text, "A") { $0.pattern = "[a-z]+" } == "must match [a-z]+")
        #expect(problem(.text, "A") { ($0.pattern, $0.hint) = ("[a-z]+", "small") } == "small")
    }

    /// A hint may be any text.
    @Test func aRefusalIsASentence() {
        var field = QuestionField("user", kind: .text)
        field.pattern = "[a-z]+"
        func refusals() -> [String] {
            [(Question(.input(field)), "ABC"), (Question(.form([field])), "user=ABC")].map { question, text in
                do throws(Question.AnswerError) { return "\(try question.answer([text]))" } catch { return error.message }
            }
        }
        #expect(refusals() == ["the answer must match [a-z]+", "user must match [a-z]+"])
        field.hint = "only small letters"
        #expect(refusals() == ["the answer: only small letters", "user: only small letters"])
    }

    /// It follows the expression, whether it is a sentence or not.
    @Test func whatIsWrongWithAnExpressionIsSaid() {
        var field = QuestionField("x", kind: .text)
        for (pattern, message) in [("(", "a \"(\" without its \")\""), ("a{100000}", "it repeats too much")] {
            field.pattern = pattern
            #expect(field.patternProblem == "\"\(pattern)\" is no regular expression: \(message)")
        }
    }

    // MARK: - Answers given beforehand

    @Test func anAnswerInTextIsChecked() throws {
        let confirm = Question(.confirm, buttons: [.init(.ok, "Ja"), .init(.cancel, "Nein")])
        #expect(try confirm.answer(["ja"]) == .confirmed(true))
        #expect(try confirm.answer(["no"]) == .confirmed(false))
        #expect(throws: Question.AnswerError(message: "the answer must be yes or no, not \"maybe\"")) {
            try confirm.answer(["maybe"])
        }

        let one = Question(.choose(Choices([.init("1", label: "One"), .init("2", label: "Two")])))
        #expect(try one.answer(["2"]) == .chosen([1]))
        #expect(try one.answer(["One"]) == .chosen([0]))
        #expect(throws: Question.AnswerError(message: "\"3\" is none of the options")) { try one.answer(["3"]) }
        #expect(throws: Question.AnswerError(message: "at most 1 can be chosen, not 2")) { try one.answer(["1", "2"]) }
        #expect(throws: Question.AnswerError(message: "one must be chosen")) { try one.answer([]) }

        let form = Question(
            .form([QuestionField("a", value: "x"), QuestionField("n", kind: .int), QuestionField("f", kind: .fixed, value: "y")]))
        #expect(try form.answer(["n=5"]) == .texts(["x", "5", "y"]))
        #expect(throws: Question.AnswerError(message: "\"f=z\" is not NAME=VALUE with the name of a field")) {
            try form.answer(["f=z"])
        }
        #expect(throws: Question.AnswerError(message: "n must be a whole number")) { try form.answer(["n=five"]) }
        #expect(throws: Question.AnswerError(message: "\"b=1\" is not NAME=VALUE with the name of a field")) {
            try form.answer(["b=1"])
        }
        var field = QuestionField("")
        field.isRequired = true
        #expect(throws: Question.AnswerError(message: "the answer must not be empty")) {
            try Question(.input(field)).answer([""])
        }
    }

    /// A second line would be taken for another answer, or for another field.
    @Test func anAnswerIsOneLineUnlessItIsWritten() throws {
        let (field, isNotOne) = (
            QuestionField("host", value: "a\nb"), Question.AnswerError(message: "the answer must be one line")
        )
        #expect(throws: isNotOne) { try Question(.input(field)).answer(["1", "2"]) }
        #expect(throws: isNotOne) { try Question(.input(field)).answer(JSON.string("1\r\n2")) }
        #expect(try Question(.input(field)).answer(["a\nb"]) == .text("a\nb"), "a script that asks for it gets it")
        let filter = Question(.filter(Choices([]), .init(isStrict: false)))
        #expect(throws: isNotOne) { try filter.answer(["1\n2"]) }
        #expect(throws: Question.AnswerError(message: "host must be one line")) {
            try Question(.form([field])).answer(["host": "attic\nport=1"] as JSON)
        }
        #expect(try Question(.write(field)).answer(["1", "2"]) == .text("1\n2"))
    }

    @Test func aFileOfAnswersHasLinesOfIDs() throws {
        let file = try Preseed("# answers\n\nhost=attic\n  colours=red\ncolours=blue=green\nempty=\n")
        #expect(file.answer("host") == ["attic"])
        #expect(file.answer("colours") == ["red", "blue=green"])
        #expect(file.answer("empty") == [""])
        #expect(file.answer("other") == nil)
        #expect(throws: Preseed.ParseError(line: 2)) { try Preseed("a=b\nc") }
    }

    @Test func theDefaultIsWhatIsFilledInAtFirst() {
        var confirm = Question(.confirm, buttons: [.init(.ok, "Yes"), .init(.cancel, "No")])
        #expect(QuestionSession.defaultAnswer(to: confirm) == .confirmed(true))
        confirm.defaultButton = 1
        #expect(QuestionSession.defaultAnswer(to: confirm) == .confirmed(false))
        #expect(QuestionSession.defaultAnswer(to: Question(.input(QuestionField("", value: "x")))) == .text("x"))
        var required = QuestionField("")
        required.isRequired = true
        #expect(QuestionSession.defaultAnswer(to: Question(.input(required))) == nil)
    }

    // MARK: - Progress

    @Test func aGaugeReadsPercentagesAndBlocks() {
        var reader = GaugeReader()
        #expect(reader.read(Array("10\n2".utf8)) == [.init(percent: 10)])
        #expect(reader.read(Array("0\nnoise\n 250\n".utf8)) == [.init(percent: 20), .init(percent: 100)])
        #expect(
            reader.read(Array("XXX\n30\nNow\nthis\nXXX\n40\n".utf8)) == [
                .init(percent: 30, text: "Now\nthis"), .init(percent: 40),
            ])
        #expect(reader.read(Array("XXX\nonly text\nXXX\n".utf8)) == [.init(text: "only text")])
    }

    // MARK: - Lines

    private func lines(_ question: Question, _ answers: String?...) -> (outcome: QuestionOutcome?, printed: String) {
        var linear = LinearQuestion(question)
        var printed = ""
        for answer in answers {
            printed += linear.prompt()
            linear.take(answer)
        }
        if linear.outcome == nil { printed += linear.prompt() }
        return (linear.outcome, printed)
    }

    @Test func yesOrNoInLines() {
        let question = Question(.confirm, text: "Go?", buttons: [.init(.ok, "Yes"), .init(.cancel, "No")])
        #expect(lines(question, "").outcome == .answered(.confirmed(true)))
        #expect(lines(question, "n").outcome == .answered(.confirmed(false)))
        let (outcome, printed) = lines(question, "what", "yes")
        #expect(outcome == .answered(.confirmed(true)))
        #expect(printed == "Go?\nYes or No [Yes]: ! the answer must be yes or no, not \"what\"\nYes or No [Yes]: ")
        #expect(lines(question, nil).outcome == .escaped, "the end of the input cancels")
    }

    @Test func aListInLines() {
        let one = Question(.choose(Choices(["red", "green"].map { .init($0) })), text: "Which?")
        let (outcome, printed) = lines(one, "2")
        #expect(outcome == .answered(.chosen([1])) && printed == "Which?\n1  red\n2  green\nNumber [1]: ")
        #expect(lines(one, "").outcome == .answered(.chosen([0])))
        #expect(lines(one, "green").outcome == .answered(.chosen([1])))
        #expect(lines(one, "7").outcome == nil)
        var choices = Choices(["a", "b", "c"].map { .init($0) }, .several(limit: nil))
        choices.marked = [1]
        let several = Question(.choose(choices))
        #expect(lines(several, "3, 1").outcome == .answered(.chosen([0, 2])))
        #expect(lines(several, "").outcome == .answered(.chosen([1])))
        #expect(lines(several, "-").outcome == .answered(.chosen([])))
        #expect(lines(several, "3").printed == "1  [ ] a\n2  [x] b\n3  [ ] c\nNumbers, - for none [2]: ")
    }

    @Test func aFormInLinesCanGoBack() {
        let form = Question(.form([QuestionField("a", label: "A"), QuestionField("n", label: "N", kind: .int, value: "1")]))
        #expect(lines(form, "x", "<", "y", "").outcome == .answered(.texts(["y", "1"])))
        let (outcome, printed) = lines(form, "x", "many", "2")
        #expect(outcome == .answered(.texts(["x", "2"])) && printed.contains("! must be a whole number\nN [1]: "))
    }

    @Test func aTextInLinesEndsWithAFullStop() {
        #expect(lines(Question(.write(QuestionField(""))), "one", "", "two", ".").outcome == .answered(.text("one\n\ntwo")))
    }

    @Test func aSecretInLinesIsNotPrinted() {
        let question = Question(.input(QuestionField("", kind: .secret, value: "hidden")))
        #expect(LinearQuestion(question).isSecret)
        #expect(!lines(question, "x").printed.contains("hidden"))
    }

    @Test func linesAreCleaned() {
        let printed = lines(Question(.message, title: "a\u{1B}[2J", text: "b\u{202E}c\nd"), "").printed
        #expect(printed == "a\\x1b[2J\nb\\u{202e}c\nd\nEnter goes on: ")
    }
}
