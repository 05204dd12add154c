import FasciaDocument

/// Validates a declaration and makes a picker from it.
struct PickerBuilder {
    private let declaration: PickerDeclaration
    private let limits: Limits
    private var left: Int

    /// - Parameter old: the previous picker; components that exist in both keep their selection.
    static func build(
        _ declaration: PickerDeclaration, keeping old: Picker?, limits: Limits
    ) throws(Refusal) -> Picker {
        var builder = PickerBuilder(declaration: declaration, limits: limits, left: limits.elements)
        let components = try builder.components()
        let order = try builder.order(of: components)
        var selections: [String?] = []
        for (place, component) in components.enumerated() {
            guard !component.isLabel else {
                selections.append(nil)
                continue
            }
            let was = old?.place(of: component.declaration.id)
            selections.append(was.map { old?.selections[$0] } ?? declaration.components[place].selection)
        }
        let picker = Picker(
            id: declaration.id, title: declaration.title, components: components, order: order, selections: selections)
        try builder.checkSelections(of: picker, keeping: old)
        return picker
    }

    /// Restores a picker with these selections. Limits are not checked, because they may have been different.
    static func restore(
        _ declaration: PickerDeclaration, selections: [String?]
    ) throws(Refusal) -> Picker {
        var limits = Limits()
        limits.components = .max
        var builder = PickerBuilder(declaration: declaration, limits: limits, left: .max)
        let components = try builder.components()
        guard selections.count == components.count else {
            throw Refusal(.invalid, "picker \"\(declaration.id)\" has \(selections.count) selections")
        }
        return Picker(
            id: declaration.id, title: declaration.title, components: components,
            order: try builder.order(of: components), selections: selections)
    }

    /// A component with replaced elements.
    ///
    /// - Parameter elementsFor: `nil` keeps the current ones.
    static func replacing(
        _ place: Int, in picker: Picker, elements: [PickerElement], elementsFor: [String: [PickerElement]]?,
        limits: Limits
    ) throws(Refusal) -> Picker.Component {
        let others = picker.components.enumerated().filter { $0.offset != place }.reduce(0) { count, other in
            count + other.element.count
        }
        var builder = PickerBuilder(
            declaration: PickerDeclaration(id: picker.id, components: []), limits: limits,
            left: limits.elements - others)
        var declared = picker.components[place].declaration
        declared.elements = elements
        if let elementsFor { declared.elementsFor = elementsFor }
        return try builder.component(declared, parent: picker.components[place].parent)
    }

    // MARK: Steps

    private mutating func components() throws(Refusal) -> [Picker.Component] {
        if let problem = Naming.problem(inSegment: declaration.id) {
            throw Refusal(.invalid, "the picker's id \(problem)")
        }
        guard !declaration.components.isEmpty else {
            throw Refusal(.invalid, "picker \"\(declaration.id)\" has no components: it needs at least one")
        }
        guard declaration.components.count <= limits.components else {
            throw .limit(
                "components", limits.components,
                "picker \"\(declaration.id)\" has \(declaration.components.count) components, "
                    + "but at most \(limits.components) are allowed")
        }
        var places: [String: Int] = [:]
        for (place, component) in declaration.components.enumerated() {
            if let problem = Naming.problem(inSegment: component.id) {
                throw Refusal(.invalid, "a component's id in picker \"\(declaration.id)\" \(problem)")
            }
            guard places.updateValue(place, forKey: component.id) == nil else {
                throw Refusal(
                    .invalid, "id \"\(name(component))\" occurs twice: ids of components must be unique",
                    details: ["id": .string(name(component))])
            }
        }
        var made: [Picker.Component] = []
        for component in declaration.components {
            made.append(try self.component(component, parent: try parent(of: component, places)))
        }
        return made
    }

    private func parent(of component: PickerComponent, _ places: [String: Int]) throws(Refusal) -> Int? {
        guard let other = component.dependsOn else { return nil }
        if let place = places[other] { return place }
        let helps = Suggestion.text(
            for: other, among: declaration.components.map(\.id), has: "there are", none: "there are no others")
        throw Refusal(
            .invalid,
            "component \"\(name(component))\" depends on \"\(other)\", which is not a component of this picker: \(helps)",
            details: ["id": .string(name(component))])
    }

