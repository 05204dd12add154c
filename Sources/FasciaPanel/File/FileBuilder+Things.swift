import FasciaDocument
import FasciaMatching
import enum FasciaModel.Naming
import struct FasciaModel.ToggleRules
import FasciaYAML

/// The parts of a panel file that become things of the panel: options, the choices of pickers, and values.
extension FileBuilder {
    mutating func options(_ source: Source?) -> [OptionNode] {
        (source?.entries ?? []).map { entry in
            if let problem = Naming.problem(inSegment: entry.key) {
                problems.append(Problem(at: entry.keyPosition, "the name of a switch \(problem)"))
            }
            var option = OptionNode(name: entry.key, title: text(entry.value["title"]), position: entry.keyPosition)
            option.binding = binding(entry.value)
            option.options = options(entry.value["options"])
            option.rules = rules(entry.value["rules"])
            if let rules = entry.value["rules"], option.options.isEmpty {
                add(rules, "rules are among options: a switch has none")
            }
            option.requirements = requirements(entry.value["where"])
            return option
        }
    }

    /// What holds among the options of a group. The daemon knows which of them there are.
    mutating func rules(_ source: Source?) -> ToggleRules {
        func names(_ source: Source) -> [String] { (source.list ?? []).compactMap { text($0) } }
        var rules = ToggleRules(
            exclusive: source?["exclusive"]?.bool ?? false, max: source?["max"]?.integer)
        for entry in source?["requires"]?.entries ?? [] { rules.requires[entry.key] = names(entry.value) }
        rules.excludes = (source?["excludes"]?.list ?? []).map(names)
        return rules
    }

    mutating func choices(_ source: Source?) -> PickerItem.Choices? {
        guard let source else { return nil }
        if let from = command(source["from"], owner: "from") { return .from(from, every: source["every"]?.duration) }
        var elements: [PanelChoice] = []
        for part in source.list ?? [] {
            guard let id = text(part) ?? text(part["id"]) else { continue }
            if let problem = FileBuilder.problem(ofChoice: id, after: elements.map(\.id)) { add(part, problem) }
            elements.append(PanelChoice(id: id, label: text(part["label"])))
        }
        return .fixed(elements)
    }

    /// Why the daemon would refuse a choice.
    static func problem(ofChoice id: String, after others: [String]) -> String? {
        if id.isEmpty { return "expected what can be chosen, found an empty text" }
        if id.utf8.count > Naming.longest { return "expected at most \(Naming.longest) bytes, found \(id.utf8.count)" }
        return others.contains(id) ? "the choice \"\(id)\" occurs twice" : nil
    }

    mutating func value(_ key: String, _ title: String?, _ source: Source) -> ValueItem {
        let isSecret = source["secret"]?.bool ?? false
        var value = ValueItem(key: key, title: title, binding: binding(source, isSecret: isSecret))
        let declares = [
            "kind", "range", "step", "pattern", "hint", "initial", "required", "secret", "set", "status",
        ].contains { source[$0] != nil }
        value.format = source["format"]?.json
        if let from = command(source["from"], owner: "from") {
            value.isReading = true
            (value.binding.status, value.binding.every) = (from, value.binding.every ?? .seconds(10))
        }
        value.range = range(source["range"])
        if value.isReading { value.kind = value.format == nil ? .text : .number(value.format, value.range) }
        value.kind = source["kind"]?.text.flatMap(ValueItem.Kind.init) ?? value.kind ?? (declares ? .text : nil)
        value.step = source["step"]?.number
        value.pattern = source["pattern"]?.text
        value.isSecret = isSecret
        value.hint = text(source["hint"])
        value.initial = initial(of: value, source["initial"])
        value.isRequired = source["required"]?.bool ?? true
        if value.kind == .text || value.kind == .bool, let misplaced = source["range"] ?? source["step"] {
            add(misplaced, "only a value of kind int or double has a range and a step")
        }
        if value.kind == .int, source["kind"] != nil {
            for part in (source["range"]?.list ?? []) + [source["step"]].compactMap(\.self) {
                guard let number = part.number, Int(exactly: number) == nil else { continue }
                add(part, "expected a whole number of at most 64 bits, because kind is int, found \(part.found)")
            }
        }
        if let pattern = source["pattern"], let kind = value.kind, kind != .text {
            add(pattern, "only a value of kind text has a pattern")
        }
        warnOfNoMatch(source["pattern"], isOutput: false)
        if let hint = source["hint"], value.pattern == nil {
            add(hint, "a hint says what the pattern wants, and that is missing")
        }
        return value
    }

    /// What a value begins with.
    private mutating func initial(of value: ValueItem, _ source: Source?) -> JSON? {
        guard let source else { return nil }
        if value.isSecret {
            add(source, "a secret has no initial value: the journal would keep it")
        } else if value.binding.status != nil {
            add(source, "status tells what the value begins with: leave out initial")
        }
        let json: JSON? =
            switch value.kind {
            case .int: source.integer.map { .int($0) }
            case .double: source.number.map { .double($0) }
            case .bool: source.bool.map { .bool($0) }
            case .text, nil: source.text.map { .string($0) }
            }
        if json == nil { add(source, "expected what the value can be, found \(source.found)") }
        if let number = json?.doubleValue, let range = value.range, !range.contains(number) {
            add(source, "expected a number in the range, found \(source.found)")
        }
        // An empty field is one that has not been filled in yet.
        if value.kind == .text, let pattern = value.pattern, let text = json?.stringValue, !text.isEmpty,
            (try? Pattern(pattern).matchesWhole(text)) == false
        {
            add(source, "expected a text that matches \(pattern), found \(source.found)")
        }
        return json
    }
}
