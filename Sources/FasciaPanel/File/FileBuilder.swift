import FasciaDocument
import enum FasciaModel.Naming
import FasciaUnits
import FasciaYAML

/// Makes the values of a panel file from its YAML, which `Validation` has checked: what has a wrong shape is left out here.
struct FileBuilder {
    enum Rows: Hashable {
        /// Nothing is repeated here.
        case none
        /// The members of the rows are not known yet, but the one that tells them apart.
        case unknown(id: String?)
        case row([String: String])
    }

    var rows = Rows.none
    var problems: [Problem] = []
    var screens: [String: Position] = [:]

    init(rows: Rows = .none) { self.rows = rows }

    // MARK: - Parts

    mutating func text(_ source: Source?) -> String? {
        guard let source, let text = source.text else { return nil }
        warnOfMissing(in: text, source)
        guard case .row(let row) = rows else { return text }
        return FileBuilder.filled(text, row)
    }

    /// Braces that stand for nothing stay as they are, which people see.
    private mutating func warnOfMissing(in text: String, _ source: Source) {
        guard rows != .none, text.utf8.contains(UInt8(ascii: "{")) else { return }
        for match in text.matches(of: /\{([A-Za-z0-9_][A-Za-z0-9_-]*)\}/) {
            let name = String(match.output.1)
            let message: String
            switch rows {
            case .row(let row) where row[name] == nil: message = "the row has no member \"\(name)\""
            case .unknown(let id) where !TemplateParser.isMember(name, of: id):
                message = "plain lines have no member \"\(name)\": there are {line}, and {1}, {2} and so on for the words"
            default: continue
            }
            return problems.append(Problem(.warning, at: source.position, message))
        }
    }

    private static func hasPlaces(_ text: String) -> Bool { text.contains(/\{[A-Za-z0-9_][A-Za-z0-9_-]*\}/) }

    private static func filled(_ text: String, _ row: [String: String]) -> String {
        text.replacing(/\{([A-Za-z0-9_][A-Za-z0-9_-]*)\}/) { match in
            let name = String(match.output.1)
            // A line may have fewer words than others.
            let isWord = row["line"] != nil && name.allSatisfy(\.isNumber)
            return row[name] ?? (isWord ? "" : String(match.output.0))
        }
    }

    /// - Parameters:
    ///   - places: what stands for something in it.
    ///   - owner: what it belongs to, for messages.
    mutating func command(
        _ source: Source?, isSecret: Bool = false, places: [String] = [], secretPlaces: [String] = [], owner: String
    ) -> CommandTemplate? {
        guard let source else { return nil }
        var parser = TemplateParser(
            hasRow: rows != .none, isSecret: isSecret, places: places, owner: owner, secretPlaces: secretPlaces)
        if case .unknown(let id) = rows { parser.member = id }
        if case .row(let row) = rows { parser.row = row }
        var template = parser.template(source)
        problems += parser.problems
        if case .row(let row) = rows {
            template?.row = row
            if let clash = template?.clash { problems.append(Problem(.warning, at: source.position, clash)) }
        }
        return template
    }

    func range(_ source: Source?) -> ClosedRange<Double>? {
        guard let numbers = source?.list?.compactMap(\.number), numbers.count == 2, numbers[0] <= numbers[1] else { return nil }
        return numbers[0]...numbers[1]
    }

    /// The members of a row become names and operands as they are: they are no part of the language.
    private mutating func condition(_ source: Source?) -> JSON.Object? {
        guard let source, let text = source.text, let condition = try? ConditionText.parse(text) else { return nil }
        warnOfMissing(in: text, source)
        guard case .row(let row) = rows else { return condition }
        return JSON.Object(
            condition.members.map { name, value in
                (name, value.stringValue.map { .string(FileBuilder.filled($0, row)) } ?? value)
            })
    }

    mutating func requirements(_ source: Source?) -> [Requirement] {
        var all: [Requirement] = []
        for part in source?.list ?? [source].compactMap(\.self) {
            if let command = text(part["command"]) { all.append(.command(command)) }
            if let file = text(part["file"]) { all.append(.file(file)) }
            if let unit = text(part["unit"]) { all.append(.unit(unit)) }
        }
        return all
    }

