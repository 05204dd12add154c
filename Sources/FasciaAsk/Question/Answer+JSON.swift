import FasciaDocument

/// Answers on the wire.
extension Question {
    /// The answer as it is sent: true or false, the values of options, a text, or the texts of a form by their names.
    public func json(_ answer: Answer) -> JSON {
        switch answer {
        case .confirmed(let isYes): return .bool(isYes)
        case .chosen(let rows):
            let options = choices?.options ?? []
            return .array(rows.filter(options.indices.contains).map { .string(options[$0].value) })
        case .text(let text):
            if case .filter = kind { return .array([.string(text)]) }
            return .string(text)
        case .texts(let texts):
            let filledIn = zip(fields, texts).filter { $0.0.kind != .fixed }
            return .object(JSON.Object(filledIn.map { ($0.name, JSON.string($1)) }))
        case .seen: return true
        }
    }

    /// The answer that somebody has sent.
    ///
    /// - Throws: why it is none.
    public func answer(_ json: JSON) throws(AnswerError) -> Answer {
        switch (kind, json) {
        case (.confirm, .bool(let isYes)): return .confirmed(isYes)
        case (.message, _), (.pager, _), (.gauge, _), (.spin, _): return .seen
        case (.choose, .array(let values)), (.filter, .array(let values)):
            var lines: [String] = []
            for value in values {
                guard let text = value.stringValue else {
                    throw AnswerError(message: "an option is a text, not \(value.kindName)")
                }
                lines.append(text)
            }
            return try answer(lines)
        case (.form, .object(let texts)):
            var lines: [String] = []
            for member in texts.members {
                guard fields.contains(where: { $0.name == member.key }) else {
                    throw AnswerError(message: "the form has no field \"\(member.key)\"")
                }
                guard let text = member.value.fieldText else {
                    throw AnswerError(message: "\(member.key) is a text, not \(member.value.kindName)")
                }
                lines.append("\(member.key)=\(text)")
            }
            return try answer(lines)
        case (.form, _): throw AnswerError(message: "the answer to a form is an object, not \(json.kindName)")
        default:
            guard let text = json.fieldText else { throw AnswerError(message: "the answer is a text, not \(json.kindName)") }
            return try answer([text])
        }
    }
}

extension JSON {
    /// A text, or a number or a switch as it is typed.
    fileprivate var fieldText: String? {
        switch self {
        case .string(let text): text
        case .int(let number): "\(number)"
        case .double(let number): "\(number)"
        case .bool(let isOn): isOn ? "true" : "false"
        default: nil
        }
    }
}
