import FasciaDocument
import enum FasciaModel.Suggestion
import FasciaYAML

/// Checks the names in a file that refer to things declared elsewhere.
enum References {
    /// What the daemon takes of claims.
    private static let mostThings = 10_000

    /// - Parameter others: files that are run together with it, and may declare what it names.
    static func problems(_ file: PanelFile, beside others: [PanelFile] = []) -> [Problem] {
        let declarations = Declarations(file)
        let rest = others.map { Declarations($0) }
        if declarations.ids.count > mostThings, let first = file.screens.first {
            return [
                Problem(
                    at: first.position,
                    "expected at most \(mostThings) switches, pickers and values, found \(declarations.ids.count)")
            ]
        }
        func names(_ of: (Declarations) -> [String]) -> Names { Names(of(declarations) + rest.flatMap(of)) }
        func values(_ of: Declarations) -> [String] { of.values.map(\.key) + of.readings.map(\.key) }
        let screens = Names((file.screens + others.flatMap(\.screens)).map(\.id))
        var checker = Checker(
            screens: screens, toggles: names { Array($0.toggles) }, pickers: names { $0.pickers.map(\.id) },
            values: names(values),
            all: names { Array($0.toggles) + $0.pickers.map(\.id) + values($0) },
            kinds: Dictionary(
                declarations.values.compactMap { value in value.kind.map { (value.key, $0) } }
                    + declarations.readings.map { ($0.key, $0.valueKind) }
            ) { first, _ in first }, problems: declarations.problems)
        for screen in file.screens {
            checker.tables = []
            checker.check(screen.items + screen.toolbar)
        }
        if !file.screens.isEmpty, !checker.screens.known.contains("home") {
            checker.problems.append(
                Problem(.warning, at: file.screens[0].position, "there is no screen \"home\", which is shown first"))
        }
        return checker.problems + duplicates(file) + declarations.groups.flatMap { switchesWithin([$0], below: "") }
    }

    /// A switch that has another one in it would be a group, and never run.
    private static func switchesWithin(_ options: [OptionNode], below prefix: String) -> [Problem] {
        options.flatMap { option -> [Problem] in
            let id = prefix + option.name
            let inner = switchesWithin(option.options, below: id + "/")
            guard !option.binding.isEmpty, let first = option.options.first else { return inner }
            let problem = "\"\(id)\" is a switch, of which \"\(id)/\(first.name)\" would make a group"
            return [Problem(at: first.position, problem)] + inner
        }
    }

    /// Buttons that cannot be told from others on any machine. Each table and each template has a row of its own here.
    private static func duplicates(_ file: PanelFile) -> [Problem] {
        var data = ExpandedPanel.Data()
        data.missing = Requirements(file).all
        for source in RowSources(file, missing: data.missing).sources { data.rows[source.command] = [[source.owner: ""]] }
        data.missing = Requirements(file, rows: data.rows).all
        return ExpandedPanel(file, data).duplicates
    }

    private struct Names {
        let known: Set<String>
        let all: [String]

        init(_ all: [String]) { (self.all, known) = (all, Set(all)) }
    }

    private struct Checker {
        let screens: Names
        let toggles: Names
        let pickers: Names
        let values: Names
        let all: Names
        /// What the values are, by their keys.
        let kinds: [String: ValueItem.Kind]
        var problems: [Problem]
        /// The tables of the screen.
        var tables: Set<String> = []
        /// How many names have been compared with all others, which takes long.
        var compared = 0

        mutating func check(_ items: [Item]) {
            for item in items {
                check(item)
                for condition in [item.shown, item.enabled] {
                    if let id = condition?["toggle"]?.stringValue { check(id, toggles, "switch", item.position) }
                    if let key = condition?["value"]?.stringValue {
                        check(key, values, "value", item.position)
                        if let condition { checkOperand(condition, of: key, item.position) }
                    }
                }
            }
        }

        /// What a value is compared with, it must be able to be.
        private mutating func checkOperand(_ condition: JSON.Object, of key: String, _ position: Position) {
            let isNumber = condition["above"] != nil || condition["below"] != nil || condition["is"]?.doubleValue != nil
            guard let kind = kinds[key], isNumber || condition["is"] != nil, condition["is"] != .null else { return }
            let remedy: String? =
                switch (kind, condition["is"]) {
                case (.text, _) where isNumber: "is a text, and compared with a number: give it kind: int or double"
                case (.text, .bool?): "is a text, and compared with a boolean: give it kind: bool"
                case (.int, _) where !isNumber, (.double, _) where !isNumber: "is a number, and compared with something else"
                case (.bool, let other) where other?.boolValue == nil: "is a boolean: compare it with true or false"
                default: nil
                }
            if let remedy { problems.append(Problem(.warning, at: position, "the value \"\(key)\" \(remedy)")) }
        }

        private mutating func check(_ item: Item) {
            switch item.content {
            case .toggle(let toggle) where toggle.binding.isEmpty: check(toggle.id, toggles, "switch", item.position)
            case .group(let group) where group.options.isEmpty: check(group.name, toggles, "group", item.position)
            case .picker(let picker) where picker.choices == nil: check(picker.id, pickers, "picker", item.position)
            case .value(let value) where value.kind == nil:
                check(value.key, values, "value", item.position, ": add kind: text, or what it is, to declare it")
            case .reading(let reading) where reading.from == nil: check(reading.key, values, "value", item.position)
            case .table(let table) where !tables.insert(table.id).inserted:
                problems.append(Problem(at: item.position, "another table of this screen has the id \"\(table.id)\""))
            case .link(let link):
                check(link.screen, screens, "screen", item.position)
                if let id = link.shows {
                    let plain = ["value:", "option:", "picker:"].first(where: id.hasPrefix).map { id.dropFirst($0.count) }
                    if let plain, all.known.contains(String(plain)) {
                        problems.append(Problem(at: item.position, "write \"\(plain)\", the id alone, for what a link shows"))
                    } else {
                        check(id, all, "thing", item.position)
                    }
                }
            case .section(_, let items, _): check(items)
            case .button(let button):
                for id in button.requires {
                    check(id, pickers.known.contains(id) ? pickers : values, "value or picker", item.position)
                }
                if case .tap("nav.push", let params) = button.action, let screen = params["screen"]?.stringValue {
                    check(screen, screens, "screen", item.position)
                }
            default: break
            }
        }

        /// A name that is close to another one is misspelt. Any other may be declared by another program.
        private mutating func check(_ name: String, _ names: Names, _ what: String, _ position: Position, _ remedy: String = "") {
            guard !names.known.contains(name) else { return }
            compared += 1
            if compared <= 100, let near = Suggestion.nearest(to: name, among: names.all) {
                problems.append(Problem(at: position, "there is no \(what) \"\(name)\": did you mean \"\(near)\"?"))
            } else {
                problems.append(Problem(.warning, at: position, "nothing in this file declares the \(what) \"\(name)\"\(remedy)"))
            }
        }
    }
}
