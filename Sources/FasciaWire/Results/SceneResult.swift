import FasciaModel

/// A node that can be seen, as `ui.tree` tells it.
extension JSONWriter {
    /// The answer to `ui.tree`: the nodes of the layer in front, in reading order, each with its level.
    ///
    /// Layers below are visible but cannot be operated; they come first, with `"enabled": false`.
    public mutating func writeTree(of scene: Scene) {
        raw("{\"nodes\":[")
        var isFirst = true
        for (index, layer) in scene.layers.enumerated() {
            writeNodes(layer.root, entry: layer.entry.id, isFront: index == scene.layers.count - 1, isFirst: &isFirst)
        }
        raw("]}")
    }

    private mutating func writeNodes(_ element: Element, entry: EntryID, isFront: Bool, isFirst: inout Bool) {
        if let role = element.role {
            if isFirst { isFirst = false } else { raw(",") }
            raw("{\"id\":")
            writeString(element.id)
            raw(",\"entry\":")
            writeString(entry.rawValue)
            raw(",\"role\":\"")
            raw(role)
            raw("\",\"label\":")
            writeString(element.label)
            if let value = element.value {
                raw(",\"value\":")
                write(value)
            }
            raw(",\"enabled\":")
            writeBool(isFront && element.isEnabled)
            raw("}")
        }
        for child in element.children { writeNodes(child, entry: entry, isFront: isFront, isFirst: &isFirst) }
    }
}

extension Element {
    /// What a screen reader calls it; `nil` for what only arranges other nodes.
    public var role: StaticString? {
        switch content {
        case .text: "text"
        case .button: "button"
        case .toggle: "switch"
        case .labeledValue: "value"
        case .section(.some, _), .section(nil, .some): "section"
        case .missing: "missing"
        case .color, .divider, .spacer, .stack, .form, .section(nil, nil), .empty: nil
        }
    }

    /// The name by which people and scripts know it.
    public var label: String {
        if let accessibilityLabel { return accessibilityLabel }
        return switch content {
        case .text(let text): text
        case .button(let label, _), .toggle(let label, _), .labeledValue(let label, _): label
        case .section(let title, let footer): title ?? footer ?? ""
        case .missing(let what): what
        case .color, .divider, .spacer, .stack, .form, .empty: ""
        }
    }

    /// What it shows beside its label: a switch `on`, `off` or `mixed`, a value its text.
    public var value: JSON? {
        switch content {
        case .toggle(_, let state): .string(state.rawValue)
        case .labeledValue(_, let value): .string(value)
        default: nil
        }
    }
}
