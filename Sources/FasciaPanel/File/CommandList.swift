import FasciaYAML

/// Every command that the agent of a panel file can ever run, in the order of the file.
package struct CommandList {
    package struct Entry: Hashable, Sendable {
        /// What it belongs to, such as `services/nginx`.
        package var owner: String
        /// `on`, `off`, `set`, `status`, `run`, `from`, `follow`, `revert` or `rule`.
        package var purpose: String
        package var text: String
        /// The program, if the file names it.
        var program: String?
        var position: Position?
    }

    package private(set) var entries: [Entry] = []

    /// What the machine lacks: items that need it are left out.
    private let missing: Set<Requirement>

    package init(_ file: PanelFile, missing: Set<Requirement> = []) {
        self.missing = missing
        for screen in file.screens {
            for item in screen.items + screen.toolbar { add(item) }
        }
        for rule in file.rules { add(rule.topics.joined(separator: " "), "rule", rule.run) }
    }

    private mutating func add(_ owner: String, _ purpose: String, _ command: CommandTemplate) {
        var entry = Entry(owner: owner, purpose: purpose, text: command.text, position: command.position)
        if !command.isShell, case .literal(let program)? = command.arguments.first { entry.program = program }
        entries.append(entry)
    }

    private mutating func add(_ owner: String, _ binding: ThingBinding) {
        for (purpose, command) in binding.commands { add(owner, purpose, command) }
        guard let unit = binding.unit else { return }
        let verbs = binding.enables ? "start, stop, enable, disable" : "start, stop"
        entries.append(Entry(owner: owner, purpose: "unit", text: "\(verbs) \(unit.name)\(unit.isOfUser ? " of the user" : "")"))
    }

    private mutating func add(_ item: Item) {
        guard missing.isDisjoint(with: item.requirements) else { return }
        switch item.content {
        case .section(_, let items, _): for item in items { add(item) }
        case .toggle(let toggle): add(toggle.id, toggle.binding)
        case .group(let group):
            for (id, option) in group.leaves(below: "") where missing.isDisjoint(with: option.requirements) {
                add(id, option.binding)
            }
        case .picker(let picker):
            if case .from(let from, _) = picker.choices { add(picker.id, "from", from) }
            add(picker.id, picker.binding)
        case .value(let value): add(value.key, value.binding)
        case .button(let button): if case .run(let run) = button.action { add(button.title, "run", run) }
        case .reading(let reading): if let from = reading.from { add(reading.key, "from", from) }
        case .log(let log): add(log.id, "follow", log.follow)
        case .table(let table):
            add(table.id, "from", table.from)
            for template in table.each { add(template) }
        case .each(let each):
            add(each.member, "from", each.from)
            add(each.template)
        case .link, .text, .note, .divider, .node: break
        }
    }

    private mutating func add(_ template: RowTemplate) {
        var builder = FileBuilder(rows: .unknown(id: nil))
        if let item = builder.item(template.source) { add(item) }
    }
}

extension ThingBinding {
    fileprivate var enables: Bool { unit?.enables ?? false }
}
