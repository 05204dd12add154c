extension Picker {
    /// The violated invariants; empty for every picker that commands can make.
    func checkInvariants() -> [String] {
        var problems: [String] = []
        if components.isEmpty { problems.append("picker \(id) has no components") }
        if selections.count != components.count { problems.append("picker \(id) has \(selections.count) selections") }
        if order.sorted() != Array(components.indices) { problems.append("picker \(id) does not place all components") }
        for (place, component) in components.enumerated() {
            let name = fullID(place)
            let list = elements(place)
            if let selection = selections[place] {
                if component.isLabel { problems.append("label \(name) has a selection") }
                if !list.contains(selection) { problems.append("\(name) selects \(selection), which it does not have") }
            } else if !component.allowsNoSelection, !list.isEmpty {
                problems.append("\(name) selects nothing and is not optional")
            }
            if Set(list.ids).count != list.elements.count { problems.append("\(name) has an element twice") }
            guard let parent = component.parent else {
                if component.declaration.dependsOn != nil { problems.append("\(name) has lost what it depends on") }
                continue
            }
            if components[parent].declaration.id != component.declaration.dependsOn {
                problems.append("\(name) depends on something else than it says")
            }
            guard let own = order.firstIndex(of: place), let others = order.firstIndex(of: parent), others < own else {
                problems.append("\(name) is computed before what it depends on")
                continue
            }
        }
        return problems
    }
}
