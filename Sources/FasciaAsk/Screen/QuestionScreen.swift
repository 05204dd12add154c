import FasciaDocument
import FasciaModel
import FasciaRender

/// The screen that asks a question.
struct QuestionScreen {
    static let id = "question"
    static let listID = "list"
    static let textID = "text"

    /// With more rows, only visible ones are laid out.
    private static let maximumRows = 60

    let question: Question
    let filling: Filling
    let size: CellSize

    /// The title bar says what a question without a title asks, if it has room beside the button that closes it.
    var title: String {
        guard question.title.isEmpty, style == .sheet, isShort, !question.isProgress, !isContent else { return question.title }
        return fitsTitleBar(question.text) ? question.text : ""
    }

    private func fitsTitleBar(_ text: String) -> Bool { TextWidth.of(text) <= size.columns * 4 / 5 - 30 }

    /// A short question looks as an alert of the panel does. A small terminal has no room for a border.
    var style: ModalStyle {
        if size.columns < 34 || size.rows < 10 { return .cover }
        return switch question.kind {
        case .confirm, .message: isShort ? .alert : .sheet
        default: .sheet
        }
    }

    /// Whether the text is so short that it needs no room of its own.
    private var isShort: Bool {
        switch question.kind {
        case .confirm, .message:
            question.text.utf8.count <= 400 && question.text.count(where: \.isNewline) <= 6 && !hasWideLines
        default: question.text.utf8.count <= 60 && !question.text.contains(where: \.isNewline)
        }
    }

    /// Whether the text is not above what it asks for, but that itself.
    private var isContent: Bool { question.kind == .pager || question.kind == .spin }

    /// Whether its author has ended lines where an alert, which is narrow, would end them once more.
    private var hasWideLines: Bool {
        let lines = question.text.split(whereSeparator: \.isNewline)
        return lines.count > 1 && lines.contains { TextWidth.of(String($0)) > Self.alertColumns }
    }

    private static let alertColumns = 52

    static func lineID(_ line: Int) -> String { "line/\(line)" }

    static func isWindowed(_ filling: Filling) -> Bool { filling.rows.count > maximumRows }

    /// The id of the row of an option.
    static func rowID(_ option: Int, _ question: Question) -> String {
        isInline(question) ? "\(listID):\(option)" : "row/\(option)"
    }

    /// Whether the rows are the options of one picker.
    private static func isInline(_ question: Question) -> Bool {
        question.choices.map { $0.selection == .marked && $0.options.count <= maximumRows } ?? false
    }

    // MARK: - Body

    var body: Node {
        var parts: [Node] = []
        if let text { parts.append(text) }
        parts += content
        if let help { parts.append(help) }
        if !question.buttons.isEmpty { parts.append(buttons) }
        if let countdown = filling.countdown { parts.append(line(countdown, modifiers: [.dim(true)])) }
        // Rows in a card have room around them.
        let spaced = parts.enumerated().map { index, part in
            part.isForm || index == parts.count - 1 || parts[index + 1].isForm ? part : part.above(16)
        }
        return stack(.vertical, .leading, spaced, spacing: 0)
    }

    /// The text that is asked; `nil` if there is none, or if the title says it.
    private var text: Node? {
        // Line ends at the end are room that nobody needs.
        let shown = String(filling.text.reversed().drop(while: \.isNewline).reversed())
        guard !shown.isEmpty, !isContent, shown != title || !fitsTitleBar(title) else { return nil }
        var text = Node(.text(TextContent(shown)), modifiers: style == .alert ? [.bold(true)] : [])
        if isShort { return text }
        text.modifiers.append(.frame(Frame(maxWidth: .infinity, alignment: .leading)))
        return Node(.scroll(ScrollContent(children: [text])), id: Self.textID)
    }

    private var content: [Node] {
        switch question.kind {
        case .confirm, .message: []
        case .choose: filling.rows.isEmpty ? [] : [list]
        case .filter(_, let field): [query(field), list]
        case .input(let field): [node(field, 0)]
        case .write(let field): [node(field, 0, lines: 5...1_000)]
        case .form(let fields): [Node(.form(FormContent(children: fields.enumerated().map { node($1, $0) })), id: "form")]
        case .pager: [pager(filling.text)]
        case .gauge:
            [Node(.progress(ProgressContent(.literal(Double(filling.percent) / 100))), id: "gauge")]
        case .spin: [Node(.progress(ProgressContent(.indeterminate, label: filling.text)), id: "spin")]
        }
    }

    private var buttons: Node {
        let buttons = question.buttons.enumerated().map { index, button in
            Node(
                .button(
                    ButtonContent(
                        button.label, role: button.role == .cancel ? .cancel : nil,
                        tap: .emit(name: "press", payload: .int(index)))), id: "button/\(index)")
        }
        return stack(.horizontal, .center, buttons, modifiers: [.frame(Frame(maxWidth: .infinity))])
    }

