import FasciaDocument
import FasciaModel
import FasciaScene

extension Scene {
    /// An operable element, found by its id or its label.
    public struct Operable: Hashable, Sendable {
        public var entry: EntryID
        public var element: String
        public var activation: Activation
        /// The state of a toggle; `nil` for a button.
        public var state: GroupState?
    }

    /// An element whose value can be set.
    public struct Settable: Hashable, Sendable {
        public var entry: EntryID
        public var element: Element
    }

    /// Finds the element of the top layer with this id, else the only one with this label. An option of a picker counts
    /// as an element with the id `PICKER:OPTION`; so do the directions of a stepper: `STEPPER:decrement`,
    /// `STEPPER:increment`.
    ///
    /// An element that is not a control stands for the innermost tappable element around it.
    ///
    /// - Throws: `notFound`, with the existing elements; `invalid` if several have the label, with their ids, and if it
    ///   is not operable; `refused` if it is disabled.
    public func operable(_ name: String) throws(Refusal) -> Operable {
        let (layer, found) = try named(name)
        let all = found.isEmpty ? parts(layer, named: name) : []
        let operable = found.filter { $0.activation != nil }
        // Text in a tappable element stands for it, as under the mouse.
        let candidates =
            found.isEmpty ? all : operable.isEmpty ? layer.root.tappable(around: Set(found.map(\.id))) : operable
        guard let target = try only(candidates, named: name) ?? found.first else { throw notFound(name, layer) }
        guard let activation = target.activation else { throw notOperable(target) }
        try checkEnabled(target)
        return Operable(entry: layer.entry.id, element: target.id, activation: activation, state: target.toggleState)
    }

    /// Finds the element of the top layer with this id, else the only one with this label whose value can be set.
    ///
    /// - Throws: as `operable`; `invalid` for an element without a value that can be set.
    public func settable(_ name: String) throws(Refusal) -> Settable {
        let (layer, found) = try named(name)
        guard let target = try only(found.filter(\.takesValue), named: name) ?? found.first else {
            throw notFound(name, layer)
        }
        guard target.takesValue else {
            let how = target.activation == nil ? "" : ": ui.tap operates it"
            throw Refusal(.invalid, "\(target.named) has no value that could be set" + how)
        }
        try checkEnabled(target)
        return Settable(entry: layer.entry.id, element: target)
    }

    // MARK: - Finding

    private func named(_ name: String) throws(Refusal) -> (SceneLayer, [Element]) {
        guard let layer = layers.last else { throw Refusal(.notFound, "stack \"\(stack)\" shows nothing") }
        let all = layer.root.accessible
        return (layer, all.first { $0.id == name }.map { [$0] } ?? all.filter { $0.label == name })
    }

    /// The separately operable parts of elements, by id or label.
    private func parts(_ layer: SceneLayer, named name: String) -> [Element] {
        let parts = layer.root.accessible.flatMap(\.parts)
        return parts.first { $0.id == name }.map { [$0] } ?? parts.filter { $0.label == name }
    }

    private func only(_ candidates: [Element], named name: String) throws(Refusal) -> Element? {
        guard candidates.count > 1 else { return candidates.first }
        let ids = candidates.map(\.id)
        throw Refusal(
            .invalid,
            "\(ids.count) nodes have the label \"\(name)\": name one by its id: \(ids.joined(separator: ", "))",
            details: ["nodes": .array(ids.map { .string($0) })])
    }

    private func checkEnabled(_ element: Element) throws(Refusal) {
        guard !element.isEnabled else { return }
        if let denial = element.denial { throw Refusal(.denied, denial) }
        throw Refusal(.refused, "\(element.named) is disabled")
    }

    private func notOperable(_ element: Element) -> Refusal {
        let items = MenuItem.items(of: element).compactMap { $0.activation == nil ? nil : $0.label }
        let parts = element.parts.map(\.id) + items
        let how =
            if element.edit != nil, parts.isEmpty { ", but be given a value: ui.set" } else if parts.isEmpty {
                ""
            } else { " as a whole: tap " + parts.prefix(10).joined(separator: ", ") + (parts.count > 10 ? ", …" : "") }
        return Refusal(.invalid, "\(element.named) is a \(element.role): it cannot be operated" + how)
    }

    private func notFound(_ name: String, _ layer: SceneLayer) -> Refusal {
        let there = layer.root.accessible.filter(\.takesFocus)
        return Refusal(
            .notFound,
            "no node \"\(name)\" on screen \"\(layer.entry.route.screen)\": there "
                + list(there.map { "\($0.id) (\($0.label))" }),
            details: ["nodes": .array(there.map { .string($0.id) })])
    }

    private func list(_ names: [String]) -> String {
        if names.isEmpty { return "is nothing to operate" }
        return "is " + names.prefix(10).joined(separator: ", ") + (names.count > 10 ? ", …" : "")
    }
}

extension Element {
    /// Whether `ui.set` can give it a value.
    fileprivate var takesValue: Bool {
        if edit != nil { return true }
        return toggleState != nil && activation != nil
    }

    /// The operable parts that are not elements: the options of a picker that does not list them, and the directions of
    /// a stepper.
    fileprivate var parts: [Element] {
        func part(_ name: String, _ label: String, _ activation: Activation?) -> Element {
            Element(
                id: id + ":" + name, .option(label: label, isSelected: false),
                isEnabled: isEnabled && activation != nil, activation: activation)
        }
        switch controlKind {
        case .picker, .segments, .menu: return (options?.all ?? []).map { part($0.id, $0.label, $0.activation) }
        case .stepper:
            return [part("decrement", "", steps?.previous), part("increment", "", steps?.next)].filter {
                $0.activation != nil
            }
        default: return []
        }
    }
}

extension Element {
    /// The innermost operable elements around those of these elements that are not controls, without duplicates.
    fileprivate func tappable(around ids: Set<String>) -> [Element] {
        var found: [Element] = []
        collect(around: ids, within: nil, into: &found)
        return found
    }

    private func collect(around ids: Set<String>, within outer: Element?, into found: inout [Element]) {
        let nearest = activation == nil ? outer : self
        if ids.contains(id), !isControl, let outer, !found.contains(where: { $0.id == outer.id }) { found.append(outer) }
        for child in children { child.collect(around: ids, within: nearest, into: &found) }
    }
}
