import FasciaDocument
import FasciaModel

extension Panel {
    /// Everything that can be found in the panel: its screens, what can be operated on them, and the switches, pickers
    /// and values that no screen shows.
    ///
    /// - Parameter stack: the stack whose entries' own screens are included.
    public func findables(stack: String) -> Findables {
        var index = FindableIndex(panel: self)
        let entries = self.stack(stack)?.entries ?? []
        let own = Dictionary(entries.map { (screenID(of: $0), $0) }) { $1 }
        for id in screenIDs {
            guard let screen = screen(id) else { continue }
            let entry = own[id]
            // Another entry's own screen cannot be opened by itself.
            if entry == nil, id.contains("@") { continue }
            index.add(screen, shownBy: entry)
        }
        index.addQuestions()
        index.addRest()
        return Findables(index.found, isComplete: index.isComplete)
    }
}

/// Collects what can be found. Of several places that show a thing, the first one counts.
private struct FindableIndex {
    /// The maximum number of nodes to look at, and of things to find, so that a huge panel does not stop the daemon.
    private static let (maximumNodes, maximumFound) = (20_000, 10_000)

    let panel: Panel
    private(set) var found: [Findable] = []
    private var addresses: Set<FindAddress> = []
    private var nodes = 0

    init(panel: Panel) { self.panel = panel }

    var isComplete: Bool { nodes < Self.maximumNodes && found.count < Self.maximumFound }

    private mutating func add(_ thing: Findable) {
        guard found.count < Self.maximumFound, !thing.title.isEmpty, addresses.insert(thing.address).inserted else { return }
        var thing = thing
        (thing.title, thing.path) = (Self.clipped(thing.title), thing.path.map(Self.clipped))
        if !panel.claims.isEmpty { thing.noteCondition(in: panel) }
        found.append(thing)
    }

    /// A text as far as it is searched.
    private static func clipped(_ text: String) -> String {
        text.utf8.count <= FuzzyText.maximumLetters ? text : String(text.unicodeScalars.prefix(FuzzyText.maximumLetters))
    }

    // MARK: - Screens

    mutating func add(_ screen: Screen, shownBy entry: Entry?) {
        let title = entry.map(panel.title) ?? screen.title ?? screen.id
        add(Findable(.screen, address: FindAddress(.screen, screen.id), title: title, place: .init(screen: screen.id, node: "")))
        guard nodes < Self.maximumNodes else { return }
        let shown = entry ?? Entry(id: EntryID(""), route: Route(screen.id))
        let root = SceneResolver(panel: panel, entry: shown).root(screen.body, [:])
        add(root, screen.id, title.isEmpty ? [] : [title])
        add(valuesIn: screen.body, screen.id, title)
    }

    private mutating func add(_ element: Element, _ screen: String, _ path: [String]) {
        nodes += 1
        guard nodes < Self.maximumNodes, !element.isAccessibilityHidden else { return }
        let place = Findable.Place(screen: screen, node: element.id)
        if let options = element.options, let edit = element.edit {
            return add(picker(element, options, edit, place, path))
        }
        if element.controlKind == .menu {
            for item in MenuItem.items(of: element) { add(item, of: element, place, path) }
            return
        }
        if let thing = operable(element, place, path) { add(thing) }
        var inner = path
        if case .section(let title?, _) = element.content { inner.append(title) }
        for child in element.children { add(child, screen, inner) }
        for child in element.attachments { add(child, screen, inner) }
    }

    private mutating func add(_ item: MenuItem, of menu: Element, _ place: Findable.Place, _ path: [String]) {
        guard !item.isHeading, let activation = item.activation else { return }
        if case .flip(let id, _) = activation { return addToggle(id, label: item.label, place, path) }
        let name = [place.screen, item.id.element, item.id.option].compactMap { $0 }.joined(separator: "/")
        var thing = Findable(
            .command, address: FindAddress(.node, name), title: item.label, state: item.isChecked ? "on" : "",
            path: path + [menu.label], place: place, activation: activation)
        thing.isDestructive = item.isDestructive
        add(thing)
    }

    private mutating func addToggle(_ id: String, label: String?, _ place: Findable.Place?, _ path: [String]) {
        guard let info = panel.toggle(id), info.state != nil else { return }
        add(panel.findable(info, label: label, place, path))
    }

    private func picker(
        _ element: Element, _ options: Options, _ edit: Edit, _ place: Findable.Place, _ path: [String]
    ) -> Findable {
        var address = FindAddress(.node, "\(place.screen)/\(place.node)")
        if case .component(let id) = edit.target { address = FindAddress(.picker, id) }
        let shown = options.selected.map { options.all[$0].label } ?? ""
        var thing = Findable(.picker, address: address, title: element.label, state: shown, path: path, place: place)
        if thing.title.isEmpty, case .component(let id) = edit.target { thing.title = panel.pickerComponent(id)?.title ?? id }
        if element.isEnabled { thing.options = options }
        return thing
    }

