import FasciaDocument

/// Makes the values of a panel file from its YAML, which `Validation` has checked: what has a wrong shape is left out here.
struct FileBuilder {
    enum Rows: Hashable {
        /// Nothing is repeated here.
        case none
        /// The members of the rows are not known yet.
        case unknown
        case row([String: String])
    }

    var rows = Rows.none
    var problems: [Problem] = []

    init(rows: Rows = .none) { self.rows = rows }

    // MARK: - Parts

    private func text(_ source: Source?) -> String? {
        guard let text = source?.text else { return nil }
        guard case .row(let row) = rows else { return text }
        return text.replacing(/\{([A-Za-z0-9_][A-Za-z0-9_-]*)\}/) { row[String($0.output.1)] ?? String($0.output.0) }
    }

    private mutating func command(_ source: Source?, isSecret: Bool = false) -> CommandTemplate? {
        guard let source else { return nil }
        var parser = TemplateParser(hasRow: rows != .none, isSecret: isSecret)
        var template = parser.template(source)
        problems += parser.problems
        if case .row(let row) = rows { template?.row = row }
        return template
    }

    private func range(_ source: Source?) -> ClosedRange<Double>? {
        guard let numbers = source?.list?.compactMap(\.number), numbers.count == 2, numbers[0] <= numbers[1] else { return nil }
        return numbers[0]...numbers[1]
    }

    private func condition(_ source: Source?) -> JSON.Object? { text(source).flatMap { try? ConditionText.parse($0) } }

    private func requirements(_ source: Source?) -> [Requirement] {
        (source?.list ?? [source].compactMap(\.self)).flatMap { part in
            [
                text(part["command"]).map { Requirement.command($0) }, text(part["file"]).map { .file($0) },
                text(part["unit"]).map { .unit($0) },
            ].compactMap(\.self)
        }
    }

    private mutating func binding(_ source: Source, isSecret: Bool = false) -> Binding {
        var binding = Binding()
        binding.unit = text(source["unit"]).map {
            .init(name: $0, isOfUser: source["user"]?.bool ?? false, enables: source["also"] != nil)
        }
        binding.on = command(source["on"])
        binding.off = command(source["off"])
        binding.set = command(source["set"], isSecret: isSecret)
        binding.status = command(source["status"])
        if let says = source["says"] {
            binding.says = says["match"]?.text.map { .match($0) } ?? (says.text == "json" ? .json : .text)
        }
        binding.every = source["every"]?.duration
        binding.isPolledOnlyWhileSeen = source["while"] != nil
        if let timeout = source["timeout"]?.duration { binding.timeout = timeout }
        binding.settle = source["settle"]?.duration
        binding.retry = source["retry"]?.bool ?? false
        binding.revertWithin = source["revert"]?["within"]?.duration
        binding.revertRun = command(source["revert"]?["run"], isSecret: isSecret)
        binding.lock = text(source["lock"])
        return binding
    }

    mutating func items(_ source: Source?) -> [Item] {
        var items: [Item] = []
        for part in source?.list ?? [] {
            if let item = item(part) { items.append(item) }
        }
        return items
    }

    // MARK: - Items

    mutating func item(_ source: Source) -> Item? {
        if source.text == "divider" { return Item(content: .divider, position: source.position) }
        if rows == .none, let each = source["each"], source["table"] == nil {
            guard let from = command(each["from"]), let member = each["id"]?.text else { return nil }
            var template = source
            template.content = .mapping((source.entries ?? []).filter { $0.key != "each" })
            rows = .unknown
            defer { rows = .none }
            _ = item(template)
            let content = EachItem(
                from: from, member: member, every: each["every"]?.duration, template: RowTemplate(source: template))
            return Item(content: .each(content), position: source.position)
        }
        guard let content = content(source) else { return nil }
        return Item(
            content: content, shown: condition(source["shown"]), enabled: condition(source["enabled"]),
            because: text(source["because"]), icon: text(source["icon"]), requirements: requirements(source["where"]),
            position: source.position)
    }

