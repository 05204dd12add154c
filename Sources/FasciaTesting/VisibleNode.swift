import FasciaModel
import FasciaWire

/// Something that is to be seen, as `ui.tree` tells it.
public struct VisibleNode: Hashable, Sendable {
    /// What its author calls it, or its place.
    public var id: String
    /// What it is: `button`, `toggle`, `text`, `textField` …
    public var role: String
    /// What it says.
    public var label: String
    /// What it shows beside its label: a toggle `"on"`, `"off"` or `"mixed"`, a field its text, a slider its number.
    public var value: JSON?
    /// Whether it can be operated right now.
    public var isEnabled: Bool
    /// Whether it has the focus of the terminal that looks at it.
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
    /// The one with this id, else all with this label.
    func named(_ name: String) -> [VisibleNode] {
        let known = filter { $0.id == name }
        return known.isEmpty ? filter { $0.label == name } : known
    }
}
