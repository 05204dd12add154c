import FasciaModel
import FasciaRender

/// Questions on the wire.
extension Question {
    /// A question that somebody asks everybody.
    ///
    /// - Throws: what is wrong with a pattern.
    public init(_ content: QuestionContent) throws(AnswerError) {
        if let problem = content.fields.lazy.compactMap(\.patternProblem).first {
            throw AnswerError(message: "the pattern \(problem)")
        }
        self.init(Kind(content), title: content.title, text: content.text)
        switch content.kind {
        case .confirm:
            buttons = [Button(.ok, content.ok ?? "Yes"), Button(.cancel, content.cancel ?? "No")]
            defaultButton = content.isYesDefault ? 0 : 1
        case .message, .pager: buttons = [Button(.ok, content.ok ?? "OK")]
        // Everybody at the panel can hide it, and stop the command.
        case .gauge: buttons = [Button(.ok, content.ok ?? "Hide")]
        case .spin: buttons = [Button(.ok, content.ok ?? "Hide"), Button(.cancel, content.cancel ?? "Stop")]
        case .choose, .filter, .input, .write, .form:
            buttons = [Button(.ok, content.ok ?? "OK"), Button(.cancel, content.cancel ?? "Cancel")]
        }
    }

    /// The question as it is sent.
    public var content: QuestionContent {
        var content = QuestionContent(kind.wireKind, title: title, text: text)
        content.ok = buttons.first { $0.role == .ok }?.label
        content.cancel = buttons.first { $0.role == .cancel }?.label
        content.isYesDefault = !buttons.indices.contains(defaultButton) || buttons[defaultButton].role != .cancel
        content.fields = fields
        // A secret is kept nowhere.
        for index in fields.indices where fields[index].kind == .secret { content.fields[index].value = "" }
        if let choices { fill(&content, choices) }
        if case .filter(_, let field) = kind {
            (content.filter, content.placeholder, content.isStrict) = (field.text, field.prompt, field.isStrict)
        }
        return content
    }

    private func fill(_ content: inout QuestionContent, _ choices: Choices) {
        let columns = choices.options.map { TextWidth.of($0.tag) }.max() ?? 0
        content.choices = choices.options.map {
            let label = $0.tag.isEmpty || $0.label.isEmpty ? $0.tag + $0.label : $0.labelAfterTag(ofColumns: columns)
            return QuestionContent.Choice($0.value, label: label == $0.value ? nil : label, help: $0.help)
        }
        var chosen = choices.marked
        if choices.selection == .focused { chosen = choices.current > 0 ? [choices.current] : [] }
        content.selected = chosen.filter(choices.options.indices.contains).map { choices.options[$0].value }
        content.isOrdered = choices.isOrdered
        if case .several(let limit) = choices.selection { content.limit = limit ?? 0 }
    }
}

extension Question.Kind {
    fileprivate init(_ content: QuestionContent) {
        switch content.kind {
        case .confirm: self = .confirm
        case .choose: self = .choose(Choices(content))
        case .filter:
            self = .filter(
                Choices(content), .init(text: content.filter, prompt: content.placeholder, isStrict: content.isStrict))
        case .input: self = .input((content.fields.first ?? .init()).filled)
        case .write: self = .write((content.fields.first ?? .init()).filled)
        case .form: self = .form(content.fields.map(\.filled))
        case .message: self = .message
        case .pager: self = .pager
        case .gauge: self = .gauge(0)
        case .spin: self = .spin
        }
    }

    fileprivate var wireKind: QuestionContent.Kind {
        switch self {
        case .confirm: .confirm
        case .choose: .choose
        case .filter: .filter
        case .input: .input
        case .write: .write
        case .form: .form
        case .message: .message
        case .pager: .pager
        case .gauge: .gauge
        case .spin: .spin
        }
    }
}

extension Choices {
    fileprivate init(_ content: QuestionContent) {
        let options = content.choices.map { Option($0.value, label: $0.label, help: $0.help) }
        self.init(options, content.limit == 1 ? .focused : .several(limit: content.limit == 0 ? nil : content.limit))
        let rows = content.selected.compactMap { value in options.firstIndex { $0.value == value } }
        current = rows.first ?? 0
        if selection != .focused { marked = content.limit == 0 ? rows : Array(rows.prefix(content.limit)) }
        isOrdered = content.isOrdered
    }
}
