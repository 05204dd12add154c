import FasciaMatching

/// One value that a person fills in.
public struct QuestionField: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case text
        /// A text that is not shown.
        case secret
        /// A whole number.
        case int
        /// A number.
        case double
        /// `true` or `false`.
        case bool
        /// One of several.
        case choice([String])
        /// Shown, and not changed.
        case fixed
    }

    public var name: String
    public var label: String
    public var kind: Kind
    /// The text at first.
    public var text: String
    /// What is shown while it is empty.
    public var prompt = ""
    /// The most characters; `nil` without a limit.
    public var limit: Int?
    /// The most lines of a text of several lines; `nil` without a limit.
    public var lineLimit: Int?
    /// What the text has to match as a whole.
    package var pattern: Pattern?
    /// What is said if it does not match; empty for the pattern.
    public var hint = ""
    public var isRequired = false
    /// Whether a fixed field is a part of the answer all the same.
    public var isAnswer = false

    public init(_ name: String, label: String = "", kind: Kind = .text, text: String = "") {
        (self.name, self.label, self.kind, self.text) = (name, label, kind, text)
    }

    /// Whether letters are typed into it.
    var isTyped: Bool {
        switch kind {
        case .text, .secret, .int, .double: true
        case .bool, .choice, .fixed: false
        }
    }

    /// What Left and Right go through; empty for a field of another kind.
    var options: [String] {
        switch kind {
        case .bool: ["true", "false"]
        case .choice(let options): options
        default: []
        }
    }

    /// Why a text is no answer; `nil` if it is one. Says nothing of a secret text itself.
    public func problem(with text: String) -> String? {
        if text.isEmpty { return isRequired ? "must not be empty" : nil }
        switch kind {
        case .int where Int(text) == nil: return "must be a whole number"
        case .double where Double(text)?.isFinite != true: return "must be a number"
        case .bool where !["true", "false"].contains(text): return "must be true or false"
        case .choice(let options) where !options.contains(text):
            return "must be one of " + options.joined(separator: ", ")
        default: break
        }
        if let limit, text.count > limit { return "must have at most \(limit) characters" }
        if let lineLimit, text.count(where: { $0 == "\n" }) >= lineLimit { return "must have at most \(lineLimit) lines" }
        if let pattern, (try? pattern.matchesWhole(text)) != true {
            return hint.isEmpty ? "must match \(pattern.text)" : hint
        }
        return nil
    }

    /// A field from `name:kind:label[:default]`, of which only the name is needed. Kinds: `text`, `secret`, `int`, `double`,
    /// `bool`, and `choice=a,b,c`; an exclamation mark after the name makes it required.
    ///
    /// - Returns: `nil` if it has no name or an unknown kind.
    public init?(parsing text: String) {
        let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        var name = parts[0]
        let isRequired = name.hasSuffix("!")
        if isRequired { name.removeLast() }
        let kind: Kind
        switch parts.count > 1 ? parts[1] : "" {
        case "", "text": kind = .text
        case "secret", "password": kind = .secret
        case "int": kind = .int
        case "double": kind = .double
        case "bool": kind = .bool
        case let word where word.hasPrefix("choice="):
            kind = .choice(word.dropFirst(7).split(separator: ",").map(String.init))
            if word.count == 7 { return nil }
        default: return nil
        }
        guard !name.isEmpty, !name.contains("=") else { return nil }
        self.init(name, label: parts.count > 2 && !parts[2].isEmpty ? parts[2] : name, kind: kind)
        self.isRequired = isRequired
        self.text = parts.count > 3 ? parts[3] : options.first.map { kind == .bool ? "false" : $0 } ?? ""
    }
}
