/// One picker: what was declared, and what is selected.
///
/// Only the selections are stored. Which elements a dependent component has, and what a component shows, follows from
/// them and is computed when it is asked for.
struct Picker: Equatable, Sendable {
    let id: String
    let title: String?
    /// As declared, in their order.
    private(set) var components: [Component]
    /// The places of the components, each behind the one that it depends on.
    let order: [Int]
    /// The selected element of each component.
    private(set) var selections: [String?]

    struct Component: Equatable, Sendable {
        var declaration: PickerComponent
        /// Where the one that it depends on stands.
        var parent: Int?
        var elements: ElementList
        var elementsFor: [String: ElementList]

        var isLabel: Bool { declaration.role == .label }
        /// A label never has a selection: what it shows is no choice of anybody's.
        var takesNil: Bool { declaration.isOptional || isLabel }
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

    /// The elements that a component has now.
    func elements(_ place: Int) -> ElementList {
        let component = components[place]
        guard let parent = component.parent, let shown = shown(parent) else { return component.elements }
        return component.elementsFor[shown.id] ?? component.elements
    }

    /// What people see of a component: the selected element, else the initial one, else the first.
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

    /// Selects an element whatever the rules say.
    mutating func put(_ element: String?, in place: Int) { selections[place] = element }

    mutating func replace(_ place: Int, with component: Component) {
        components[place] = component
        settle()
    }

    /// Makes every selection one of the elements that there are now: it stays if it is among them; else it is none
    /// where that is allowed, else the initial one if that is there, else the first.
    private mutating func settle() {
        for place in order {
            let list = elements(place)
            if let selection = selections[place], list.contains(selection) { continue }
            selections[place] = standing(place, in: list)
        }
    }

    /// What is selected where nobody has picked anything. `nil` also where there is nothing to select.
    private func standing(_ place: Int, in list: ElementList) -> String? {
        let component = components[place]
        if component.takesNil { return nil }
        if let initial = component.declaration.initial, list.contains(initial) { return initial }
        return list.elements.first?.id
    }

    // MARK: Changes

    /// What is different from what the picker was: whether it was declared otherwise, and the selections of the
    /// components that were there before and still are, each behind the one that it depends on.
    ///
    /// - Parameter why: why a component's selection is different, where that is known.
    func appendDifferences(
        from old: Picker, why: (String) -> PickerChange.Why? = { _ in nil }, into changes: inout [Change]
    ) {
        if components != old.components || title != old.title { changes.append(.declared(.picker, id: id)) }
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
        return components[place].takesNil || !old.elements(was).isEmpty ? .direct : .removed
    }
}
