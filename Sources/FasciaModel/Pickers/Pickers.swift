import FasciaDocument
import OrderedCollections

/// All pickers of a panel.
struct Pickers: Equatable, Sendable {
    private(set) var all: OrderedDictionary<String, Picker> = [:]

    init(_ all: OrderedDictionary<String, Picker> = [:]) { self.all = all }

    /// The indices of the picker and the component with this full id.
    private func resolve(_ id: String) throws(Refusal) -> (slot: Int, place: Int) {
        guard let slot = all.index(forKey: Self.picker(of: id)),
            let place = all.values[slot].place(of: Self.component(of: id))
        else { throw notFound(id) }
        return (slot, place)
    }

    /// The id up to the first `/`.
    static func picker(of id: String) -> String { String(id.prefix { $0 != "/" }) }

    /// The id after the first `/`.
    private static func component(of id: String) -> String {
        id.firstIndex(of: "/").map { String(id[id.index(after: $0)...]) } ?? ""
    }

    // MARK: Commands

    mutating func declare(_ declaration: PickerDeclaration, limits: Limits, into changes: inout [Change])
        throws(Refusal)
    {
        let id = declaration.id
        let before = all[id]
        if let before { try Naming.checkBytes(of: id, against: before.id, "picker") }
        guard before != nil || all.count < limits.pickers else {
            throw .limit("pickers", limits.pickers, "there are \(limits.pickers) pickers already: remove one first")
        }
        let after = try PickerBuilder.build(declaration, keeping: before, limits: limits)
        guard before != after else { return }
        all[id] = after
        if let before {
            after.appendDifferences(from: before, into: &changes)
        } else {
            changes.append(.declared(.picker, id: id))
        }
    }

    mutating func remove(_ id: String, into changes: inout [Change]) throws(Refusal) {
        guard all.removeValue(forKey: id) == nil else { return changes.append(.removed(.picker, id: id)) }
        guard id.contains("/") else { throw notFound(id) }
        _ = try resolve(id)
        throw Refusal(
            .invalid,
            "\"\(id)\" is a component of picker \"\(Self.picker(of: id))\": declare that picker again without it")
    }

    /// - Parameter element: `nil` clears the selection.
    mutating func pick(_ id: String, element: String?, into changes: inout [Change]) throws(Refusal) {
        let (slot, place) = try resolve(id)
        let before = all.values[slot]
        let component = before.components[place]
        guard !component.isLabel else {
            throw Refusal(
                .refused, "\"\(id)\" is a label: it is shown and cannot be picked", details: ["id": .string(id)])
        }
        let list = before.elements(place)
        if let element {
            guard list.contains(element) else { throw before.noElement(element, in: place, list) }
        } else if !component.allowsNoSelection {
            let helps = Suggestion.text(for: "", among: list.ids, has: "pick one of", none: "it has no elements")
            throw Refusal(
                .refused, "\"\(id)\" is not optional, so an element must be selected: \(helps)",
                details: ["id": .string(id)])
        }
        guard before.selections[place] != element else { return }
        all.values[slot].select(element, in: place)
        all.values[slot].appendDifferences(from: before, into: &changes)
    }

    /// - Parameter elementsFor: `nil` keeps the current ones.
    mutating func setElements(
        _ id: String, _ elements: [PickerElement], elementsFor: [String: [PickerElement]]?, limits: Limits,
        into changes: inout [Change]
    ) throws(Refusal) {
        let (slot, place) = try resolve(id)
        let before = all.values[slot]
        let component = try PickerBuilder.replacing(
            place, in: before, elements: elements, elementsFor: elementsFor, limits: limits)
        guard component != before.components[place] else { return }
        all.values[slot].replace(place, with: component)
        all.values[slot].appendDifferences(from: before, into: &changes)
    }

    // MARK: Bound components

    /// The selection of a component; `nil` if there is no such component.
    func selection(_ id: String) -> String?? {
        guard let picker = all[Self.picker(of: id)], let place = picker.place(of: Self.component(of: id)) else { return nil }
        return .some(picker.selections[place])
    }

    /// Shows the actual selection of a component, if there is such an element.
    mutating func show(_ element: String?, _ id: String, _ why: PickerChange.Why, into changes: inout [Change]) {
        guard let (slot, place) = try? resolve(id), all.values[slot].selections[place] != element else { return }
        let before = all.values[slot]
        all.values[slot].select(element, in: place)
        all.values[slot].appendDifferences(from: before, why: { $0 == id ? why : nil }, into: &changes)
    }

    // MARK: Restoring

    /// The index of a picker; the end index if it does not exist.
    func position(of id: String) -> Int { all.index(forKey: id) ?? all.count }

    /// Restores a picker at its index; `nil` removes it.
    mutating func put(_ picker: Picker?, _ id: String, at place: Int) {
        if let picker, let slot = all.index(forKey: id), slot == place {
            all.values[slot] = picker
            return
        }
        all.removeValue(forKey: id)
        if let picker { all.updateValue(picker, forKey: id, insertingAt: min(place, all.count)) }
    }

    /// Copies a picker that somebody sees (`Panel.follow`).
    mutating func follow(_ id: String, in whole: Pickers, isSeen: Bool) -> Bool {
        all.follow(id, in: whole.all, isSeen: isSeen)
    }

    /// Restores a selection without checking rules. Ignores unknown components.
    mutating func put(selection: String?, _ id: String) {
        guard let slot = all.index(forKey: Self.picker(of: id)),
            let place = all.values[slot].place(of: Self.component(of: id))
        else { return }
        all.values[slot].put(selection, in: place)
    }

    // MARK: Reading

    func info(_ id: String) -> PickerInfo? {
        guard let picker = all[id] else { return nil }
        return PickerInfo(
            id: id, title: picker.title ?? id, components: picker.components.indices.map(picker.info))
    }

    func component(_ id: String) -> PickerComponentInfo? {
        guard let picker = all[Self.picker(of: id)] else { return nil }
        return picker.place(of: Self.component(of: id)).map(picker.info)
    }

    /// Names the missing picker or component and suggests existing ones.
    func notFound(_ id: String) -> Refusal {
        let name = Self.picker(of: id)
        guard let picker = all[name] else {
            let helps = Suggestion.text(for: name, among: all.keys, has: "there are", none: "none has been declared")
            return Refusal(.notFound, "no picker \"\(name)\": \(helps)", details: ["id": .string(id)])
        }
        let names = picker.components.map(\.declaration.id)
        guard id.contains("/") else {
            return Refusal(
                .notFound,
                "\"\(id)\" is a picker: name one of its components, such as \"\(picker.fullID(0))\"",
                details: ["id": .string(id)])
        }
        let helps = Suggestion.text(
            for: Self.component(of: id), among: names, prefix: name + "/", has: "picker \"\(name)\" has", none: "")
        return Refusal(.notFound, "no component \"\(id)\": \(helps)", details: ["id": .string(id)])
    }
}

extension Picker {
    func info(_ place: Int) -> PickerComponentInfo {
        let list = elements(place)
        let declaration = components[place].declaration
        return PickerComponentInfo(
            id: fullID(place), title: declaration.title ?? declaration.id, elements: list.elements,
            selection: selections[place], shownIndex: shownIndex(place, in: list), declaration: declaration)
    }
}
