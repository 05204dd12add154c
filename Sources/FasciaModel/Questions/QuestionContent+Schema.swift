import FasciaDocument

extension QuestionRequest {
    public static let schema = Schema.record(QuestionRequest(), fields)

    /// As the panel keeps it.
    static let keptSchema = Schema.record(
        QuestionRequest(),
        fields + [.optional("approval", \.approval, Approval.schema, "What is carried out if the answer is yes.")])

    /// The members of `ask.open`.
    public static let fields: [Field<QuestionRequest>] = [
        .required("kind", \.content.kind, .oneOf, "What kind of answer is wanted."),
        .defaulted("id", \.id, .name, default: "", "Its name, for asking again; assigned by default."),
        .defaulted("title", \.content.title, .string, default: "", "What stands in the title bar."),
        .defaulted("text", \.content.text, .string, default: "", "What is asked."),
        .defaulted(
            "choices", \.content.choices, .array(of: QuestionContent.Choice.schema), default: [],
            "What choose and filter offer: texts, or {value, label, help}."),
        .defaulted("limit", \.content.limit, .int(0 ... .max), default: 1, "How many can be chosen; 0 for any number."),
        .defaulted("selected", \.content.selected, .array(of: .name), default: [], "The values that are chosen at first."),
        .defaulted(
            "ordered", \.content.isOrdered, .bool, default: false, "The answer has the order of choosing, not of the list."),
        .defaulted("strict", \.content.isStrict, .bool, default: true, "Of a filter: no other text can be the answer."),
        .defaulted("filter", \.content.filter, .name, default: "", "Of a filter: its text at first."),
        .defaulted(
            "placeholder", \.content.placeholder, .string, default: "", "Of a filter: what is shown while it is empty."),
        .defaulted(
            "fields", \.content.fields, .array(of: QuestionContent.Field.schema), default: [],
            "What a form asks for; input and write have one field."),
        .defaulted(
            "secret", \.hidesTexts, .bool, default: false,
            "Of input, write and form: every text is covered, and the answer is kept nowhere."),
        .defaulted("default", \.content.isYesDefault, .bool, default: true, "Of confirm: whether yes is the default."),
        .optional("ok", \.content.ok, .name, "What the button says that answers."),
        .optional("cancel", \.content.cancel, .name, "What the button says that does not answer, or says no."),
        .defaulted(
            "to", \.audience, .array(of: .name), default: [],
            "Who may answer: user:NAME, group:NAME, terminal:NUMBER; everybody by default."),
        .defaulted("keep", \.isKept, .bool, default: false, "Whether it stays when this connection has ended."),
        .optional("timeout", \.timeout, .questionTime, "The seconds after which nobody can answer any more."),
        .optional("defaultAfter", \.defaultAfter, .questionTime, "The seconds after which the default is the answer."),
    ]
}

extension QuestionContent.Choice {
    fileprivate static let schema = Schema<QuestionContent.Choice>(
        schema: ["anyOf": [Schema<String>.name.schema, record.schema]]
    ) { json throws(Mismatch) in
        if case .string = json { return QuestionContent.Choice(try Schema<String>.name.read(json)) }
        return try record.read(json)
    } write: { choice in
        choice == QuestionContent.Choice(choice.value) ? .string(choice.value) : record.write(choice)
    }

    private static let record = Schema.record(
        QuestionContent.Choice(),
        [
            .required("value", \.value, .name, "What it stands for in the answer."),
            .optional("label", \.label, .string, "The visible text; the value by default."),
            .defaulted("help", \.help, .name, default: "", "What is said about it while it has the focus."),
        ])
}

extension QuestionContent.Field {
    fileprivate static let schema = Schema.record(
        QuestionContent.Field(),
        [
            .defaulted("name", \.name, .name, default: "", "Its name in the answer of a form."),
            .optional("label", \.label, .string, "The visible text; the name by default."),
            .defaulted("kind", \.kind, .oneOf, default: .text, "What can be filled in; the answer of a secret is kept nowhere."),
            .defaulted("value", \.value, .string(atMost: 65_536), default: "", "The text at first; a secret has none."),
            .defaulted("choices", \.choices, .array(of: .name), default: [], "The texts of a choice."),
            .defaulted("placeholder", \.placeholder, .string, default: "", "What is shown while it is empty."),
            .optional("limit", \.limit, .int(1 ... .max), "The most characters."),
            .optional("lines", \.lines, .int(1 ... .max), "The most lines."),
            .optional(
                "pattern", \.pattern, .name,
                "A regular expression that the whole text has to match, unless it is empty and not required."),
            .defaulted("hint", \.hint, .string, default: "", "What is said if it does not match."),
            .defaulted("required", \.isRequired, .bool, default: false, "Whether it must be filled in."),
        ]
    ).checked { field throws(Mismatch) in
        if field.kind == .secret, !field.value.isEmpty {
            throw Mismatch(pointer: "/value", expected: "no text at first, because a secret is kept nowhere", found: "one")
        }
    }
}

extension Schema<Int> {
    /// A time in seconds, kept in milliseconds.
    fileprivate static let questionTime = Schema<Double>.number(0.001...2_592_000).map {
        Int(($0 * 1_000).rounded())
    } back: {
        Double($0) / 1_000
    }
}
