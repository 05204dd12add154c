import FasciaAgent
import FasciaDocument
import enum FasciaModel.Suggestion
import FasciaYAML

/// A panel file on a certain machine: without what the machine does not have, and with an item for each row of a command.
package struct ExpandedPanel: Hashable, Sendable {
    /// What has been read so far.
    package struct Data: Hashable, Sendable {
        /// The rows that a command has printed.
        package var rows: [CommandTemplate: [[String: String]]] = [:]
        /// Why the rows of a command cannot be read now. Those that it has printed before remain.
        package var failures: [CommandTemplate: String] = [:]
        /// The states of pickers that are not among their choices, by the ids of the pickers.
        package var outside: [String: [String]] = [:]
        /// What the machine lacks.
        package var missing: Set<Requirement> = []

        package init() {}

        /// The item, unless the machine lacks what it needs.
        fileprivate func present(_ item: Item?) -> Item? { item.flatMap { missing.isDisjoint(with: $0.requirements) ? $0 : nil } }
    }

    package let name: String
    package let title: String?
    package let theme: JSON?
    package let atMost: Int
    package let screens: [PanelScreen]
    package let declarations: Declarations
    package let buttons: [PanelButton]
    package let problems: [Problem]
    /// What rows lack, each once.
    package let warnings: [Problem]
    /// Buttons that cannot be told from others of their screen.
    let duplicates: [Problem]
    /// The ids of things that this machine does not have.
    let omitted: Set<String>
    /// What is wrong with each use of a list.
    package let listProblems: [CommandTemplate: String]
    /// The lists whose rows have made things, by the ids of these.
    let lists: [String: CommandTemplate]
    private let data: Data
    private let elements: [CommandTemplate: [PanelChoice]]

    /// - Parameters:
    ///   - busy: the ids of things with a change that runs or waits for its confirmation. They remain, with their rows, where
    ///     `previous` had them.
    package init(_ file: PanelFile, _ data: Data, keeping busy: Set<String> = [], of previous: ExpandedPanel? = nil) {
        var expansion = Expansion(file, data: data, busy: busy, previous: previous?.data)
        name = file.name
        title = file.title
        theme = file.theme
        atMost = file.atMost
        screens = file.screens.map { screen in
            var screen = screen
            expansion.screen = screen.id
            screen.items = expansion.items(screen.items)
            screen.toolbar = expansion.items(screen.toolbar)
            return screen
        }
        var declarations = Declarations(screens.flatMap { $0.items + $0.toolbar })
        if let previous, !busy.isEmpty { declarations.keep(busy, of: previous.declarations) }
        self.declarations = declarations
        self.data = expansion.data
        elements = expansion.elements
        lists = expansion.lists
        listProblems = expansion.data.failures.merging(expansion.listProblems) { "\($0); \($1)" }
        omitted = Declarations(file).ids.subtracting(declarations.ids)
        buttons = expansion.buttons
        duplicates = expansion.duplicates
        problems = duplicates + declarations.problems
        warnings = expansion.warnings
    }

    /// What can be picked, and the actual state if that is something else.
    package func choices(of picker: PickerItem) -> [PanelChoice] {
        let choices = ownChoices(of: picker)
        guard let outside = data.outside[picker.id] else { return choices ?? [] }
        let ids = Set((choices ?? []).map(\.id))
        return (choices ?? [])
            + outside.filter { !ids.contains($0) }.map { state in
                // Before the choices are known, it may be one of them.
                PanelChoice(id: state, label: choices == nil ? nil : "\(state) (not among the choices)")
            }
    }

    /// Whether a state is one of those that the file offers.
    func isChoice(_ state: String, of picker: PickerItem) -> Bool {
        ownChoices(of: picker)?.contains { $0.id == state } ?? false
    }

    /// `nil` if they have not been read yet.
    private func ownChoices(of picker: PickerItem) -> [PanelChoice]? {
        switch picker.choices {
        case .fixed(let elements): elements
        case .from(let command, _): elements[command]
        case nil: []
        }
    }

    func rows(of command: CommandTemplate) -> [[String: String]] { data.rows[command] ?? [] }

    /// The buttons of a row of a table.
    func rowItems(of table: TableItem, _ row: [String: String]) -> [Item] {
        table.each.compactMap { data.present($0.item(row).item) }
    }

    func button(_ item: ButtonItem, on screen: String) -> PanelButton { PanelButton(item: item, screen: screen) }
}

