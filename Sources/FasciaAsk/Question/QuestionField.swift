import FasciaMatching
import FasciaModel

/// One value that a person fills in.
public typealias QuestionField = QuestionContent.Field

extension QuestionField {
    var shownLabel: String { label ?? name }

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
        case .choice: choices
        default: []
        }
    }

    /// With a text at first, which what is chosen by turning it always has.
    var filled: QuestionField {
        var field = self
        if value.isEmpty { field.value = kind == .bool ? "false" : options.first ?? "" }
        return field
    }

    /// Why a text is no answer; `nil` if it is one. Says nothing of a secret text itself.
    public func problem(with text: String) -> String? {
        if text.isEmpty { return isRequired ? "must not be empty" : nil }
        switch kind {
        case .int where Int(text) == nil: return "must be a whole number"
        case .double where Double(text)?.isFinite != true: return "must be a number"
        case .bool where !["true", "false"].contains(text): return "must be true or false"
        case .choice where !choices.contains(text): return "must be one of " + choices.joined(separator: ", ")
        default: break
        }
        if let limit, text.count > limit { return "must have at most \(limit) characters" }
        if let lines, text.count(where: { $0 == "\n" }) >= lines { return "must have at most \(lines) lines" }
        if let pattern, patternRefuses(text) { return hint.isEmpty ? "must match \(pattern)" : hint }
        return nil
    }

    /// Whether there is a pattern that a text does not match.
    package func patternRefuses(_ text: String) -> Bool {
        pattern.map { (try? Pattern($0).matchesWhole(text)) != true } ?? false
    }

    /// Why a text is no answer, as a sentence about the field; `nil` if it is one.
    func refusal(of text: String, _ subject: String) -> String? {
        problem(with: text).map { subject + ($0 == hint ? ": " : " ") + $0 }
    }

    /// What is wrong with its pattern; `nil` without one.
    package var patternProblem: String? {
        guard let pattern else { return nil }
        do throws(Pattern.Failure) { _ = try Pattern(pattern) } catch {
            return "\"\(pattern)\" is no regular expression: \(error.message)"
        }
        return nil
    }

    /// A field from `name:kind:label[:default]`, of which only the name is needed. Kinds: `text`, `secret`, `int`, `double`,
    /// `bool`, and `choice=a,b,c`; an exclamation mark after the name makes it required.
    ///
    /// - Returns: `nil` if it has no name or an unknown kind.
    public init?(parsing text: String) {
        let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        var field = QuestionField(parts[0])
        field.isRequired = parts[0].hasSuffix("!")
        if field.isRequired { field.name.removeLast() }
        switch parts.count > 1 ? parts[1] : "" {
        case "", "text": break
        case "secret", "password": field.kind = .secret
        case "int": field.kind = .int
        case "double": field.kind = .double
        case "bool": field.kind = .bool
        case let word where word.hasPrefix("choice=") && word.count > 7:
            (field.kind, field.choices) = (.choice, word.dropFirst(7).split(separator: ",").map(String.init))
        default: return nil
        }
        guard !field.name.isEmpty, !field.name.contains("=") else { return nil }
        if parts.count > 2, !parts[2].isEmpty { field.label = parts[2] }
        if parts.count > 3 { field.value = parts[3] }
        self = parts.count > 3 ? field : field.filled
    }
}
