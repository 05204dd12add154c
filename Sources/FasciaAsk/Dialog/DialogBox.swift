/// What a call of whiptail(1) or dialog(1) asks for.
public struct DialogBox: Hashable, Sendable {
    public enum Program: String, Hashable, Sendable {
        case whiptail, dialog
    }

    /// How the answer is written.
    public enum Format: Hashable, Sendable {
        /// Nothing is written.
        case none
        /// A text as it is.
        case text
        /// The value of the row, quoted if `quotes` says so.
        case value
        /// The values of all rows.
        case values
        /// Each text in a line.
        case lines
    }

    public let program: Program
    public var question: Question
    public var format = Format.none
    /// Whether it is shown, and not waited for.
    public var isInfo = false
    /// Whether it goes on by itself: with its text when its time is over.
    public var endsByItself = false
    /// Seconds to answer; `nil` without a limit.
    public var timeout: Double?
    public var output = Output()
    /// The indices of the fields that are no part of the answer.
    public var unwritten: Set<Int> = []

    /// What options say about the output.
    public struct Output: Hashable, Sendable {
        public var descriptor: Int32 = 2
        /// Each value in a line, unquoted.
        public var isSeparate = false
        /// Before each value, instead of a blank between them.
        public var separator: String?
        /// Whether one value is quoted, too, where it needs it.
        public var quotesOne = false
        /// Whether quotes are single ones.
        public var usesSingleQuotes = false
        /// Whether the help button names the help of a row.
        public var hasHelp = false
    }

    public init(_ program: Program, _ question: Question) { (self.program, self.question) = (program, question) }
}

/// A call that asks nothing.
public enum DialogExit: Error, Hashable, Sendable {
    /// Text for the standard output, with status 0.
    case prints(String)
    /// Text for the standard error, with this status.
    case fails(String, status: Int32)
}

extension DialogBox {
    /// The exit status, and what is written before.
    ///
    /// - Parameter environment: the variables of dialog that change its exit statuses, such as `DIALOG_ESC`.
    public func result(
        _ outcome: QuestionOutcome, environment: (String) -> String? = { _ in nil }
    ) -> (status: Int32, output: String) {
        func status(_ name: String, _ usual: Int32) -> Int32 {
            guard program == .dialog, let text = environment("DIALOG_" + name), let number = Int32(text) else { return usual }
            return number & 255
        }
        switch outcome {
        case .answered(.confirmed(false), _): return (status("CANCEL", 1), "")
        case .answered(let answer, let role):
            return (role == .extra ? status("EXTRA", 3) : status("OK", 0), written(answer))
        case .cancelled: return (status("CANCEL", 1), "")
        case .help(let help): return (status("HELP", 2), written(help))
        // Without the button, whiptail says the same of Escape.
        case .escaped where program == .whiptail && escapeCancels: return (1, "")
        case .escaped: return (status("ESC", 255), "")
        case .timedOut where endsByItself: return (status("OK", 0), "")
        case .timedOut: return (status("TIMEOUT", 255), "")
        case .interrupted: return (130, "")
        }
    }

    private var escapeCancels: Bool {
        switch question.kind {
        case .choose, .input: !question.buttons.contains { $0.role == .cancel }
        default: false
        }
    }

    private func written(_ answer: Answer) -> String {
        switch (format, answer) {
        case (.text, .text(let text)): return text
        case (.lines, .texts(let texts)): return lines(texts)
        case (.value, .chosen(let rows)): return rows.first.map { one(value($0)) } ?? ""
        case (.values, .chosen(let rows)): return several(rows.map(value))
        default: return ""
        }
    }

    private func value(_ row: Int) -> String { question.choices?.options[row].value ?? "" }

    private func lines(_ texts: [String]) -> String {
        texts.enumerated().filter { !unwritten.contains($0.offset) }.map { $0.element + (output.separator ?? "\n") }.joined()
    }

    private func one(_ value: String) -> String {
        program == .dialog && output.quotesOne ? quoted(value) : value
    }

    private func several(_ values: [String]) -> String {
        if output.isSeparate { return values.map { $0 + (output.separator ?? "\n") }.joined() }
        if program == .whiptail { return values.map { "\"\($0)\"" }.joined(separator: " ") }
        if let separator = output.separator { return values.map { separator + quoted($0) }.joined() }
        return values.map(quoted).joined(separator: " ")
    }

    private func written(_ help: QuestionOutcome.Help) -> String {
        switch help {
        case .question: return ""
        case .text(let text): return text
        case .field(let index): return "HELP " + question.fields[index].shownLabel
        case .row(let row):
            guard let option = question.choices?.options[row] else { return "" }
            return "HELP " + (output.hasHelp ? option.help : output.isSeparate ? option.value : quoted(option.value))
        }
    }

    /// In quotes, if it has to be: as dialog does it, which also escapes what needs no escape between double quotes.
    private func quoted(_ text: String) -> String {
        let special = Self.special + (output.usesSingleQuotes ? "'" : "\"")
        guard text.isEmpty || text.contains(where: { $0.isWhitespace || special.contains($0) }) else { return text }
        let escaped = output.usesSingleQuotes ? "'\\" : special
        let quote = output.usesSingleQuotes ? "'" : "\""
        return quote + text.map { escaped.contains($0) ? "\\\($0)" : String($0) }.joined() + quote
    }

    /// Characters that mean something to a shell.
    private static let special = ";|()*?[]{}~#<>^&$`\\"
}
