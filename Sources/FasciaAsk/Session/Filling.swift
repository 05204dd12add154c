/// What has been filled in so far, and which part takes the keys.
struct Filling: Hashable {
    /// A part of the question that takes keys.
    enum Part: Hashable {
        case list
        /// The text to read, which scrolls.
        case text
        case field(Int)
        case button(Int)
    }

    var part: Part {
        didSet { if case .field(let index) = part { field = index } }
    }
    /// The field that has, or last had, the focus.
    private(set) var field = 0
    /// The text that is asked. A gauge may change it.
    var text: String
    /// The text of each field; that of a filter is the first one.
    var texts: [String] = []
    /// Why the text of a field was not taken.
    var problems: [Int: String] = [:]
    /// The indices of the options that are shown.
    var rows: [Int] = []
    /// The index in `rows` that has the focus.
    var row = 0
    /// The indices of the marked options, in the order of marking.
    var marked: [Int] = []
    var percent = 0
    /// The letters typed in quick succession.
    var typed = ""
    /// What is said about the time that is left.
    var countdown: String?

    init(_ question: Question) {
        text = question.text
        part = .button(question.defaultButton)
        switch question.kind {
        case .choose(let choices): fill(choices)
        case .filter(let choices, let field):
            fill(choices)
            texts = [field.text]
        case .input(let field), .write(let field): texts = [field.value]
        case .form(let fields): texts = fields.map(\.value)
        case .gauge(let percent): self.percent = min(max(0, percent), 100)
        case .confirm, .message, .pager, .spin: break
        }
        let first = question.parts.first ?? part
        let takesDefault = question.keys == .dialog && question.defaultButton > 0
        if !takesDefault || question.buttons.isEmpty { part = question.startsAtButton ? part : first }
        filter(question)
    }

    private mutating func fill(_ choices: Choices) {
        rows = Array(choices.options.indices)
        row = choices.options.indices.contains(choices.current) ? choices.current : 0
        marked = choices.marked.filter(choices.options.indices.contains)
        if choices.selection == .marked { marked = Array(marked.suffix(1)) }
    }

    /// The index of the option with the focus; `nil` if none is shown.
    var option: Int? { rows.indices.contains(row) ? rows[row] : nil }

    /// Shows the options that match the text of a filter, the best ones first.
    mutating func filter(_ question: Question) {
        guard case .filter(let choices, _) = question.kind, let text = texts.first else { return }
        rows = choices.matches(text)
        row = 0
    }
}

extension Question {
    /// The parts that take keys, in the order of Tab.
    var parts: [Filling.Part] {
        let buttons = self.buttons.indices.map { Filling.Part.button($0) }
        switch kind {
        case .confirm, .message: return (beginsInText ? [.text] : []) + buttons
        case .choose(let choices): return (choices.options.isEmpty && keys != .dialog ? [] : [.list]) + buttons
        case .filter: return [.list] + buttons
        case .input, .write: return [.field(0)] + buttons
        case .form(let fields): return fields.indices.filter { fields[$0].kind != .fixed }.map { .field($0) } + buttons
        case .pager: return (keys == .whiptail && !beginsInText ? [] : [.text]) + buttons
        case .gauge, .spin: return buttons
        }
    }

    /// Whether the default button has the focus first.
    var startsAtButton: Bool {
        switch kind {
        case .confirm, .message: !beginsInText
        default: false
        }
    }

    /// The fields; a filter has none.
    public var fields: [QuestionField] {
        switch kind {
        case .input(let field), .write(let field): [field]
        case .form(let fields): fields
        default: []
        }
    }

    /// What the list offers; `nil` without a list.
    public var choices: Choices? {
        switch kind {
        case .choose(let choices), .filter(let choices, _): choices
        default: nil
        }
    }

    /// Whether it is answered by what happens, and not by a person.
    public var isProgress: Bool {
        switch kind {
        case .gauge, .spin: true
        default: false
        }
    }
}