    private mutating func component(
        _ component: PickerComponent, parent: Int?
    ) throws(Refusal) -> Picker.Component {
        guard parent != nil || component.elementsFor.isEmpty else {
            throw Refusal(
                .invalid,
                "component \"\(name(component))\" has elementsFor but no dependsOn: add dependsOn",
                details: ["id": .string(name(component))])
        }
        guard component.role == nil || component.selection == nil else {
            throw Refusal(
                .invalid,
                "component \"\(name(component))\" is a label and cannot have a selection: set its initial element instead",
                details: ["id": .string(name(component))])
        }
        var lists: [String: ElementList] = [:]
        for (key, elements) in component.elementsFor.sorted(by: { $0.key < $1.key }) {
            lists[key] = try list(elements, of: component, for: key)
        }
        var declared = component
        // The initial selection is not part of the declaration, so it must not affect equality.
        declared.selection = nil
        return Picker.Component(
            declaration: declared, parent: parent, elements: try list(component.elements, of: component, for: nil),
            elementsFor: lists)
    }

    private mutating func list(
        _ elements: [PickerElement], of component: PickerComponent, for key: String?
    ) throws(Refusal) -> ElementList {
        left -= elements.count
        guard left >= 0 else {
            throw .limit("elements", limits.elements, "picker \"\(declaration.id)\" has more than \(limits.elements) elements")
        }
        let place = "component \"\(name(component))\"" + (key.map { " for \"\($0)\"" } ?? "")
        var seen: Set<String> = []
        for element in elements {
            guard !element.id.isEmpty, element.id.utf8.count <= Naming.longest else {
                throw Refusal(
                    .invalid,
                    "an element of \(place) has an id of \(element.id.utf8.count) bytes, but must have 1 to \(Naming.longest)")
            }
            guard seen.insert(element.id).inserted else {
                throw Refusal(
                    .invalid, "element \"\(element.id)\" occurs twice in \(place): ids of elements must be unique",
                    details: ["id": .string(name(component)), "element": .string(element.id)])
            }
        }
        return ElementList(elements)
    }

    /// The indices of the components, each after the one it depends on, otherwise in declared order.
    private func order(of components: [Picker.Component]) throws(Refusal) -> [Int] {
        var order: [Int] = []
        var placed: Set<Int> = []
        for start in components.indices {
            // From the component up to one without a dependency, or one that is already placed.
            var chain: [Int] = []
            var next: Int? = start
            while let place = next, !placed.contains(place) {
                if let first = chain.firstIndex(of: place) { throw circle(chain[first...] + [place]) }
                chain.append(place)
                next = components[place].parent
            }
            order += chain.reversed()
            placed.formUnion(chain)
        }
        return order
    }

    private func circle(_ places: ArraySlice<Int>) -> Refusal {
        let names = places.map { name(declaration.components[$0]) }
        return Refusal(
            .invalid, "cycle in \"dependsOn\": " + names.map { "\"\($0)\"" }.joined(separator: " depends on "),
            details: ["components": .array(names.dropLast().map { .string($0) })])
    }

    /// Checks that declared selections and initial elements are available.
    private func checkSelections(of picker: Picker, keeping old: Picker?) throws(Refusal) {
        for (place, component) in picker.components.enumerated() {
            let declared = declaration.components[place]
            if let selection = declared.selection, old?.place(of: declared.id) == nil {
                let list = picker.elements(place)
                guard list.contains(selection) else { throw picker.noElement(selection, in: place, list) }
            }
            if let initial = declared.initial {
                let lists = [component.elements] + component.elementsFor.values
                guard lists.allSatisfy(\.isEmpty) || lists.contains(where: { $0.contains(initial) }) else {
                    throw picker.noElement(initial, in: place, picker.elements(place))
                }
            }
        }
    }

    private func name(_ component: PickerComponent) -> String { declaration.id + "/" + component.id }
}

extension Picker.Component {
    /// The number of elements over all its lists.
    fileprivate var count: Int {
        elementsFor.values.reduce(elements.elements.count) { $0 + $1.elements.count }
    }
}

extension Picker {
    func noElement(_ element: String, in place: Int, _ list: ElementList) -> Refusal {
        let helps = Suggestion.text(for: element, among: list.ids, has: "it has", none: "it has none")
        return Refusal(
            .notFound, "no element \"\(element)\" in \"\(fullID(place))\": \(helps)",
            details: ["id": .string(fullID(place)), "element": .string(element)])
    }
}