    /// The name of a unit. systemd would take some characters for a pattern, so that what a row says must have none of them.
    private mutating func unit(_ source: Source?) -> String? {
        guard let source, let name = text(source) else { return nil }
        if case .unknown = rows { return name }
        let isName =
            rows == .none
            ? !name.isEmpty && !name.contains(where: \.isWhitespace)
            : !name.isEmpty && name.utf8.first != UInt8(ascii: "-")
                && name.unicodeScalars.allSatisfy { scalar in
                    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal)
                        || ":-_.\\@".unicodeScalars.contains(scalar)
                }
        guard isName else {
            add(source, "expected the name of a unit, found \"\(name.prefix(60))\"")
            return nil
        }
        return name
    }

    mutating func binding(_ source: Source, isSecret: Bool = false) -> ThingBinding {
        var binding = ThingBinding()
        if let unit = source["unit"], let name = unit.text, UnitName.isTemplate(name) {
            let words =
                "\"\(name)\" is a template, which cannot be started: name an instance, such as \(UnitName.instance("one", of: name))"
            problems.append(Problem(.warning, at: unit.position, words))
        }
        binding.unit = unit(source["unit"]).map {
            .init(name: $0, isOfUser: source["user"]?.bool ?? false, enables: source["also"] != nil)
        }
        let change = CommandTemplate.names
        binding.on = command(source["on"], places: change, owner: "on")
        binding.off = command(source["off"], places: change, owner: "off")
        binding.set = command(source["set"], isSecret: isSecret, places: change, owner: "set")
        binding.status = command(source["status"], places: ["id"], owner: "status")
        if let says = source["says"] {
            binding.says = says["match"]?.text.map { .match($0) } ?? (says.text == "json" ? .json : .text)
            warnOfNoMatch(says["match"], isOutput: true)
        }
        binding.every = source["every"]?.duration
        binding.isPolledOnlyWhileSeen = source["while"] != nil
        if let timeout = source["timeout"]?.duration { binding.timeout = timeout }
        binding.settle = source["settle"]?.duration
        binding.retry = source["retry"]?.bool ?? false
        binding.revertWithin = source["revert"]?["within"]?.duration
        if let within = source["revert"]?["within"], let time = binding.revertWithin,
            !(.milliseconds(1) ... .seconds(86_400)).contains(time)
        {
            add(within, "expected from 1ms to 24h, such as 60s, found \"\(within.text ?? "")\"")
        }
        binding.revertRun = command(source["revert"]?["run"], isSecret: isSecret, places: change, owner: "revert")
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
            guard let from = command(each["from"], owner: "from"), let member = each["id"]?.text else { return nil }
            var template = source
            template.content = .mapping((source.entries ?? []).filter { $0.key != "each" })
            // What each row needs is known with the row.
            let needed = requirements(source["where"]).filter { !FileBuilder.hasPlaces($0.name) }
            rows = .unknown(id: member)
            defer { rows = .none }
            _ = item(template)
            let content = EachItem(
                from: from, member: member, every: each["every"]?.duration, template: RowTemplate(source: template))
            var list = Item(content: .each(content), position: source.position)
            list.requirements = needed
            return list
        }
        if rows != .none, let each = source["each"], source["table"] == nil { add(each, "a row has no list of its own") }
        guard let content = content(source) else { return nil }
        var item = Item(content: content, position: source.position)
        (item.shown, item.enabled) = (condition(source["shown"]), condition(source["enabled"]))
        (item.because, item.icon) = (text(source["because"]), text(source["icon"]))
        item.requirements = requirements(source["where"])
        if case .button(var button) = content {
            button.conditions = [item.shown, item.enabled].compactMap(\.self)
            item.content = .button(button)
        }
        return item
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
            group.rules = rules(source["rules"])
            if !group.options.isEmpty, id.contains("/") {
                add(
                    source[kind.rawValue] ?? source,
                    "expected a group without \"/\", found \"\(id)\": write inner groups as options of the outer one")
            }
            return .group(group)
        case .picker:
            guard let id = checkedID(name, source[kind.rawValue], parts: 2...2) else { return nil }
            let elements = choices(source["choices"])
            if let initial = source["initial"] {
                if case .fixed(let all)? = elements, !all.contains(where: { $0.id == initial.text }) {
                    add(initial, "expected one of the choices, found \(initial.found)")
                } else if case .from? = elements {
                    add(initial, "write the choices out to begin with one of them: those of a command are not known at first")
                }
            }
            return .picker(
                PickerItem(
                    id: id, title: title, choices: elements, style: source["style"]?.text, initial: source["initial"]?.text,
                    binding: binding(source)))
        case .value: return checkedKey(name, source[kind.rawValue]).map { .value(value($0, title, source)) }
        case .button: return button(name, source)
        case .link:
            let shows = text(source["shows"])
            return name.map { .link(LinkItem(screen: $0, title: title, shows: shows)) }
        case .text: return name.map { .text($0) }
        case .section:
            let (inner, footer) = (items(source["items"]), text(source["footer"]))
            return name.map { .section(title: $0, items: inner, footer: footer) }
        case .divider: return .divider
        case .gauge, .progress, .sparkline, .chart:
            guard let name = checkedKey(name, source[kind.rawValue]), let kind = Reading.Kind(rawValue: kind.rawValue) else {
                return nil
            }
            var reading = Reading(kind: kind, key: name, title: title, from: command(source["from"], owner: "from"))
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

    private mutating func button(_ name: String?, _ source: Source) -> Item.Content? {
        guard let name else { return nil }
        let action: ButtonItem.Action
        let fields = askedFields(source["ask"], isForScript: source["run"]?["shell"] != nil)
        let secrets = fields.filter { $0.kind == .secret }.map(\.name)
        if let run = command(
            source["run"], places: ["id"] + fields.map(\.name), secretPlaces: secrets, owner: "a button")
        {
            action = .run(run)
        } else if let screen = text(source["tap"]?["push"]) {
            action = .tap(method: "nav.push", params: ["screen": .string(screen)])
        } else if let method = text(source["tap"]?["method"]) {
            action = .tap(method: method, params: source["tap"]?["params"]?.json ?? [:])
        } else {
            return nil
        }
        var button = ButtonItem(title: name, action: action, position: source.position)
        button.fields = fields
        button.question = text(source["confirm"])
        button.word = text(source["type"])
        button.needsReason = source["reason"] != nil
        button.role = source["role"]?.text
        button.timeout = source["timeout"]?.duration
        button.lock = text(source["lock"])
        for part in source["requires"]?.list ?? [source["requires"]].compactMap(\.self) {
            if let id = text(part) { button.requires.append(id) }
        }
        if case .row(let row) = rows { button.row = row }
        return .button(button)
    }

    private mutating func log(_ name: String?, _ source: Source) -> Item.Content? {
        guard let name = checkedKey(name, source["log"]) else { return nil }
        let rows = source["rows"]?.integer
        if let follow = command(source["follow"], owner: "follow") { return .log(LogItem(id: name, follow: follow, rows: rows)) }
        guard let unit = unit(source["unit"]) else { return nil }
        let words = ["journalctl", "--follow", "--no-pager", "--lines=200", "--unit=\(unit)"]
        let follow = CommandTemplate(arguments: words.map { .literal($0) }, position: source.position)
        return .log(LogItem(id: name, follow: follow, rows: rows))
    }

    private mutating func table(_ name: String?, _ source: Source) -> Item.Content? {
        guard let name, let from = command(source["from"], owner: "from") else { return nil }
        var columns: [TableItem.Column] = []
        for part in source["columns"]?.list ?? [] {
            guard let key = text(part) ?? text(part["key"]) else { continue }
            let title = text(part["title"]) ?? key
            columns.append(
                .init(key: key, title: title, alignment: part["alignment"]?.text, weight: part["weight"]?.number))
        }
        let outer = rows
        rows = .unknown(id: nil)
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

    /// The deepest that the daemon lets groups be in each other.
    private static let mostParts = 64

    private mutating func checkedID(_ id: String?, _ source: Source?, parts: some RangeExpression<Int>) -> String? {
        guard let id, let source else { return nil }
        let segments = id.split(separator: "/", maxSplits: FileBuilder.mostParts, omittingEmptySubsequences: false)
        guard segments.count <= FileBuilder.mostParts else {
            add(source, "expected at most \(FileBuilder.mostParts) parts, found \"\(id.prefix(60))…\"")
            return nil
        }
        guard parts.contains(segments.count), segments.allSatisfy({ !$0.isEmpty }) else {
            let expected = parts.contains(1) ? "an id such as services" : "an id of two parts, such as services/nginx"
            add(source, "expected \(expected), found \"\(id)\"")
            return nil
        }
        if let problem = segments.lazy.compactMap({ Naming.problem(inSegment: String($0)) }).first {
            add(source, "a part of the id \(problem)")
            return nil
        }
        return id
    }

    /// The key of a value, or the id of a log. Patterns and what the daemon refuses are left out: a row may say anything.
    private mutating func checkedKey(_ key: String?, _ source: Source?) -> String? {
        guard let key, let source else { return nil }
        if let problem = Naming.problem(in: key) {
            add(source, "the key \(problem)")
            return nil
        }
        if rows == .none, key.split(separator: "/", omittingEmptySubsequences: false).contains("") {
            add(source, "expected a key such as disk/free, found \"\(key)\": a part of it is empty")
        }
        return key
    }

    mutating func add(_ source: Source, _ message: String) { problems.append(Problem(at: source.position, message)) }
}
