import FasciaModel

extension Scene {
    /// The visible nodes, for scripts, tests and screen readers: one tree for each layer.
    ///
    /// `{stack, layers: [{entry, screen, title, back?, modal?, operable, nodes: [{id, role, label?, value?, enabled?,
    /// focused?, children?}]}]}`. What only arranges other nodes is left out, and what is in it takes its place.
    ///
    /// - Parameter presentation: whose focus is told, if anyone's.
    public func tree(_ presentation: Presentation? = nil) -> JSON {
        var described: [JSON] = []
        for (index, layer) in layers.enumerated() {
            var object: JSON.Object = [
                "entry": .string(layer.entry.id.rawValue), "screen": .string(layer.entry.route.screen),
                "title": .string(layer.title),
            ]
            object["back"] = layer.back.map { .string($0) }
            object["modal"] = layer.modal.map { .string($0.rawValue) }
            object["operable"] = .bool(index == layers.count - 1)
            let focus = index == layers.count - 1 ? presentation?.focus[layer.entry.id]?.element : nil
            object["nodes"] = .array(layer.root.described(focus: focus))
            described.append(.object(object))
        }
        return ["stack": .string(stack), "layers": .array(described)]
    }

    /// An element that can be operated, found by its id or its label.
    public struct Operable: Hashable, Sendable {
        public var entry: EntryID
        public var element: String
        public var activation: Activation
        /// The state of a toggle; `nil` for a button.
        public var state: GroupState?
    }

    /// The element of the top layer with this id, else the only one with this label.
    ///
    /// - Throws: `notFound`, with what there is; `invalid` where several have the label, with their ids, and where it
    ///   cannot be operated at all; `refused` where it is disabled.
    public func operable(_ name: String) throws(Refusal) -> Operable {
        guard let layer = layers.last else { throw Refusal(.notFound, "stack \"\(stack)\" shows nothing") }
        let all = layer.root.named
        let found = all.first { $0.id == name }
        let labelled = found.map { [$0] } ?? all.filter { $0.name == name }
        guard let element = labelled.first else {
            let there = all.filter { $0.activation != nil }.map { "\($0.id) (\($0.name ?? ""))" }
            throw Refusal(
                .notFound, "no node \"\(name)\" on screen \"\(layer.entry.route.screen)\": there \(list(there))",
                details: ["nodes": .array(all.filter { $0.activation != nil }.map { .string($0.id) })])
        }
        let candidates = labelled.filter { $0.activation != nil }
        guard candidates.count <= 1 else {
            let ids = candidates.map(\.id)
            throw Refusal(
                .invalid,
                "\(ids.count) nodes have the label \"\(name)\": name one by its id: \(ids.joined(separator: ", "))",
                details: ["nodes": .array(ids.map { .string($0) })])
        }
        guard let target = candidates.first, let activation = target.activation else {
            throw Refusal(.invalid, "node \"\(element.id)\" is a \(element.role): it cannot be operated")
        }
        guard target.isEnabled else {
            throw Refusal(.refused, "node \"\(target.id)\" (\(target.name ?? target.role)) is disabled")
        }
        let state: GroupState? = if case .toggle(_, let state) = target.content { state } else { nil }
        return Operable(entry: layer.entry.id, element: target.id, activation: activation, state: state)
    }

    private func list(_ names: [String]) -> String {
        if names.isEmpty { return "is nothing to operate" }
        return "is " + names.prefix(10).joined(separator: ", ") + (names.count > 10 ? ", …" : "")
    }
}

extension Element {
    /// What it is, for those who do not see it.
    var role: String {
        switch content {
        case .text: "text"
        case .button: "button"
        case .toggle: "toggle"
        case .labeledValue: "value"
        case .color: "color"
        case .divider: "divider"
        case .spacer: "spacer"
        case .stack: "stack"
        case .form: "form"
        case .section: "section"
        case .missing: "missing"
        case .empty: "empty"
        }
    }

    /// What it is called: what its author says for those who do not see it, else what it shows.
    var name: String? {
        if let accessibilityLabel { return accessibilityLabel }
        return switch content {
        case .text(let text): text
        case .button(let label, _), .toggle(let label, _), .labeledValue(let label, _): label
        case .section(let title, _): title
        case .missing(let what): what
        case .color, .divider, .spacer, .stack, .form, .empty: nil
        }
    }

    /// This one and all in it, in the order of reading.
    var named: [Element] { [self] + children.flatMap(\.named) }

    fileprivate func described(focus: String?) -> [JSON] {
        let inside = children.flatMap { $0.described(focus: focus) }
        switch content {
        case .spacer, .divider, .empty, .stack: return accessibilityLabel == nil ? inside : [node(inside, focus)]
        case .text, .button, .toggle, .labeledValue, .color, .form, .section, .missing: return [node(inside, focus)]
        }
    }

    private func node(_ inside: [JSON], _ focus: String?) -> JSON {
        var object: JSON.Object = ["id": .string(id), "role": .string(role)]
        object["label"] = name.map { .string($0) }
        switch content {
        case .toggle(_, let state): object["value"] = .string(state.rawValue)
        case .labeledValue(_, let value): object["value"] = .string(value)
        case .color(let color): object["value"] = .string(color.name)
        default: break
        }
        switch content {
        case .button, .toggle:
            object["enabled"] = .bool(isEnabled)
            if focus == id { object["focused"] = true }
        default: break
        }
        if !inside.isEmpty { object["children"] = .array(inside) }
        return .object(object)
    }
}