    private mutating func content(_ source: Source) -> Item.Content? {
        guard
            let kind = source.entries?.lazy.compactMap({ KeyTable.Name(rawValue: $0.key) }).first(
                where: KeyTable.Name.items.contains)
        else { return nil }
        let name = text(source[kind.rawValue])
        let title = text(source["title"])
        switch kind {
        case .switch:
            guard let id = checkedID(name, source[kind.rawValue], parts: 2...) else { return nil }
            return .toggle(SwitchItem(id: id, title: title, binding: binding(source)))
        case .group:
            guard let id = checkedID(name, source[kind.rawValue], parts: 1...) else { return nil }
            var group = OptionNode(name: id, title: title, position: source.position)
            group.options = options(source["options"])
            group.rules = source["rules"]?.list?.map(\.json) ?? []
            if !group.options.isEmpty, id.contains("/") {
                add(
                    source[kind.rawValue] ?? source,
                    "expected a group without \"/\", found \"\(id)\": write inner groups as options of the outer one")
            }
            return .group(group)
        case .picker:
            guard let id = checkedID(name, source[kind.rawValue], parts: 2...2) else { return nil }
            return .picker(
                PickerItem(
                    id: id, title: title, choices: choices(source["choices"]), style: source["style"]?.text,
                    binding: binding(source)))
        case .value: return name.map { .value(value($0, title, source)) }
        case .button: return button(name, source)
        case .link: return name.map { .link(LinkItem(screen: $0, title: title, shows: text(source["shows"]))) }
        case .text: return name.map { .text($0) }
        case .section: return name.map { .section(title: $0, items: items(source["items"]), footer: text(source["footer"])) }
        case .divider: return .divider
        case .gauge, .progress, .sparkline, .chart:
            guard let name, let kind = Reading.Kind(rawValue: kind.rawValue) else { return nil }
            var reading = Reading(kind: kind, key: name, title: title, from: command(source["from"]))
            if let every = source["every"]?.duration { reading.every = every }
            if let timeout = source["timeout"]?.duration { reading.timeout = timeout }
            reading.range = range(source["range"])
            reading.format = source["format"]?.json
            reading.rows = source["rows"]?.integer
            return .reading(reading)
        case .log: return log(name, source)
        case .table: return table(name, source)
        case .node: return source["node"].map { .node($0.json) }
        default: return nil
        }
    }

    private mutating func options(_ source: Source?) -> [OptionNode] {
        (source?.entries ?? []).map { entry in
            if entry.key.contains("/") || entry.key.isEmpty || entry.key.contains("*") {
                problems.append(Problem(at: entry.keyPosition, "expected a name without \"/\" and \"*\", found \"\(entry.key)\""))
            }
            var option = OptionNode(name: entry.key, title: text(entry.value["title"]), position: entry.keyPosition)
            option.binding = binding(entry.value)
            option.options = options(entry.value["options"])
            option.requirements = requirements(entry.value["where"])
            return option
        }
    }

    private mutating func choices(_ source: Source?) -> PickerItem.Choices? {
        guard let source else { return nil }
        if let from = command(source["from"]) { return .from(from, every: source["every"]?.duration) }
        return .fixed(
            (source.list ?? []).compactMap { part in
                (text(part) ?? text(part["id"])).map { PickerElement(id: $0, label: text(part["label"])) }
            })
    }

