import FasciaDocument

/// One picker: its declaration and its selections.
///
/// The available elements of a dependent component, and what a component shows, are derived from the selections.
struct Picker: Equatable, Sendable {
    let id: String
    let title: String?
    /// In declared order.
    private(set) var components: [Component]
    /// The indices of the components, sorted so that each follows the one it depends on.
    let order: [Int]
    /// The selected element of each component.
    private(set) var selections: [String?]

    struct Component: Equatable, Sendable {
        var declaration: PickerComponent
        /// The index of the component it depends on.
        var parent: Int?
        var elements: ElementList
        var elementsFor: [String: ElementList]

        var isLabel: Bool { declaration.role == .label }
        /// A label never has a selection: what it shows is not a choice.
        var allowsNoSelection: Bool { declaration.isOptional || isLabel }
    }

    init(id: String, title: String?, components: [Component], order: [Int], selections: [String?]) {
        self.id = id
        self.title = title
        self.components = components
        self.order = order
        self.selections = selections
        settle()
    }

    // MARK: Reading

    func place(of component: String) -> Int? { components.firstIndex { $0.declaration.id == component } }

    func fullID(_ place: Int) -> String { id + "/" + components[place].declaration.id }

    /// The currently available elements of a component.
    func elements(_ place: Int) -> ElementList {
        let component = components[place]
        guard let parent = component.parent, let shown = shown(parent) else { return component.elements }
        return component.elementsFor[shown.id] ?? component.elements
    }

    /// The element shown: the selected one, else the initial one, else the first.
    func shown(_ place: Int) -> PickerElement? {
        let list = elements(place)
        return shownIndex(place, in: list).map { list.elements[$0] }
    }

    func shownIndex(_ place: Int, in list: ElementList) -> Int? {
        let declaration = components[place].declaration
        if let selection = selections[place], let index = list.index(of: selection) { return index }
        if let initial = declaration.initial, let index = list.index(of: initial) { return index }
        return list.isEmpty ? nil : 0
    }

    // MARK: Changing

    mutating func select(_ element: String?, in place: Int) {
        selections[place] = element
        settle()
    }

    /// Selects an element without checking rules.
    mutating func put(_ element: String?, in place: Int) { selections[place] = element }

    mutating func replace(_ place: Int, with component: Component) {
        components[place] = component
        settle()
    }

    /// Makes every selection available. A selection that is still available stays. Otherwise it becomes `nil` if that
    /// is allowed, else the initial element if that is available, else the first.
    mutating func settle() {
        for place in order {
            let list = elements(place)
            if let selection = selections[place], list.contains(selection) { continue }
            selections[place] = standing(place, in: list)
        }
    }

    /// The default selection. Also `nil` if there are no elements.
    private func standing(_ place: Int, in list: ElementList) -> String? {
        let component = components[place]
        if component.allowsNoSelection { return nil }
        if let initial = component.declaration.initial, list.contains(initial) { return initial }
        return list.elements.first?.id
    }

    // MARK: Changes

    /// Whether the two differ only in their selections.
    func isDeclared(as other: Picker) -> Bool { components == other.components && title == other.title }

    /// Appends the changes from `old`: whether the declaration differs, and the differing selections of components that
    /// exist in both, in dependency order.
    ///
    /// - Parameter why: the known reason for a component's change, if there is one.
    func appendDifferences(
        from old: Picker, why: (String) -> PickerChange.Why? = { _ in nil }, into changes: inout [Change]
    ) {
        if !isDeclared(as: old) { changes.append(.declared(.picker, id: id)) }
        for place in order where !components[place].isLabel {
            guard let was = old.place(of: components[place].declaration.id), !old.components[was].isLabel,
                old.selections[was] != selections[place]
            else { continue }
            let id = fullID(place)
            changes.append(
                .picker(
                    PickerChange(
                        id: id, from: old.selections[was], to: selections[place],
                        why: why(id) ?? self.why(place, from: old, was))))
        }
    }

    private func why(_ place: Int, from old: Picker, _ was: Int) -> PickerChange.Why {
        if let parent = components[place].parent,
            let oldParent = old.place(of: components[parent].declaration.id),
            shown(parent)?.id != old.shown(oldParent)?.id
        {
            return .dependency
        }
        if let selection = old.selections[was] { return elements(place).contains(selection) ? .direct : .removed }
        return components[place].allowsNoSelection || !old.elements(was).isEmpty ? .direct : .removed
    }
}
