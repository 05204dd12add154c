import FasciaDocument
import FasciaWire

/// A visible node, as `ui.tree` describes it.
public struct VisibleNode: Hashable, Sendable {
    /// The id that its author has set, or else one derived from its position.
    public var id: String
    /// The role: `button`, `toggle`, `text`, `textField` …
    public var role: String
    /// The text or label.
    public var label: String
    /// The value beside the label: `"on"`, `"off"` or `"mixed"` for a toggle, the text of a field, the number of a
    /// slider.
    public var value: JSON?
    /// Whether it can be operated now.
    public var isEnabled: Bool
    /// Whether it has the focus of this terminal.
    public var isFocused: Bool

    init(_ json: JSON) {
        id = json["id"]?.stringValue ?? ""
        role = json["role"]?.stringValue ?? ""
        label = json["label"]?.stringValue ?? ""
        value = json["value"]
        isEnabled = json["enabled"]?.boolValue ?? false
        isFocused = json["focused"]?.boolValue ?? false
    }
}

extension [VisibleNode] {
    /// The node with this id, or else all nodes with this label.
    func named(_ name: String) -> [VisibleNode] {
        let known = filter { $0.id == name }
        return known.isEmpty ? filter { $0.label == name } : known
    }
}