/// A button on a screen.
package struct PanelButton: Hashable, Sendable {
    package fileprivate(set) var item: ButtonItem
    package let screen: String
    /// Different for different buttons of a screen: the title in letters that every name may have, and, if that is not all of the
    /// title or the button belongs to a row, a hash of both.
    package let name: String

    init(item: ButtonItem, screen: String) {
        self.item = item
        self.screen = screen
        let word = PanelButton.word(item.title)
        let isWhole =
            item.row.isEmpty && item.title.wholeMatch(of: /[A-Za-z0-9]+( [A-Za-z0-9]+)*/) != nil
            && item.title.utf8.count <= PanelButton.longestWord
        let parts = [item.title] + item.row.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
        name = isWhole ? word : (word.isEmpty ? "" : word + "-") + String(PanelButton.hash(parts), radix: 36)
    }

    /// Whether a tap of another button with this name may just as well be one of this button.
    func isSame(as other: PanelButton) -> Bool { item.withoutPositions == other.item.withoutPositions }

    package var runs: Bool { if case .run = item.action { true } else { false } }
    /// The action that it emits.
    package var action: String { "onTapped-" + name }
    package var questionScreen: String { "\(screen).ask-\(name)" }
    /// The sheet with the output of its command.
    package var sheet: RunSheet { RunSheet(title: item.title, name: "\(screen)/\(name)") }
    /// The values into which the word and the reason are typed.
    package var wordKey: String { "panel/\(screen)/\(name)/word" }
    package var reasonKey: String { "panel/\(screen)/\(name)/reason" }
    package var inputKeys: [String] { (item.word == nil ? [] : [wordKey]) + (item.needsReason ? [reasonKey] : []) }

    private static func word(_ title: String) -> String {
        let word = String(title.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        let joined = word.split(separator: "-").joined(separator: "-")
        return String(joined.prefix(longestWord))
    }

    /// A row may have a title of any length, and names have a limit.
    private static let longestWord = 64

    /// FNV-1a with 64 bits (RFC 9923): the same in each process, unlike Swift's. The length of each text is a part of it.
    static func hash(_ texts: [String]) -> UInt64 {
        texts.map { "\($0.utf8.count):\($0)" }.joined().utf8
            .reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension ButtonItem {
    fileprivate var withoutPositions: ButtonItem {
        var item = self
        (item.position, item.conditions) = (Position(file: ""), [])
        if case .run(var template) = action {
            template.position = item.position
            item.action = .run(template)
        }
        return item
    }
}

private struct Expansion {
    var data: ExpandedPanel.Data
    let busy: Set<String>
    let previous: ExpandedPanel.Data?
    var screen = ""
    var elements: [CommandTemplate: [PanelChoice]] = [:]
    var listProblems: [CommandTemplate: String] = [:]
    var lists: [String: CommandTemplate] = [:]
    var buttons: [PanelButton] = []
    var warnings: [Problem] = []
    /// Buttons that cannot be told from others.
    var duplicates: [Problem] = []
    /// Where a button is, by its screen and its name.
    private var places: [[String]: Int] = [:]
    /// The things of the file itself, and of the lists until now.
    private var taken = ListProblems.Names()

    init(_ file: PanelFile, data: ExpandedPanel.Data, busy: Set<String>, previous: ExpandedPanel.Data?) {
        (self.data, self.busy, self.previous) = (data, busy, previous)
        taken.add(Declarations(file.screens.flatMap { present($0.items) + present($0.toolbar) }))
    }

    /// The items of which the machine has what they need.
    private func present(_ items: [Item]) -> [Item] {
        items.compactMap(data.present).map { item in
            guard case .section(let title, let inner, let footer) = item.content else { return item }
            var item = item
            item.content = .section(title: title, items: present(inner), footer: footer)
            return item
        }
    }

    mutating func items(_ items: [Item]) -> [Item] {
        var result: [Item] = []
        for item in present(items) { result += expanded(item) }
        return result
    }

    private mutating func expanded(_ item: Item) -> [Item] {
        var item = item
        switch item.content {
        case .section(let title, let inner, let footer):
            item.content = .section(title: title, items: items(inner), footer: footer)
        case .group(var group):
            let hasOptions = !group.options.isEmpty
            group = present(group)
            // It would be taken for one that is declared elsewhere.
            if group.options.isEmpty, hasOptions { return [] }
            item.content = .group(group)
        case .button(let button): add(PanelButton(item: button, screen: screen))
        case .table(let table):
            cut(table, at: item.position)
            for row in data.rows[table.from] ?? [] {
                for template in table.each {
                    let (made, found) = template.item(row)
                    addWarnings(found)
                    if case .button(let button)? = data.present(made)?.content { add(PanelButton(item: button, screen: screen)) }
                }
            }
            return [item] + note(table.from)
        case .picker(let picker):
            guard case .from(let command, _) = picker.choices else { break }
            read(command)
            return [item] + note(command)
        case .each(let each): return items(of: each) + note(each.from)
        default: break
        }
        return [item]
    }

    // MARK: - Lists

    /// Why a list is not complete, below it.
    private func note(_ command: CommandTemplate) -> [Item] {
        guard let text = listProblems[command] ?? data.failures[command] else { return [] }
        return [Item(content: .note(text), position: command.position)]
    }

    /// Takes the elements of a picker from the rows of its command.
    private mutating func read(_ command: CommandTemplate) {
        guard let rows = data.rows[command] else { return }
        var (ids, problems, elements) = (ListProblems.IDs(), ListProblems(), [PanelChoice]())
        for (index, row) in rows.enumerated() {
            let id = row["id"] ?? row["line"]
            if let problem = ids.problem(id, member: "id", place: index + 1) {
                problems.add(problem)
            } else if let id {
                elements.append(PanelChoice(id: id, label: row["label"]))
            }
        }
        // The state may be another one.
        let most = RowReader.most - 1
        if elements.count > most {
            elements.removeLast(elements.count - most)
            problems.cut(to: most)
        }
        self.elements[command] = elements
        listProblems[command] = problems.text
    }

    /// The most items of one list, and the most cells and bytes of a table: a screen has 20,000 nodes and 1 MiB.
    private static let (mostItems, mostCells, mostBytes) = (2_000, 15_000, 500_000)

    /// Leaves out the rows of a table with which the screen would be refused.
    private mutating func cut(_ table: TableItem, at position: Position) {
        guard let rows = data.rows[table.from] else { return }
        for column in table.columns where !rows.isEmpty && !rows.contains(where: { $0[column.key] != nil }) {
            let near = Suggestion.nearest(to: column.key, among: rows[0].keys.sorted()).map { ": did you mean \"\($0)\"?" } ?? ""
            addWarnings([Problem(.warning, at: position, "no row has a member \"\(column.key)\"\(near)")])
        }
        let cells = 1 + table.columns.count + (table.each.isEmpty ? 0 : table.each.reduce(1) { $0 + $1.mostNodes })
        var (most, bytes) = (0, 0)
        for row in rows.prefix(Expansion.mostCells / cells) {
            bytes += cells * 40 + table.columns.reduce(0) { $0 + (row[$1.key]?.utf8.count ?? 0) }
            guard bytes <= Expansion.mostBytes else { break }
            most += 1
        }
        guard most < rows.count else { return }
        data.rows[table.from] = Array(rows.prefix(most))
        var problems = ListProblems()
        problems.cut(to: most)
        listProblems[table.from] = problems.text
    }

    /// Each once: many rows may lack the same.
    private mutating func addWarnings(_ found: [Problem]) {
        for problem in found where problem.severity == .warning && !warnings.contains(problem) && warnings.count < 100 {
            warnings.append(problem)
        }
    }

    private mutating func items(of each: EachItem) -> [Item] {
        keepBusyRows(of: each)
        var (ids, names, problems, result) = (ListProblems.IDs(), ListProblems.Names(), ListProblems(), [Item]())
        for (index, row) in (data.rows[each.from] ?? []).enumerated() {
            guard index < Expansion.mostItems else {
                problems.cut(to: Expansion.mostItems)
                break
            }
            let id = row[each.member]
            if let problem = ids.problem(id, member: each.member, place: index + 1) {
                problems.add(problem)
                continue
            }
            let (made, found) = each.template.item(row)
            addWarnings(found)
            let name = "\"\(id ?? "")\""
            if let error = found.first(where: { $0.severity == .error }) {
                problems.add("\(name): \(error.message)")
            } else if let made = data.present(made) {
                let things = Declarations([made])
                if let problem = names.problem(things, occurs: "twice") ?? taken.problem(things, occurs: "elsewhere, too")
                    ?? problem(ofButton: made)
                {
                    problems.add("\(name): \(problem)")
                } else {
                    names.add(things)
                    for id in things.thingIDs { lists[id] = each.from }
                    result += items([made])
                }
            }
        }
        taken.add(names)
        listProblems[each.from] = problems.text
        return result
    }

    /// A row that has gone while a change of its things runs, or waits for its confirmation, remains until that is over. It
    /// stands behind the one that it stood behind.
    private mutating func keepBusyRows(of each: EachItem) {
        guard !busy.isEmpty, let old = previous?.rows[each.from], var rows = data.rows[each.from] else { return }
        let present = Set(rows.compactMap { $0[each.member] })
        for (index, row) in old.enumerated() {
            guard let id = row[each.member], !present.contains(id), let item = each.template.item(row).item,
                !busy.isDisjoint(with: Declarations([item]).thingIDs)
            else { continue }
            let place = old[..<index].reversed().lazy.compactMap { before in
                rows.firstIndex { $0[each.member] == before[each.member] }
            }.first
            rows.insert(row, at: place.map { $0 + 1 } ?? 0)
        }
        data.rows[each.from] = rows
    }

    /// A group with the options that this machine has, and the rules for those.
    private func present(_ group: OptionNode) -> OptionNode {
        var rest = group
        rest.options = group.options.filter { $0.requirements.allSatisfy { !data.missing.contains($0) } }.compactMap { option in
            let inner = present(option)
            // Without options it would be a switch.
            return inner.options.isEmpty && !option.options.isEmpty ? nil : inner
        }
        let left = Set(group.paths).subtracting(rest.paths)
        if !left.isEmpty { rest.rules = group.rules.without(left) }
        return rest
    }

    /// Why the button that a row makes cannot be shown; `nil` if it can.
    private func problem(ofButton item: Item) -> String? {
        guard case .button(let item) = item.content else { return nil }
        let button = PanelButton(item: item, screen: screen)
        guard let index = places[[screen, button.name]], !buttons[index].isSame(as: button) else { return nil }
        return "another button is titled \"\(item.title)\" and does something else"
    }

    private mutating func add(_ button: PanelButton) {
        if let index = places[[button.screen, button.name]] {
            if !buttons[index].isSame(as: button) {
                let first = buttons[index].item
                duplicates.append(
                    Problem(
                        at: button.item.position,
                        "the button \"\(button.item.title)\" cannot be told from \"\(first.title)\" "
                            + "(\(first.position.file), line \(first.position.line)), which does something else: "
                            + "give one of them another title"))
            } else if buttons[index].item.conditions != button.item.conditions {
                // They share what they ask.
                buttons[index].item.conditions = []
            }
        } else {
            places[[button.screen, button.name]] = buttons.count
            buttons.append(button)
        }
    }
}
