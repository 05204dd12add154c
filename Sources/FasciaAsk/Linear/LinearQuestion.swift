import FasciaDocument

/// A question in lines of text: for terminals without cursor control, for screen readers, and for pipes.
public struct LinearQuestion: Sendable {
    public let question: Question
    /// How it ended; `nil` while it is asked.
    public private(set) var outcome: QuestionOutcome?
    /// The texts of the fields so far.
    private var texts: [String]
    /// The field that is asked now.
    private var field = 0
    /// Lines of a text of several lines.
    private var lines: [String] = []
    private var isFirst = true
    /// What is wrong with the last line.
    private var problem: String?

    public init(_ question: Question) {
        self.question = question
        texts = question.fields.map(\.value)
        field = asked.first ?? 0
        if case .form = question.kind, asked.isEmpty { outcome = .answered(.texts(texts)) }
    }

    /// The fields of a form that can be filled in.
    private var asked: [Int] { question.fields.indices.filter { question.fields[$0].kind != .fixed } }

    /// Whether what is typed now must not be seen.
    public var isSecret: Bool { question.fields.indices.contains(field) && question.fields[field].kind == .secret }

    /// What is printed before the next line is read: whole lines, and a prompt at the end.
    public mutating func prompt() -> String {
        var text = ""
        if isFirst {
            for line in [question.backdrop, question.title, question.text] where !line.isEmpty {
                text += Printable.text(line, keepsLines: true) + (line.hasSuffix("\n") ? "" : "\n")
            }
            text += introduction
            isFirst = false
        }
        if let problem { text += "! \(Printable.text(problem))\n" }
        problem = nil
        return text + Printable.text(asking)
    }

    private var introduction: String {
        switch question.kind {
        case .choose(let choices), .filter(let choices, _):
            choices.options.enumerated().map { index, option in
                let mark = choices.hasMarks ? (choices.marked.contains(index) ? "[x] " : "[ ] ") : ""
                let words = [option.tag, option.label].filter { !$0.isEmpty }.joined(separator: "  ")
                return "\(index + 1)  \(mark)\(Printable.text(words))\n"
            }.joined()
        case .write: "End with a line that has only a full stop.\n"
        case .form where asked.count > 1: "An empty line keeps a value, < goes back to the one before.\n"
        default: ""
        }
    }

    private var asking: String {
        switch question.kind {
        case .confirm:
            let (yes, no) = (question.label(.ok, "Yes"), question.label(.cancel, "No"))
            return "\(yes) or \(no) [\(question.defaultButton == 0 ? yes : no)]: "
        case .message, .pager: return "Enter goes on: "
        case .choose(let choices), .filter(let choices, _):
            switch choices.selection {
            case .focused, .marked: return "Number [\(defaultRow(choices).map { "\($0 + 1)" } ?? "")]: "
            case .several: return "Numbers, - for none [\(choices.marked.map { "\($0 + 1)" }.joined(separator: " "))]: "
            }
        case .input, .form:
            guard question.fields.indices.contains(field) else { return "" }
            let current = question.fields[field]
            let label = current.shownLabel.isEmpty ? "Answer" : current.shownLabel
            let kept = texts[field].isEmpty ? "" : current.kind == .secret ? " [•••]" : " [\(texts[field])]"
            let options = current.options.isEmpty ? "" : " (\(current.options.joined(separator: ", ")))"
            return "\(label)\(options)\(kept): "
        case .write, .gauge, .spin: return ""
        }
    }

    private func defaultRow(_ choices: Choices) -> Int? {
        choices.selection == .marked ? choices.marked.last : choices.options.isEmpty ? nil : choices.current
    }

    // MARK: - Answers

    /// Takes a line, without its end; `nil` at the end of the input.
    public mutating func take(_ line: String?) {
        guard outcome == nil else { return }
        guard let line else { return outcome = .escaped }
        switch question.kind {
        case .confirm: line.isEmpty ? answer(.confirmed(question.defaultButton == 0)) : parse([line])
        case .message, .pager, .gauge, .spin: answer(.seen)
        case .choose(let choices): choose(line, choices)
        case .filter(let choices, _): choose(line, choices)
        case .input: fill(line)
        case .form: fillForm(line)
        case .write:
            guard line == "." else { return lines.append(line) }
            let text = lines.isEmpty ? texts[0] : lines.joined(separator: "\n")
            lines = []
            parse(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        }
    }

    private mutating func answer(_ answer: Answer) { outcome = .answered(answer) }

    private mutating func parse(_ lines: [String]) {
        do throws(Question.AnswerError) { answer(try question.answer(lines)) } catch { problem = error.message }
    }

    private mutating func choose(_ line: String, _ choices: Choices) {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
        let hasNumbers =
            !words.isEmpty && words.allSatisfy { Int($0).map(choices.options.indices.map { $0 + 1 }.contains) ?? false }
        if hasNumbers, case .several = choices.selection {
            return parse(words.compactMap { Int($0).map { choices.options[$0 - 1].value } })
        }
        if hasNumbers, words.count == 1, let number = Int(words[0]) { return answer(.chosen([number - 1])) }
        if line.isEmpty {
            if case .several = choices.selection { return answer(.chosen(choices.answer(choices.marked))) }
            return answer(.chosen(defaultRow(choices).map { [$0] } ?? []))
        }
        if line == "-", case .several = choices.selection { return answer(.chosen([])) }
        parse([line])
    }

    private mutating func fill(_ line: String) {
        if !line.isEmpty { texts[0] = line }
        parse([texts[0]])
        if problem != nil { texts = question.fields.map(\.value) }
    }

    private mutating func fillForm(_ line: String) {
        let at = asked.firstIndex(of: field) ?? 0
        if line == "<" {
            field = asked[max(0, at - 1)]
            return
        }
        let text = line.isEmpty ? texts[field] : line
        if let found = question.fields[field].problem(with: text) {
            problem = found
            return
        }
        texts[field] = text
        if at + 1 < asked.count { field = asked[at + 1] } else { answer(.texts(texts)) }
    }
}

extension Question {
    func label(_ role: Button.Role, _ usual: String) -> String { buttons.first { $0.role == role }?.label ?? usual }
}