    private mutating func operable(_ element: Element, _ place: Findable.Place, _ path: [String]) -> Findable? {
        let activation = element.isEnabled ? element.activation : nil
        if case .flip(let id, _)? = element.activation {
            addToggle(id, label: element.label, place, path)
            return nil
        }
        var thing = Findable(
            .button, address: FindAddress(.node, "\(place.screen)/\(place.node)"), title: element.label, path: path, place: place,
            activation: activation)
        switch element.controlKind {
        case .toggle:
            guard element.activation != nil else { return nil }
            thing.kind = .switch
            thing.state = element.toggleState?.rawValue ?? ""
        case .textField, .slider, .stepper:
            thing.kind = .value
            thing.activation = nil
            var isSecret = element.control?.field?.isSecure ?? false
            if case .value(let key, _)? = element.edit?.target {
                thing.address = FindAddress(.value, key)
                isSecret = isSecret || panel.isSecret(value: key)
            }
            // A number is padded to a width that does not change.
            thing.state = isSecret ? "" : String((element.control?.value ?? "").drop { $0 == " " })
        default:
            guard let activation, !panel.isNavigation(activation) else { return nil }
            thing.isDestructive = element.control?.role == .destructive
        }
        return thing
    }

    /// Adds the values that nodes show and do not edit.
    private mutating func add(valuesIn node: Node, _ screen: String, _ title: String) {
        var shown: (key: String, label: String?, format: ValueFormat?)?
        switch node.content {
        case .value(let value): shown = (value.bind, value.label, value.format)
        case .gauge(let gauge): if case .bind(let key) = gauge.source { shown = (key, gauge.label, gauge.format) }
        case .plot(let plot): if case .bind(let key) = plot.source { shown = (key, plot.label, plot.format) }
        case .progress(let progress): if case .bind(let key) = progress.source { shown = (key, progress.label, nil) }
        default: break
        }
        if let (key, label, format) = shown {
            addValue(key, label, format, Findable.Place(screen: screen, node: node.id ?? ""), [title])
        }
        for child in node.children { add(valuesIn: child, screen, title) }
    }

    private mutating func addValue(
        _ key: String, _ label: String?, _ format: ValueFormat?, _ place: Findable.Place?, _ path: [String]
    ) {
        let address = FindAddress(.value, key)
        guard let state = panel.findableState(of: address, format) else { return }
        var thing = Findable(.value, address: address, title: label ?? key, state: state, path: path, place: place)
        thing.format = format
        add(thing)
    }

    // MARK: - What no screen shows

    /// Of a question with a title, its text is found, too.
    mutating func addQuestions() {
        guard panel.hasQuestions else { return }
        for asked in panel.allQuestions where asked.isOpen {
            let text = asked.content.title.isEmpty ? "" : asked.content.text.prefix { !$0.isNewline }.prefix(120)
            add(
                Findable(
                    .question, address: FindAddress(.question, asked.id), title: asked.content.name,
                    state: asked.state.rawValue, path: text.isEmpty ? [] : [String(text)]))
        }
    }

    mutating func addRest() {
        for id in panel.groupIDs {
            guard found.count < Self.maximumFound, let tree = panel.toggleTree(id) else { return }
            addTree(tree, [])
        }
        for id in panel.pickerIDs {
            guard found.count < Self.maximumFound, let picker = panel.picker(id) else { return }
            for component in picker.components where component.isEnabled { addComponent(component, of: picker) }
        }
        // A volatile value that no screen shows belongs to the program that declared it.
        for key in panel.valueKeys where panel.valueDeclaration(key)?.isVolatile != true {
            guard found.count < Self.maximumFound else { return }
            addValue(key, nil, nil, nil, [])
        }
    }

    private mutating func addTree(_ tree: ToggleTree, _ path: [String]) {
        addToggle(tree.info.id, label: nil, nil, path)
        for option in tree.options ?? [] { addTree(option, path + [tree.info.title]) }
    }

    private mutating func addComponent(_ component: PickerComponentInfo, of picker: PickerInfo) {
        let isOnly = picker.components.count == 1
        var thing = Findable(
            .picker, address: FindAddress(.picker, component.id), title: isOnly ? picker.title : component.title,
            path: isOnly ? [] : [picker.title])
        let options = component.elements.map {
            Options.Option(id: $0.id, label: $0.label, activation: .pick(id: component.id, element: $0.id))
        }
        let isUnknown = panel.isUnknown(.picker(component.id))
        let choice = Options(
            options, shown: isUnknown ? nil : component.shownIndex, isSelected: component.selection != nil && !isUnknown)
        thing.state = choice.selected.map { options[$0].label } ?? ""
        thing.options = choice
        add(thing)
    }
}

extension Panel {
    fileprivate func findable(
        _ info: ToggleInfo, label: String?, _ place: Findable.Place?, _ path: [String]
    ) -> Findable {
        let state = info.state ?? .off
        return Findable(
            info.isGroup ? .group : .switch, address: FindAddress(.switch, info.id), title: label ?? info.title,
            state: state.rawValue, path: path, place: place,
            activation: info.isEnabled ? .flip(id: info.id, expect: state) : nil)
    }

    /// Whether a button only leads to a screen that is found by itself, or back.
    fileprivate func isNavigation(_ activation: Activation) -> Bool {
        guard case .action(.call(let method, let params)) = activation else { return false }
        switch method {
        case "nav.pop", "nav.popTo", "nav.close": return true
        case "nav.push", "nav.replace": return params["screen"]?.stringValue.map { screen($0) != nil } ?? false
        default: return false
        }
    }
}
