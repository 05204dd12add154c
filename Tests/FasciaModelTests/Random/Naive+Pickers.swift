import FasciaDocument
import FasciaModel

/// A naive picker without any cached state.
struct NaivePicker: Equatable {
    var declaration: PickerDeclaration
    var selections: [String: String] = [:]

    private func component(_ id: String) -> PickerComponent? { declaration.components.first { $0.id == id } }

    func elements(_ component: PickerComponent) -> [PickerElement] {
        guard let other = component.dependsOn.flatMap(self.component), let shown = shown(other) else {
            return component.elements
        }
        return component.elementsFor[shown] ?? component.elements
    }

    private func shown(_ component: PickerComponent) -> String? {
        let ids = elements(component).map(\.id)
        return [selections[component.id], component.initial].compactMap(\.self).first(where: ids.contains) ?? ids.first
    }

    /// Corrects one selection at a time until all are valid.
    mutating func settle() {
        var isSettled = false
        while !isSettled {
            isSettled = true
            for component in declaration.components {
                let ids = elements(component).map(\.id)
                let now = selections[component.id]
                var right = now.flatMap { ids.contains($0) ? $0 : nil }
                if component.role == .label { right = nil }
                if right == nil, component.role == nil, !component.isOptional {
                    right = component.initial.flatMap { ids.contains($0) ? $0 : nil } ?? ids.first
                }
                guard right != now else { continue }
                selections[component.id] = right
                isSettled = false
                break
            }
        }
    }

    /// A chain longer than the number of components contains a cycle.
    var isLawful: Bool {
        declaration.components.allSatisfy { component in
            var (next, steps) = (component.dependsOn, 0)
            while let id = next, steps <= declaration.components.count {
                next = self.component(id)?.dependsOn
                steps += 1
            }
            return next == nil
        }
    }
}

extension Naive {
    mutating func declare(_ declaration: PickerDeclaration) -> Bool {
        var picker = NaivePicker(declaration: declaration)
        guard picker.isLawful else { return false }
        let old = pickers[declaration.id]
        for component in declaration.components where component.role == nil {
            let isOld = old?.declaration.components.contains { $0.id == component.id } == true
            picker.selections[component.id] = isOld ? old?.selections[component.id] : component.selection
        }
        picker.settle()
        for component in declaration.components {
            let isOld = old?.declaration.components.contains { $0.id == component.id } == true
            if let selection = component.selection, !isOld,
                !picker.elements(component).contains(where: { $0.id == selection })
            {
                return false
            }
        }
        pickers[declaration.id] = picker
        return true
    }

    mutating func pick(_ id: String, _ element: String?) -> Bool {
        let parts = id.split(separator: "/").map(String.init)
        guard parts.count == 2, var picker = pickers[parts[0]],
            let component = picker.declaration.components.first(where: { $0.id == parts[1] }), component.role == nil
        else { return false }
        guard element.map({ id in picker.elements(component).contains { $0.id == id } }) ?? component.isOptional else {
            return false
        }
        picker.selections[component.id] = element
        picker.settle()
        pickers[parts[0]] = picker
        return true
    }

    mutating func setElements(_ id: String, _ elements: [PickerElement], _ others: [String: [PickerElement]]?) -> Bool {
        let parts = id.split(separator: "/").map(String.init)
        guard parts.count == 2, var picker = pickers[parts[0]],
            let index = picker.declaration.components.firstIndex(where: { $0.id == parts[1] })
        else { return false }
        if others?.isEmpty == false, picker.declaration.components[index].dependsOn == nil { return false }
        picker.declaration.components[index].elements = elements
        if let others { picker.declaration.components[index].elementsFor = others }
        picker.settle()
        pickers[parts[0]] = picker
        return true
    }
}

extension Random {
    static let components = ["p/a", "p/b", "p/c", "p/d"]
    private static let ids = ["1", "2", "3", "4"]

    mutating func elements() -> [PickerElement] {
        Self.ids.filter { _ in chance(60) }.map { PickerElement(id: $0, label: $0) }
    }

    mutating func elementsFor() -> [String: [PickerElement]] {
        var lists: [String: [PickerElement]] = [:]
        for id in Self.ids where chance(60) { lists[id] = elements() }
        return lists
    }

    mutating func element() -> String? { chance(15) ? nil : pick(Self.ids) }

    mutating func picker() -> PickerDeclaration {
        var components: [PickerComponent] = []
        for id in ["a", "b", "c", "d"] where components.isEmpty || chance(85) {
            var component = PickerComponent(id: id, elements: elements())
            component.isOptional = chance(30)
            component.role = chance(10) ? .label : nil
            if component.role == nil, chance(20) { component.selection = component.elements.first?.id }
            if chance(40) { component.initial = component.elements.last?.id }
            components.append(component)
        }
        for index in components.indices where chance(45) {
            components[index].dependsOn = pick(components.map(\.id))
            components[index].elementsFor = elementsFor()
        }
        return PickerDeclaration(id: "p", components: components)
    }
}
