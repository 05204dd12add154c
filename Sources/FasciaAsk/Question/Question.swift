/// A question: its text, the kind of its answer, and the labels of its buttons. It does not know who asks it, or where it is
/// shown.
public struct Question: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Yes or no: the first button or the one that cancels.
        case confirm
        /// One or several of a list.
        case choose(Choices)
        /// The same, with a field that keeps only what matches it.
        case filter(Choices, FilterField)
        /// One line of text.
        case input(QuestionField)
        /// Several lines of text.
        case write(QuestionField)
        /// Several fields, each with its label.
        case form([QuestionField])
        /// Something to read.
        case message
        /// A long text to read.
        case pager
        /// How much of something is done, in percent.
        case gauge(Int)
        /// Work without a known length, such as a command.
        case spin
    }

    public var kind: Kind
    /// In the title bar.
    public var title: String
    /// What is asked; of a pager what there is to read, of a spinner what it says.
    public var text: String
    /// The title of the screen behind it.
    public var backdrop = ""
    public var buttons: [Button]
    /// The index of the button that has the focus at first, where nothing else has it.
    public var defaultButton = 0
    public var keys = KeyStyle.fascia
    /// Whether the text has the focus first, so that keys scroll it.
    public var beginsInText = false

    public init(_ kind: Kind, title: String = "", text: String = "", buttons: [Button] = []) {
        self.kind = kind
        self.title = title
        self.text = text
        self.buttons = buttons
    }

    /// Which keys do what, where programs differ.
    public enum KeyStyle: Hashable, Sendable {
        case fascia, whiptail, dialog
    }

    public struct Button: Hashable, Sendable {
        public enum Role: String, Hashable, Sendable {
            case ok, cancel, extra, help
        }

        public var role: Role
        public var label: String

        public init(_ role: Role, _ label: String) { (self.role, self.label) = (role, label) }
    }

    /// What a filter says about itself.
    public struct FilterField: Hashable, Sendable {
        /// The text at first.
        public var text = ""
        public var prompt = ""
        /// Whether only what is in the list can be the answer; else also the text itself, where nothing matches it.
        public var isStrict = true

        public init(text: String = "", prompt: String = "", isStrict: Bool = true) {
            (self.text, self.prompt, self.isStrict) = (text, prompt, isStrict)
        }
    }
}

/// How a question ended.
public enum QuestionOutcome: Hashable, Sendable {
    /// With a button that accepts: `ok` or `extra`.
    case answered(Answer, by: Question.Button.Role = .ok)
    /// With the button that cancels.
    case cancelled
    /// With the help button.
    case help(Help)
    /// With Escape, or by closing it.
    case escaped
    /// With Ctrl-C.
    case interrupted
    /// Nobody has answered in time.
    case timedOut

    /// What help is asked about.
    public enum Help: Hashable, Sendable {
        case question
        /// The index of an option.
        case row(Int)
        /// The index of a field.
        case field(Int)
        /// What was typed so far.
        case text(String)
    }
}

public enum Answer: Hashable, Sendable {
    case confirmed(Bool)
    /// The indices of options.
    case chosen([Int])
    case text(String)
    case texts([String])
    /// It was read.
    case seen
}
