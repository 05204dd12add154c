import FasciaDocument
import FasciaModel

/// Turns the nodes of one entry into elements: resolves names and assigns ids.
///
/// A class, so that recursion does not copy its state.
final class SceneResolver {
    let panel: Panel
    let feeds: Feeds
    private let entry: Entry
    /// The ids of the logs that it has found.
    var logs: Set<String> = []
    /// Authors' ids, and positions that are already in use.
    private var taken: Set<String> = []
    /// Authors' ids that a node already has.
    private var used: Set<String> = []

    init(panel: Panel, feeds: Feeds = Feeds(), entry: Entry) {
        self.panel = panel
        self.feeds = feeds
        self.entry = entry
    }

    func root(_ body: Node, _ environment: JSON.Object) -> Element {
        // Authors' ids are reserved first, so that no position equals one of them.
        taken = body.authorIDs
        var root = element(body, position: "0", environment: environment, isEnabled: true)
        placeReasons(in: &root)
        return root
    }

    // MARK: - Ids

    /// The author's id if this is the first node that has it, else its position.
    func id(_ author: String?, position: String) -> String {
        if let author, used.insert(author).inserted { return author }
        var id = position
        while !taken.insert(id).inserted { id += "'" }
        return id
    }

    // MARK: - Bound things

    func noteCondition(of thing: ThingID, in element: inout Element) {
        guard !panel.claims.isEmpty else { return }
        element.conditions = panel.shownCondition(of: thing)
        if case .value = thing, panel.isUnknown(thing) { element.hideValue() }
    }

    // MARK: - Nodes

    private func element(
        _ node: Node, position: String, environment: JSON.Object, isEnabled: Bool
    ) -> Element {
        var element = Element(
            id: id(node.id, position: position), .empty, modifiers: node.modifiers, isEnabled: isEnabled,
            environment: environment)
        for case .shown(let condition) in node.modifiers where !holds(condition, &element) {
            element.hideMissing(in: panel)
            return element
        }
        for index in element.modifiers.indices {
            switch element.modifiers[index] {
            case .longPress(let gesture): element.modifiers[index] = .longPress(resolvingEntry(gesture))
            case .drag(let gesture): element.modifiers[index] = .drag(resolvingEntry(gesture))
            default: break
            }
        }
        // From the outermost modifier to the innermost, so that inner ones override.
        for modifier in node.modifiers.reversed() {
            switch modifier {
            case .environment(let values): element.environment.merge(values)
            case .disabled(true), .hidden(true): element.isEnabled = false
            case .accessibilityLabel(let label): element.accessibilityLabel = label
            case .accessibilityRole(let role): element.accessibilityRole = role
            case .shortcut(let key): element.shortcut = key
            case .focus(let request): element.focusRequest = request
            case .onFocus(let action): element.onFocus = resolvingEntry(action)
            default: break
            }
        }
        resolve(node.content, into: &element)
        element.hideMissing(in: panel)
        if let key = node.content.boundValue { noteCondition(of: .value(key), in: &element) }
        let children = children(of: node, in: element, position: position)
        // `+=` would copy every child.
        if element.children.isEmpty { element.children = children } else { element.children += children }
        for (index, attached) in node.attached.enumerated() {
            element.attachments.append(
                self.element(
                    attached, position: "\(position)+\(index)", environment: element.environment,
                    isEnabled: element.isEnabled))
        }
        if element.activation == nil, !element.isControl {
            element.activation = activation(
                node.modifiers.reversed().lazy.compactMap { if case .tap(let action) = $0 { action } else { nil } }.first)
        }
        return element
    }

    /// Whether a node with this condition is there. A switch that does not exist is shown as missing.
    private func holds(_ condition: Condition, _ element: inout Element) -> Bool {
        if case .toggle(let id) = condition.subject, panel.toggle(id)?.state == nil {
            fillToggle(&element, panel.toggle(id), bind: id, label: nil)
            return false
        }
        return panel.holds(condition)
    }

    private func children(of node: Node, in element: Element, position: String) -> [Element] {
        let children = node.children.enumerated().map { index, child in
            self.element(
                child, position: "\(position).\(index)", environment: element.environment, isEnabled: element.isEnabled)
        }
        if case .button = node.content { return children.map(\.asPartOfLabel) }
        if case .table(let table) = node.content { return [tableRows(table, children, in: element)] }
        if case .list = node.content, children.contains(where: \.needsFlattening) { return children.flatMap { rows($0) } }
        return children
    }

    // MARK: - Lists

    /// The rows of a list's child. Sections are flattened, so that a list finds a row by its index without visiting the
    /// others. A section's modifiers apply to each of its rows.
    func rows(_ child: Element) -> [Element] {
        if child.content == .empty { return [] }
        guard case .section(let title, let footer) = child.content else { return [child] }
        var rows = child.children.flatMap { self.rows($0) }
        if !child.modifiers.isEmpty { for index in rows.indices { rows[index].modifiers += child.modifiers } }
        if let title {
            var heading = child
            heading.children = []
            heading.content = .section(title: title, footer: nil)
            rows.insert(heading, at: 0)
        }
        if let footer {
            var ending = child
            if title != nil { ending.id = id(nil, position: child.id + ":footer") }
            ending.children = []
            ending.content = .section(title: nil, footer: footer)
            rows.append(ending)
        }
        return rows
    }

    /// A navigation call without an entry means the entry that shows the button. A button pressed while its screen
    /// disappears then does not act on another entry.
    func resolvingEntry(_ action: Action) -> Action {
        guard case .call(let method, let params) = action, var object = params.objectValue else { return action }
        guard ["nav.pop", "nav.close", "nav.replace"].contains(method), object["entry"] == nil else { return action }
        object["entry"] = .string(entry.id.rawValue)
        return .call(method: method, params: .object(object))
    }

    func activation(_ action: Action?) -> Activation? { action.map { .action(resolvingEntry($0)) } }

    private func resolvingEntry(_ gesture: PointerGesture) -> PointerGesture {
        var gesture = gesture
        gesture.action = resolvingEntry(gesture.action)
        return gesture
    }

    // MARK: - Parts

    /// One of several elements that a single node produces.
    func row(_ path: String, _ outer: Element) -> Element {
        Element(
            id: id(nil, position: outer.id + ":" + path), .empty, isEnabled: outer.isEnabled,
            environment: outer.environment)
    }
}

extension Element {
    /// Who sees only a part of a panel need not know of what is hidden.
    fileprivate mutating func hideMissing(in panel: Panel) {
        guard panel.isPartial, case .missing = content else { return }
        content = .empty
    }

    /// A part of a button's label: the button has its words, and is what is operated.
    fileprivate var asPartOfLabel: Element {
        var part = self
        part.modifiers.append(.accessibilityHidden(true))
        return part
    }

    /// Whether a list does not show it as a single row.
    fileprivate var needsFlattening: Bool {
        switch content {
        case .empty, .section: true
        default: false
        }
    }
}