    // MARK: - Lists

    private var list: Node {
        guard let choices = question.choices else { return Node(.empty) }
        guard !filling.rows.isEmpty else { return line("nothing matches", modifiers: [.dim(true)]) }
        let tagColumns = choices.options.map { TextWidth.of($0.tag) }.max() ?? 0
        if Self.isInline(question) {
            let options = filling.rows.map {
                PickerElement(id: "\($0)", label: label(choices.options[$0], tagColumns))
            }
            let choice = LiteralChoice(options, selection: filling.marked.last.map { "\($0)" })
            let picker = PickerContent(.literal(choice, action: .emit(name: "row", payload: .null)), style: .inline)
            return Node(.form(FormContent(children: [Node(.picker(picker), id: Self.listID)])), id: "rows")
        }
        let marked = Set(filling.marked)
        let rows = filling.rows.map { index in
            let label = label(choices.options[index], tagColumns)
            let action = Action.emit(name: "row", payload: .int(index))
            let content: Node.Content =
                choices.hasMarks
                ? .toggle(ToggleContent(state: marked.contains(index) ? .on : .off, label: label, tap: action))
                : .button(ButtonContent(label, tap: action))
            return Node(content, id: "row/\(index)")
        }
        return Node(
            Self.isWindowed(filling) ? .list(ListContent(children: rows)) : .form(FormContent(children: rows)), id: Self.listID)
    }

    /// The tags stand in a column of their own.
    private func label(_ option: Choices.Option, _ tagColumns: Int) -> String {
        guard tagColumns > 0 else { return option.label }
        return option.label.isEmpty ? TextWidth.clean(option.tag) : option.labelAfterTag(ofColumns: tagColumns)
    }

    private func query(_ field: Question.FilterField) -> Node {
        let text = filling.texts.first ?? ""
        let cursor = TextRun("▏", foreground: NamedColor("secondary"))
        let runs =
            text.isEmpty
            ? [cursor, TextRun(field.prompt.isEmpty ? "type to filter" : field.prompt, dim: true)]
            : [TextRun(text, bold: true), cursor]
        return Node(.text(TextContent(runs: [TextRun("› ", foreground: NamedColor("secondary"))] + runs)), id: "query")
    }

    /// What is said about the row with the focus.
    private var help: Node? {
        guard let choices = question.choices, let option = filling.option, !choices.options[option].help.isEmpty else {
            return nil
        }
        return line(choices.options[option].help, modifiers: [.dim(true)])
    }

    // MARK: - Fields and texts

    private func node(_ field: QuestionField, _ index: Int, lines: ClosedRange<Int>? = nil) -> Node {
        let text = filling.texts[index]
        let label = field.shownLabel
        let id = "field/\(index)"
        let edit = Action.emit(name: "edit", payload: .null)
        switch field.kind {
        case .fixed: return Node(.text(TextContent([label, text].filter { !$0.isEmpty }.joined(separator: "  "))), id: id)
        case .bool:
            return Node(.toggle(ToggleContent(state: text == "true" ? .on : .off, label: label, tap: edit)), id: id)
        case .choice:
            let choice = LiteralChoice(field.choices.map { PickerElement(id: $0, label: $0) }, selection: text)
            return Node(.picker(PickerContent(.literal(choice, action: edit), label: label, style: .wheel)), id: id)
        case .text, .secret, .int, .double:
            let content = TextFieldContent(
                .literal(text, action: edit), label: label.isEmpty ? nil : label, prompt: field.placeholder,
                isSecure: field.kind == .secret,
                updates: .change, lines: field.kind == .secret ? nil : lines)
            return Node(.textField(content), id: id)
        }
    }

    private func pager(_ text: String) -> Node {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let rows = lines.enumerated().map { Node(.text(TextContent(String($1))), id: Self.lineID($0)) }
        return Node(.list(ListContent(children: rows)), id: Self.textID)
    }

    private func line(_ text: String, modifiers: [Modifier] = []) -> Node {
        Node(.text(TextContent(text)), modifiers: modifiers)
    }

    private func stack(
        _ axis: StackContent.Axis, _ alignment: Alignment, _ children: [Node], spacing: Double = 16, modifiers: [Modifier] = []
    ) -> Node {
        Node(
            .stack(StackContent(axis, alignment: alignment, spacing: spacing, children: children)), modifiers: modifiers)
    }
}

extension Choices.Option {
    /// The label behind the tag, which has a column of its own.
    func labelAfterTag(ofColumns columns: Int) -> String {
        let tag = TextWidth.clean(tag)
        return tag + String(repeating: " ", count: max(0, columns - TextWidth.of(tag)) + 2) + label
    }
}

extension Node {
    fileprivate var isForm: Bool { if case .form = content { true } else { false } }

    /// With room below it.
    fileprivate func above(_ room: Double) -> Node {
        var node = self
        node.modifiers.append(.padding(Insets(bottom: room)))
        return node
    }
}
