import FasciaDocument

/// What is asked. It does not know who asks it, or where it is shown.
public struct QuestionContent: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Yes or no.
        case confirm
        /// One or several of a list.
        case choose
        /// The same, with a field that keeps only what matches it.
        case filter
        /// One line of text.
        case input
        /// Several lines of text.
        case write
        /// Several fields.
        case form
        /// A short or a long text to read.
        case message, pager
        /// How far something is, in percent; work without a known length.
        case gauge, spin

        /// Whether it shows what somebody's program does, as long as it does that.
        public var isProgress: Bool { self == .gauge || self == .spin }
    }

    /// One of a list.
    public struct Choice: Hashable, Sendable {
        /// What it stands for in the answer.
        public var value = ""
        /// The visible text; the value by default.
        public var label: String?
        /// What is said about it while it has the focus.
        public var help = ""

        public init(_ value: String = "", label: String? = nil, help: String = "") {
            (self.value, self.label, self.help) = (value, label, help)
        }
    }

    /// One value that a person fills in.
    public struct Field: Hashable, Sendable {
        public enum Kind: String, CaseIterable, Hashable, Sendable {
            case text, secret, int, double, bool, choice
            /// Shown, and not changed.
            case fixed
        }

        public var name = ""
        public var label: String?
        public var kind = Kind.text
        /// The text at first.
        public var value = ""
        public var choices: [String] = []
        /// What is shown while it is empty.
        public var placeholder = ""
        /// The most characters, and the most lines.
        public var limit, lines: Int?
        /// What the text has to match as a whole, and what is said if it does not.
        public var pattern: String?
        public var hint = ""
        public var isRequired = false

        public init(
            _ name: String = "", label: String? = nil, kind: Kind = .text, value: String = "", choices: [String] = []
        ) {
            (self.name, self.label, self.kind, self.value, self.choices) = (name, label, kind, value, choices)
        }
    }

    public var kind = Kind.confirm
    public var title = ""
    public var text = ""
    public var choices: [Choice] = []
    /// How many can be chosen; 0 for any number.
    public var limit = 1
    /// The values that are chosen at first.
    public var selected: [String] = []
    /// Whether the answer has the order of choosing rather than that of the list.
    public var isOrdered = false
    /// Whether only what is in the list can be the answer of a filter.
    public var isStrict = true
    /// The text of a filter at first, and what is shown while it is empty.
    public var filter = ""
    public var placeholder = ""
    public var fields: [Field] = []
    public var isYesDefault = true
    /// What the buttons say.
    public var ok: String?
    public var cancel: String?

    public init(_ kind: Kind = .confirm, title: String = "", text: String = "") {
        (self.kind, self.title, self.text) = (kind, title, text)
    }

    /// Whether its answer is in no journal, log or event.
    public var isSecret: Bool { fields.contains { $0.kind == .secret } }

    /// What it is called in a list: its title, else the beginning of its text.
    public var name: String {
        let text = title.isEmpty ? text : title
        let line = text.prefix { !$0.isNewline }.prefix(120)
        return line.isEmpty ? kind.rawValue : String(line) + (line.count < text.count ? "…" : "")
    }
}

/// A question, and how it is asked.
public struct QuestionRequest: Hashable, Sendable {
    /// Assigned by the daemon if it is empty.
    public var id = ""
    public var content = QuestionContent()
    /// Who may answer: `user:NAME`, `group:NAME`, `terminal:NUMBER`; anybody if empty.
    public var audience: [String] = []
    /// Whether it stays when the client that asks is gone.
    public var isKept = false
    /// Whether every field for a text is one for a secret; only on the wire.
    public var hidesTexts = false
    /// What is carried out if the answer is yes; never from the wire.
    public var approval: Approval?
    /// In milliseconds: when nobody can answer any more, and when the default is the answer.
    public var timeout, defaultAfter: Int?

    public init() {}

    /// The same with the fields for secrets that `hidesTexts` stands for.
    ///
    /// - Throws: `invalid` if nothing can be typed.
    public func withSecretFields() throws(Refusal) -> QuestionRequest {
        guard hidesTexts else { return self }
        var request = self
        request.hidesTexts = false
        switch content.kind {
        case .input, .write: if content.fields.isEmpty { request.content.fields = [QuestionContent.Field()] }
        case .form: break
        default: throw Refusal(.invalid, "a question of the kind \(content.kind.rawValue) has no text that could be secret")
        }
        for index in request.content.fields.indices where request.content.fields[index].kind == .text {
            guard request.content.fields[index].value.isEmpty else {
                throw Refusal(.invalid, "a secret has no text at first, because it is kept nowhere")
            }
            request.content.fields[index].kind = .secret
        }
        return request
    }

    public init(_ id: String, _ content: QuestionContent) { (self.id, self.content) = (id, content) }
}
