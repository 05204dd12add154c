import FasciaAsk
import FasciaDocument
import FasciaModel
import Testing

/// Questions and answers on the wire.
@Suite struct QuestionContentTests {
    private static let contents: [QuestionContent] = {
        var (choose, filter, several) = (QuestionContent(.choose, title: "T"), QuestionContent(.filter), QuestionContent(.choose))
        choose.choices = [.init("a"), .init("b", label: "B", help: "h")]
        choose.selected = ["b"]
        filter.choices = [.init("a")]
        (filter.filter, filter.placeholder, filter.isStrict) = ("x", "p", false)
        several.choices = [.init("a"), .init("b"), .init("c")]
        (several.limit, several.selected, several.isOrdered) = (2, ["c", "a"], true)
        var any = several
        any.limit = 0
        var field = QuestionContent.Field("n")
        (field.label, field.value, field.placeholder, field.limit, field.lines) = ("N", "v", "p", 9, 2)
        (field.pattern, field.hint, field.isRequired) = ("[a-z]+", "h", true)
        var choice = QuestionContent.Field("c", kind: .choice)
        (choice.choices, choice.value) = (["x", "y"], "y")
        var switched = QuestionContent.Field("b", kind: .bool)
        switched.value = "true"
        var form = QuestionContent(.form, text: "x")
        form.fields = [field, choice, switched, .init("i", kind: .int), .init("d", kind: .double), .init("s", kind: .secret)]
        form.fields.append(.init("f", label: "", kind: .fixed, value: "x"))
        var (input, write) = (QuestionContent(.input), QuestionContent(.write))
        input.fields = [field]
        write.fields = [field]
        var no = QuestionContent(.confirm, text: "Sure?")
        (no.isYesDefault, no.ok, no.cancel) = (false, "Do", "Do not")
        return [
            QuestionContent(.confirm), no, choose, filter, several, any, form, input, write, QuestionContent(.message, text: "m"),
            QuestionContent(.pager, text: "a\nb"), QuestionContent(.gauge, title: "T", text: "x"),
            QuestionContent(.spin, text: "x"),
        ]
    }()

    @Test(arguments: contents) func questionIsTheSameOnTheWire(_ content: QuestionContent) throws {
        var sent = try Question(content).content
        // Buttons have their usual names unless others are given.
        if content.ok == nil { sent.ok = nil }
        if content.cancel == nil { sent.cancel = nil }
        #expect(sent == content)
        let json = QuestionRequest.schema.write(QuestionRequest("q", content))
        #expect(try QuestionRequest.schema.read(json) == QuestionRequest("q", content))
    }

    @Test(arguments: contents) func defaultIsAnAnswer(_ content: QuestionContent) throws {
        let question = try Question(content)
        guard let answer = QuestionSession.defaultAnswer(to: question) else { return }
        #expect(try question.answer(question.json(answer)) == answer)
    }
}
