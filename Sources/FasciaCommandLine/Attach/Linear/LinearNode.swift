import FasciaDocument

/// A visible node from `ui.tree` with details, and its text in linear mode.
struct LinearNode: Hashable {
    /// The type of value that `ui.set` accepts for the node.
    enum Kind: String, Hashable {
        case text, number, option
    }

    var id: String
    var entry: String
    var role: String
    var label: String
    var value: JSON?
    /// The value as the screen shows it, such as `40 %`.
    var shown: String?
    /// Whether no option is selected. The value is then that of the option that is shown as a placeholder.
    var isUnselected: Bool
    /// How much of a slider, a progress or a gauge is filled, from 0 to 1.
    var fraction: Double?
    /// The words for the condition of what it operates: `pending`.
    var conditions: [String]
    /// Why the last request failed, or what the claimer does.
    var notes: [String]
    var isEnabled: Bool
    var canBeTapped: Bool
    var canDecrement: Bool
    var canIncrement: Bool
    var valueKind: Kind?
    var isSecure: Bool
    /// The labels of the options that can be chosen.
    var options: [String]
    var range: [Double]
    /// Whether a disclosure is open; `nil` for other nodes.
    var isOpen: Bool?

    init?(_ json: JSON) {
        guard let id = json["id"]?.stringValue, let role = json["role"]?.stringValue else { return nil }
        func isSet(_ name: String) -> Bool { json[name]?.boolValue == true }
        self.id = id
        self.role = Printable.text(role)
        entry = json["entry"]?.stringValue ?? ""
        label = Printable.text(json["label"]?.stringValue ?? "")
        for (mark, isOpen) in [("▸ ", false), ("▾ ", true)] where label.hasPrefix(mark) {
            (label, self.isOpen) = (String(label.dropFirst(mark.count)), isOpen)
        }
        value = json["value"]
        shown = json["shown"]?.stringValue
        isUnselected = json["options"] != nil && json["selection"].map { $0 == JSON.null } ?? false
        fraction = json["fraction"]?.doubleValue.flatMap { $0.isNaN ? nil : $0 }
        conditions = (json["conditions"]?.arrayValue ?? []).compactMap(\.stringValue).map { Printable.text($0) }
        notes = (json["notes"]?.arrayValue ?? []).compactMap(\.stringValue).map { Printable.text($0) }
        isEnabled = isSet("enabled")
        canBeTapped = isSet("tap")
        canDecrement = isSet("decrement")
        canIncrement = isSet("increment")
        valueKind = json["set"]?.stringValue.flatMap(Kind.init)
        isSecure = isSet("secure")
        let labels = (json["options"]?.arrayValue ?? []).compactMap { $0["label"]?.stringValue }
        options = labels.filter { !$0.hasSuffix(LinearNode.noChoice) }.map { Printable.text($0) }
        range = (json["range"]?.arrayValue ?? []).compactMap(\.doubleValue)
    }

    /// Ends the label of the element that a panel file adds for a state that none of the choices is.
    private static let noChoice = " (not among the choices)"

    /// Whether the node has a number and can be operated.
    var isOperable: Bool { canBeTapped || valueKind != nil || canDecrement || canIncrement }

    /// The role in words.
    var roleName: String {
        switch role {
        case "toggle": "switch"
        case "textField": isSecure ? "secret text" : "text field"
        case "picker": "choice"
        case "stack", "form", "list", "grid", "gridRow", "scroll", "shape", "section": "group"
        default: role
        }
    }

    /// The value and the condition in words; `nil` for a node without a value. An unknown value is left out.
    var state: String? {
        let isUnknown = conditions.contains("unknown") && !conditions.contains("pending")
        let words = (isUnknown ? [] : [plainState].compactMap(\.self)) + conditions + notes
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    private var plainState: String? {
        guard let value else { return isOpen.map { $0 ? "open" : "closed" } }
        if isSecure { return value == "" ? "empty" : "hidden" }
        if isUnselected { return "nothing selected" }
        switch (role, value) {
        case ("toggle", "mixed"): return "partly on"
        case ("option", "on"): return "selected"
        case ("option", "off"): return "not selected"
        case ("textField", ""): return "empty"
        case ("picker", ""): return "nothing selected"
        case ("progress", _):
            // The value is a part of a total that only the daemon knows.
            return fraction.map { "\(Int((min(max($0, 0), 1) * 100).rounded())) percent" } ?? Printable.text(value.plain)
        default: return Printable.text(shown ?? value.plain)
        }
    }

    /// For example `Cheese, switch: on`.
    var description: String {
        // A missing screen's label already says that it is missing.
        if role == "text" || role == "missing" {
            let words = (conditions + notes).joined(separator: ", ")
            return words.isEmpty ? label : label.isEmpty ? words : "\(label) (\(words))"
        }
        if role == "section", !isOperable { return label.isEmpty ? "" : label + ":" }
        var words = label.isEmpty ? roleName : label + ", " + roleName
        if let state { words += ": " + state }
        if isOperable, !isEnabled { words += ", disabled" }
        return words
    }

    /// The announcement when the node has changed; `nil` if its text is the same.
    func change(from old: LinearNode) -> String? {
        guard description != old.description else { return nil }
        if role == "text" || label != old.label || role != old.role { return description }
        var parts: [String] = []
        if state != old.state, let state { parts.append(state) }
        if isEnabled != old.isEnabled { parts.append(isEnabled ? "enabled" : "disabled") }
        return (label.isEmpty ? roleName : label) + ": " + parts.joined(separator: ", ")
    }

    /// Explains how to operate the node, which the user calls `name`.
    func helpText(name: String) -> String {
        switch valueKind {
        case .text: return "type \(name) and the new text, or \(name) \"\" to clear it"
        case .option:
            return "type \(name) and one of " + (options.isEmpty ? "its options" : options.joined(separator: ", "))
        case .number:
            let span = range.count == 2 ? " from \(range[0].plain) to \(range[1].plain)" : ""
            return "type \(name) and a number\(span)" + (canDecrement || canIncrement ? ", or \(name) + or \(name) -" : "")
        case nil where role == "toggle": return "type \(name), or \(name) on or \(name) off"
        case nil: return canBeTapped ? "type \(name)" : "type \(name) + or \(name) -"
        }
    }
}

extension Double {
    /// A number without a fraction if it is whole.
    fileprivate var plain: String { Int(exactly: self).map(String.init) ?? String(self) }
}