    private mutating func value(_ key: String, _ title: String?, _ source: Source) -> ValueItem {
        let isSecret = source["secret"]?.bool ?? false
        var value = ValueItem(key: key, title: title, binding: binding(source, isSecret: isSecret))
        let declares = ["kind", "range", "step", "pattern", "required", "secret", "set", "status"].contains { source[$0] != nil }
        value.format = source["format"]?.json
        if let from = command(source["from"]) {
            value.isReading = true
            (value.binding.status, value.binding.every) = (from, value.binding.every ?? .seconds(10))
            value.kind = value.format == nil ? .text : .number(value.format)
        }
        value.kind = source["kind"]?.text.flatMap(ValueItem.Kind.init) ?? value.kind ?? (declares ? .text : nil)
        value.range = range(source["range"])
        value.step = source["step"]?.number
        value.pattern = source["pattern"]?.text
        value.isRequired = source["required"]?.bool ?? true
        value.isSecret = isSecret
        if value.kind == .text, let misplaced = source["range"] ?? source["step"] {
            add(misplaced, "only a value of kind int or double has a range and a step")
        }
        if let pattern = source["pattern"], let kind = value.kind, kind != .text {
            add(pattern, "only a value of kind text has a pattern")
        }
        return value
    }

    private mutating func button(_ name: String?, _ source: Source) -> Item.Content? {
        guard let name else { return nil }
        let action: ButtonItem.Action
        if let run = command(source["run"]) {
            action = .run(run)
        } else if let screen = text(source["tap"]?["push"]) {
            action = .tap(method: "nav.push", params: ["screen": .string(screen)])
        } else if let method = text(source["tap"]?["method"]) {
            action = .tap(method: method, params: source["tap"]?["params"]?.json ?? [:])
        } else {
            return nil
        }
        var button = ButtonItem(title: name, action: action, position: source.position)
        button.question = text(source["confirm"])
        button.word = text(source["type"])
        button.needsReason = source["reason"] != nil
        button.role = source["role"]?.text
        button.timeout = source["timeout"]?.duration
        button.lock = text(source["lock"])
        if case .row(let row) = rows { button.row = row }
        return .button(button)
    }

    private mutating func log(_ name: String?, _ source: Source) -> Item.Content? {
        guard let name else { return nil }
        let rows = source["rows"]?.integer
        if let follow = command(source["follow"]) { return .log(LogItem(id: name, follow: follow, rows: rows)) }
        guard let unit = text(source["unit"]) else { return nil }
        let words = ["journalctl", "--follow", "--no-pager", "--lines=200", "--unit=\(unit)"]
        let follow = CommandTemplate(arguments: words.map { .literal($0) }, position: source.position)
        return .log(LogItem(id: name, follow: follow, rows: rows))
    }

    private mutating func table(_ name: String?, _ source: Source) -> Item.Content? {
        guard let name, let from = command(source["from"]) else { return nil }
        let columns = (source["columns"]?.list ?? []).compactMap { part -> TableItem.Column? in
            guard let key = text(part) ?? text(part["key"]) else { return nil }
            return .init(
                key: key, title: text(part["title"]) ?? key, alignment: part["alignment"]?.text, weight: part["weight"]?.number)
        }
        let outer = rows
        rows = .unknown
        for part in source["each"]?.list ?? [] {
            if item(part).map({ if case .button = $0.content { false } else { true } }) ?? false {
                add(part, "a row of a table has buttons only")
            }
        }
        rows = outer
        return .table(
            TableItem(
                id: name, from: from, every: source["every"]?.duration, timeout: source["timeout"]?.duration ?? .seconds(30),
                columns: columns, each: (source["each"]?.list ?? []).map { RowTemplate(source: $0) }))
    }

    // MARK: - Ids

    private mutating func checkedID(_ id: String?, _ source: Source?, parts: some RangeExpression<Int>) -> String? {
        guard let id, let source else { return nil }
        let segments = id.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.contains(segments.count), segments.allSatisfy({ !$0.isEmpty }), !id.contains("*") else {
            let expected = parts.contains(1) ? "an id such as services" : "an id of two parts, such as services/nginx"
            add(source, "expected \(expected), found \"\(id)\"")
            return nil
        }
        return id
    }

    private mutating func add(_ source: Source, _ message: String) { problems.append(Problem(at: source.position, message)) }
}
