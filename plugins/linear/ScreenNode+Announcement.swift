import FasciaDocument
import FasciaScreens

extension ScreenNode {
    /// - Parameters:
    ///   - level: of a heading.
    ///   - position: of an option or an item, such as `2 of 5`.
    func announcement(level: Int, position: String? = nil) -> Announcement {
        var spoken = Announcement(name: name, role: spokenRole(level: level), value: spokenValue)
        spoken.states = stateWords + [position].compactMap { $0 } + conditionWords
        if isOperable, !isEnabled { spoken.states.append("unavailable") }
        if isSet("focused") { spoken.states.append("focused") }
        if role == "textField", value.isEmpty, text("prompt") != name { spoken.hint = text("prompt") }
        return spoken
    }

    /// Whether people operate it, rather than read it.
    var isOperable: Bool { isControl || isSet("tap") }

    /// Whether its role says that it is operated.
    private var isControl: Bool {
        switch role {
        case "toggle", "button", "link", "picker", "option", "textField", "slider", "stepper", "menu": true
        default: false
        }
    }

    // MARK: - Name

    private var name: String {
        let name = label.isEmpty && isSaidAsAWhole ? words : label
        return name.isSecret ? "hidden" : name
    }

    /// What its parts say.
    private var words: String {
        children.filter { !$0.isUnspoken }.map { $0.label.isEmpty ? $0.words : $0.label }
            .filter { !$0.isEmpty && $0 != ScreenNode.selectionMark }.joined(separator: " ")
    }

    /// Whether it is hidden, or only for the eyes.
    var isUnspoken: Bool { isSet("decorative") || modifiers("hidden").first?.boolValue == true }

    /// Whether its name says what its children say. The children of another text or button lie behind it or in front of it.
    var isSaidAsAWhole: Bool {
        switch role {
        case "text", "header", "link", "image", "button": self["axis"] != nil
        case "stack", "scroll", "grid", "gridRow", "form": isSet("tap")
        default: false
        }
    }

    // MARK: - Role

    private func spokenRole(level: Int) -> String {
        let kind = kindOfRole(level: level)
        guard isSet("tap"), !isControl else { return kind }
        return kind.isEmpty ? "button" : kind + ", button"
    }

    private func kindOfRole(level: Int) -> String {
        switch role {
        case "header", "section": "heading level \(level)"
        case "toggle": "switch"
        case "textField": isSet("secure") ? "secure text field" : self["lines"] == nil ? "text field" : "text area"
        case "progress": "progress indicator"
        case "sparkline", "chart": "chart"
        case "missing": "warning"
        case "link", "image", "button", "picker", "option", "slider", "stepper", "gauge", "menu": role
        case "text", "value": ""
        default: isSet("tap") || label.isEmpty ? "" : "group"
        }
    }

    // MARK: - Value

    /// An unknown state is not spoken. A group takes its state from its switches.
    private var isUnknown: Bool { conditions.contains("unknown") && !(role == "toggle" && !shown.isEmpty) }

    private var spokenValue: String {
        if isUnknown { return role == "picker" ? Speech.count(options.count, "option") : "" }
        switch role {
        case "toggle": return shown.isEmpty ? value : "\(value), \(shown) on"
        case "option": return value == "on" ? "selected" : "not selected"
        case "picker": return pickedValue
        case "textField": return value.isEmpty ? "empty" : isSet("secure") ? "filled in" : value
        case "progress" where fraction == nil: return "in progress"
        case "slider", "stepper", "progress", "gauge": return (shown.isEmpty ? value : shown).spoken
        default: return value.isSecret ? "hidden" : value.spoken
        }
    }

    private var pickedValue: String {
        guard !options.isEmpty else { return "no options" }
        guard let index = options.firstIndex(where: { $0.id == selection }) else {
            return (value.isEmpty ? "" : value + ", ") + "not selected, " + Speech.count(options.count, "option")
        }
        return "\(options[index].label), \(index + 1) of \(options.count)"
    }

    // MARK: - State

    private var stateWords: [String] {
        var words: [String] = []
        if isSet("destructive") { words.append("destructive") }
        if isSet("open") { words.append("open") }
        if isSet("tap"), children.first?.label == ScreenNode.selectionMark { words.append("selected") }
        if let isDescending = sortedDescending { words.append(isDescending ? "sorted descending" : "sorted ascending") }
        if role == "stepper", isSet("increment") != isSet("decrement") {
            words.append(isSet("increment") ? "minimum" : "maximum")
        }
        return words
    }

    /// A row of a list of FasciaUI begins with it when it is selected.
    private static let selectionMark = "▸"

    /// Of the header of the column that a table is sorted by. The mark is in its visible text only.
    private var sortedDescending: Bool? {
        guard visibleLabel != label, let mark = visibleLabel.last, mark == "▲" || mark == "▼" else { return nil }
        return mark == "▼"
    }

    /// What is not certain about its value, and why.
    private var conditionWords: [String] {
        guard conditions.count == notes.count else { return conditions + notes.map(\.spoken) }
        return zip(conditions, notes).map { "\($0): \($1.spoken)" }
    }
}

extension String {
    /// Whether it stands for a secret value.
    fileprivate var isSecret: Bool { !isEmpty && allSatisfy { $0 == "•" } }
}
