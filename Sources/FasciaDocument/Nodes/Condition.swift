/// A condition on a switch or a value. A node that depends on it is there only while it holds.
public struct Condition: Hashable, Sendable {
    public enum Subject: Hashable, Sendable {
        /// The id of an option or a group.
        case toggle(String)
        /// The key of a value.
        case value(String)
    }

    public var subject: Subject
    /// The value that it must have, or the state of the switch. Default: on, true, any number but 0, or any text.
    public var expected: JSON?
    /// The number that it must exceed.
    public var above: Double?
    /// The number that it must be less than.
    public var below: Double?
    /// Whether it holds when it otherwise would not.
    public var isNegated: Bool
    /// Whether it holds while nobody knows the state.
    public var isMetByUnknown = false

    public init(
        _ subject: Subject, is expected: JSON? = nil, above: Double? = nil, below: Double? = nil, isNegated: Bool = false
    ) {
        self.subject = subject
        self.expected = expected
        self.above = above
        self.below = below
        self.isNegated = isNegated
    }

    /// - Parameter value: the value, or the state of the switch as a string. `nil`, which is a value that is not set, is
    ///   the same as null.
    public func holds(for value: JSON?) -> Bool {
        let value = value ?? .null
        var holds = true
        if let expected { holds = value == expected || value.doubleValue != nil && value.doubleValue == expected.doubleValue }
        if let above { holds = holds && value.doubleValue.map { $0 > above } ?? false }
        if let below { holds = holds && value.doubleValue.map { $0 < below } ?? false }
        if expected == nil, above == nil, below == nil { holds = isTrue(value) }
        return holds != isNegated
    }

    private func isTrue(_ value: JSON) -> Bool {
        if case .toggle = subject { return value == "on" }
        return switch value {
        case .null: false
        case .bool(let value): value
        case .int(let value): value != 0
        case .double(let value): value != 0
        case .string(let value): !value.isEmpty
        case .array, .object: true
        }
    }
}

// MARK: - JSON

extension Condition {
    private struct Parts: Hashable, Sendable {
        var toggle: String?
        var value: String?
        var condition = Condition(.value(""))
    }

    package static let schema = Schema.record(
        Parts(),
        [
            .optional("toggle", \.toggle, .string, "An option or a group, which must be on."),
            .optional("value", \.value, .string, "The key of a value, which must be true, or neither 0 nor empty."),
            .optionalJSON(
                "is", \.condition.expected, "What the value or the state of the switch must be instead; null: not set."),
            .optional("above", \.condition.above, .number, "The number that the value must exceed."),
            .optional("below", \.condition.below, .number, "The number that the value must be less than."),
            .defaulted("not", \.condition.isNegated, .bool, default: false, "Whether the opposite must hold."),
            .defaulted(
                "unknown", \.condition.isMetByUnknown, .bool, default: false,
                "Whether it holds while nobody knows the state; otherwise nothing holds then."),
        ]
    ).map { parts throws(Mismatch) -> Condition in
        var condition = parts.condition
        switch (parts.toggle, parts.value) {
        case (let id?, nil): condition.subject = .toggle(id)
        case (nil, let key?): condition.subject = .value(key)
        case (nil, nil): throw Mismatch(pointer: "/toggle", expected: "either toggle or value", found: "neither")
        case (_?, _?): throw Mismatch(pointer: "/value", expected: "either toggle or value", found: "both")
        }
        return condition
    } back: { condition in
        switch condition.subject {
        case .toggle(let id): Parts(toggle: id, condition: condition.withoutSubject)
        case .value(let key): Parts(value: key, condition: condition.withoutSubject)
        }
    }

    private var withoutSubject: Condition {
        var condition = self
        condition.subject = .value("")
        return condition
    }
}
