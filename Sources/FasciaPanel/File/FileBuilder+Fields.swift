import FasciaMatching
import struct FasciaModel.QuestionContent
import FasciaYAML

extension FileBuilder {
    /// What a button asks before it runs.
    ///
    /// - Parameter isForScript: whether the command is a script, which has them as variables.
    mutating func askedFields(_ source: Source?, isForScript: Bool) -> [QuestionContent.Field] {
        var fields: [QuestionContent.Field] = []
        for part in source?.list ?? [] {
            guard let name = text(part["name"]) else { continue }
            if let problem = problem(with: name, after: fields, isForScript) {
                add(part["name"] ?? part, problem)
                continue
            }
            var field = QuestionContent.Field(name)
            field.label = text(part["title"])
            field.kind = part["kind"]?.text.flatMap(QuestionContent.Field.Kind.init) ?? .text
            for choice in part["choices"]?.list ?? [] {
                guard let id = text(choice) else { continue }
                if let problem = FileBuilder.problem(ofChoice: id, after: field.choices) { add(choice, problem) }
                field.choices.append(id)
            }
            if let choices = part["choices"], choices.list?.isEmpty == true { add(choices, "expected choices, found none") }
            if !field.choices.isEmpty { field.kind = .choice }
            field.value = text(part["initial"]) ?? ""
            (field.pattern, field.hint) = (part["pattern"]?.text, text(part["hint"]) ?? "")
            field.isRequired = part["required"]?.bool ?? true
            if part["secret"]?.bool == true {
                field.kind = .secret
                if !field.value.isEmpty { add(part["initial"] ?? part, "a secret begins with nothing: it is kept nowhere") }
                if fields.contains(where: { $0.kind == .secret }) {
                    add(part["secret"] ?? part, "a command reads one secret: it has one standard input")
                }
            }
            if let initial = part["initial"], let expected = expected(of: field) {
                add(initial, "expected \(expected), found \(initial.found)")
            }
            fields.append(field)
        }
        return fields
    }

    /// What a field should begin with; `nil` if it begins with an answer, or with nothing.
    private func expected(of field: QuestionContent.Field) -> String? {
        let text = field.value
        if text.isEmpty { return nil }
        switch field.kind {
        case .int where Int(text) == nil: return "a whole number"
        case .double where Double(text)?.isFinite != true: return "a number"
        case .bool where !["true", "false"].contains(text): return "true or false"
        case .choice where !field.choices.contains(text): return "one of " + field.choices.joined(separator: ", ")
        default: break
        }
        guard let pattern = field.pattern, (try? Pattern(pattern).matchesWhole(text)) == false else { return nil }
        return "a text that matches \(pattern)"
    }

    private func problem(with name: String, after fields: [QuestionContent.Field], _ isForScript: Bool) -> String? {
        if fields.contains(where: { $0.name == name }) { return "there are two fields \"\(name)\"" }
        if CommandTemplate.names.contains(name) { return "{\(name)} stands for something else: choose another name" }
        guard name.wholeMatch(of: /[A-Za-z0-9_][A-Za-z0-9_-]*/) != nil else {
            return "a name has letters, digits, \"_\" and \"-\", so that {NAME} can stand for it: found \"\(name)\""
        }
        guard isForScript else { return nil }
        let variable = "FASCIA_" + CommandTemplate.variable(name)
        if CommandTemplate.reserved.contains(variable) {
            return "a script has \(name) as $\(variable), which fascia reads itself: choose another name"
        }
        if let other = fields.first(where: { CommandTemplate.variable($0.name) == CommandTemplate.variable(name) }) {
            return "a script would have \(other.name) and \(name) as the same variable $\(variable): choose another name"
        }
        return nil
    }
}
