import FasciaDocument
import FasciaYAML

/// Conditions as they are written in a panel file: `option:x`, `not option:x`, `value:y`, `value:y > 3`, `value:y == on`.
enum ConditionText {
    struct Refusal: Error {
        var message: String
    }

    /// The condition as a `shown` modifier has it.
    static func parse(_ text: String) throws(Refusal) -> JSON.Object {
        var words = text.split(separator: " ").map(String.init)
        var condition = JSON.Object()
        let isNegated = words.first == "not"
        if isNegated { words.removeFirst() }
        guard let subject = words.first, let colon = subject.firstIndex(of: ":"), colon != subject.startIndex,
            subject.index(after: colon) != subject.endIndex
        else { throw refusal(text) }
        let name = String(subject[subject.index(after: colon)...])
        switch subject[..<colon] {
        case "option": condition["toggle"] = .string(name)
        case "value": condition["value"] = .string(name)
        default: throw refusal(text)
        }
        if words.count > 2 {
            let operand = words[2...].joined(separator: " ")
            let value = Source(content: .scalar(operand, isPlain: true), position: Position(file: "")).json
            switch words[1] {
            case "==": condition["is"] = value
            case "!=":
                condition["is"] = value
                condition["not"] = .bool(!isNegated)
                return condition
            case ">", "<":
                guard let number = value.doubleValue else { throw refusal(text) }
                condition[words[1] == ">" ? "above" : "below"] = .double(number)
            default: throw refusal(text)
            }
        } else if words.count == 2 {
            throw refusal(text)
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
