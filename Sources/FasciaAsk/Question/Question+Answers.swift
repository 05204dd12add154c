/// Answers as text: from `--answer` or a file, typed as lines, and printed.
extension Question {
    /// Why a text is no answer.
    public struct AnswerError: Error, Hashable, Sendable {
        public var message: String

        public init(message: String) { self.message = message }
    }

    /// The answer that lines of text say: `yes` or `no`; the values or labels of rows; a text; `name=value` for each field.
    public func answer(_ lines: [String]) throws(AnswerError) -> Answer {
        switch kind {
        case .confirm: return .confirmed(try confirmed(lines.first ?? ""))
        case .message, .pager, .gauge, .spin: return .seen
        case .choose(let choices): return .chosen(try chosen(lines, choices))
        case .filter(let choices, let field):
            if !field.isStrict, let text = lines.first, choices.index(of: text) == nil {
                if let refusal = text.breakProblem(unless: field.text, "the answer") { throw AnswerError(message: refusal) }
                return .text(text)
            }
            return .chosen(try chosen(lines, choices))
        case .input(let field), .write(let field):
            let text = lines.joined(separator: "\n")
            let subject = "the answer"
            let breakProblem = if case .input = kind { text.breakProblem(unless: field.value, subject) } else { String?.none }
            if let refusal = breakProblem ?? field.refusal(of: text, subject) { throw AnswerError(message: refusal) }
            return .text(text)
        case .form(let fields): return .texts(try texts(lines, fields))
        }
    }

    private func confirmed(_ word: String) throws(AnswerError) -> Bool {
        let word = word.lowercased()
        let isNegative = buttons.first { $0.role == .cancel }?.label.lowercased() == word
        if isNegative || ["no", "n", "false", "0"].contains(word) { return false }
        if buttons.first(where: { $0.role == .ok })?.label.lowercased() == word { return true }
        guard ["yes", "y", "true", "1"].contains(word) else {
            throw AnswerError(message: "the answer must be yes or no, not \"\(word)\"")
        }
        return true
    }

    private func chosen(_ lines: [String], _ choices: Choices) throws(AnswerError) -> [Int] {
        var rows: [Int] = []
        for line in lines where !line.isEmpty || choices.options.contains(where: { $0.value.isEmpty }) {
            guard let row = choices.index(of: line) else { throw AnswerError(message: "\"\(line)\" is none of the options") }
            if !rows.contains(row) { rows.append(row) }
        }
        let limit: Int? = if case .several(let limit) = choices.selection { limit } else { 1 }
        if let limit, rows.count > limit { throw AnswerError(message: "at most \(limit) can be chosen, not \(rows.count)") }
        if choices.selection == .focused, rows.isEmpty { throw AnswerError(message: "one must be chosen") }
        return choices.answer(rows)
    }

    private func texts(_ lines: [String], _ fields: [QuestionField]) throws(AnswerError) -> [String] {
        var texts = fields.map(\.value)
        for line in lines where !line.isEmpty {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let index = fields.firstIndex(where: { $0.name == parts[0] && $0.kind != .fixed }) else {
                throw AnswerError(message: "\"\(line)\" is not NAME=VALUE with the name of a field")
            }
            texts[index] = parts[1]
        }
        for (field, text) in zip(fields, texts) {
            if let refusal = text.breakProblem(unless: field.value, field.name) ?? field.refusal(of: text, field.name) {
                throw AnswerError(message: refusal)
            }
        }
        return texts
    }
}

extension String {
    /// Why a text of several lines is no answer, unless it was there at first: a script that reads lines would take the second
    /// one for another answer.
    fileprivate func breakProblem(unless initial: String, _ subject: String) -> String? {
        self != initial && contains(where: \.isNewline) ? subject + " must be one line" : nil
    }
}

extension Choices {
    /// The option with a value, else the one with a label.
    func index(of text: String) -> Int? {
        options.firstIndex { $0.value == text } ?? options.firstIndex { $0.label == text }
    }
}
