import FasciaDocument
import enum FasciaModel.Suggestion

/// Checks the names in a file that refer to things declared elsewhere.
enum References {
    static func problems(_ file: PanelFile) -> [Problem] {
        let declarations = Declarations(file)
        var checker = Checker(
            screens: file.screens.map(\.id), toggles: declarations.toggles, pickers: declarations.pickers.map(\.id),
            values: declarations.values.map(\.key) + declarations.readings.map(\.key), problems: declarations.problems)
        for screen in file.screens { checker.check(screen.items + screen.toolbar) }
        if !file.screens.isEmpty, !checker.screens.contains("home") {
            checker.problems.append(
                Problem(.warning, at: file.screens[0].position, "there is no screen \"home\", which is shown first"))
        }
        return checker.problems + duplicates(file)
    }

    /// Buttons that cannot be told from others on any machine. Each table and each template has a row of its own here.
    private static func duplicates(_ file: PanelFile) -> [Problem] {
        var data = ExpandedPanel.Data()
        data.missing = Requirements(file).all
        for source in RowSources(file, missing: data.missing).sources { data.rows[source.command] = [[source.owner: ""]] }
        return ExpandedPanel(file, data).duplicates
    }

    private struct Checker {
        let screens: [String]
        let toggles: [String]
        let pickers: [String]
        let values: [String]
        var problems: [Problem]

        mutating func check(_ items: [Item]) {
            for item in items {
                check(item)
                for condition in [item.shown, item.enabled] {
                    if let id = condition?["toggle"]?.stringValue { check(id, toggles, "switch", item.position) }
                    if let key = condition?["value"]?.stringValue { check(key, values, "value", item.position) }
                }
            }
        }

        private mutating func check(_ item: Item) {
            switch item.content {
            case .toggle(let toggle) where toggle.binding.isEmpty: check(toggle.id, toggles, "switch", item.position)
            case .group(let group) where group.options.isEmpty: check(group.name, toggles, "group", item.position)
            case .picker(let picker) where picker.choices == nil: check(picker.id, pickers, "picker", item.position)
            case .value(let value) where value.kind == nil: check(value.key, values, "value", item.position)
            case .reading(let reading) where reading.from == nil: check(reading.key, values, "value", item.position)
            case .link(let link):
                check(link.screen, screens, "screen", item.position)
                if let id = link.shows { check(id, toggles + pickers + values, "thing", item.position) }
            case .section(_, let items, _): check(items)
            case .button(let button):
                if case .tap("nav.push", let params) = button.action, let screen = params["screen"]?.stringValue {
                    check(screen, screens, "screen", item.position)
                }
            default: break
            }
        }

        /// A name that is close to another one is misspelt. Any other may be declared by another program.
        private mutating func check(_ name: String, _ names: [String], _ what: String, _ position: Position) {
            guard !names.contains(name) else { return }
            if let near = Suggestion.nearest(to: name, among: names) {
                problems.append(Problem(at: position, "there is no \(what) \"\(name)\": did you mean \"\(near)\"?"))
            } else {
                problems.append(Problem(.warning, at: position, "nothing in this file declares the \(what) \"\(name)\""))
            }
        }
    }
}
