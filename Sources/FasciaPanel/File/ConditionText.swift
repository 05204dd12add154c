import FasciaDocument
import FasciaYAML

/// Conditions as they are written in a panel file: `option:x`, `not option:x`, `value:y`, `value:y > 3`, `value:y == on`.
enum ConditionText {
    struct Refusal: Error {
        var message: String
    }

    /// The condition as a `shown` modifier has it.
    static func parse(_ text: String) throws(Refusal) -> JSON.Object {
        var rest = Substring(text)
        func word() -> Substring {
            rest = rest.drop { $0 == " " }
            let word = rest.prefix { $0 != " " }
            rest = rest[word.endIndex...]
            return word
        }
        var condition = JSON.Object()
        var subject = word()
        let isNegated = subject == "not"
        if isNegated { subject = word() }
        guard let colon = subject.firstIndex(of: ":"), colon != subject.startIndex,
            subject.index(after: colon) != subject.endIndex
        else { throw refusal(text) }
        let name = String(subject[subject.index(after: colon)...])
        let isOption = subject[..<colon] == "option"
        guard isOption || subject[..<colon] == "value" else { throw refusal(text) }
        condition[isOption ? "toggle" : "value"] = .string(name)
        let comparison = word()
        if !comparison.isEmpty {
            // It may have several blanks in it.
            let written = rest.drop { $0 == " " }
            guard let last = written.lastIndex(where: { $0 != " " }) else { throw refusal(text) }
            let operand = String(written[...last])
            let source = Source(content: .scalar(operand, isPlain: true), position: Position(file: ""))
            let value = isOption ? source.bool.map { $0 ? "on" : "off" } ?? source.json : source.json
            switch comparison {
            case "==": condition["is"] = value
            case "!=":
                condition["is"] = value
                condition["not"] = .bool(!isNegated)
                return condition
            case ">", "<":
                guard let number = value.doubleValue else { throw refusal(text) }
                condition[comparison == ">" ? "above" : "below"] = .double(number)
            default: throw refusal(text)
            }
        }
        if isNegated { condition["not"] = true }
        return condition
    }

    private static func refusal(_ text: String) -> Refusal {
        Refusal(
            message:
                "expected a condition such as option:ID, not option:ID, value:KEY > 3 or value:KEY == TEXT, found \"\(text)\"")
    }

    /// The condition that holds when this one does not: also while the state is unknown.
    static func negated(_ condition: JSON.Object) -> JSON.Object {
        var condition = condition
        condition["unknown"] = true
        condition["not"] = condition["not"] == true ? nil : true
        return condition
    }
}
