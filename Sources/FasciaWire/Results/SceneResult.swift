import FasciaDocument
import FasciaModel
import FasciaScene

/// An open question in `ui.tree`.
public struct VisibleQuestion: Sendable {
    public var question: AskedQuestion
    public var isEnabled: Bool
    /// Whether its sheet takes the keys of the terminal.
    public var isFocused: Bool

    public init(_ question: AskedQuestion, isEnabled: Bool, isFocused: Bool = false) {
        (self.question, self.isEnabled, self.isFocused) = (question, isEnabled, isFocused)
    }
}

/// Visible nodes, for `ui.tree`.
extension JSONWriter {
    /// The result of `ui.tree`: the visible nodes in reading order.
    ///
    /// Layers behind the front one come first. They are visible but cannot be operated: `"enabled": false`. Nodes that
    /// only arrange others are left out.
    ///
    /// - Parameters:
    ///   - focused: the node in the front layer that has the terminal's focus.
    ///   - details: whether to include how each node can be operated.
    ///   - questions: those over the screens, which come last. One that takes the keys has the focus.
    public mutating func writeTree(
        of scene: Scene, focused: String? = nil, details: Bool = false, questions: [VisibleQuestion] = []
    ) {
        let focused = questions.contains(where: \.isFocused) ? nil : focused
        raw("{\"nodes\":[")
        var isFirst = true
        for (index, layer) in scene.layers.enumerated() {
            let isFront = index == scene.layers.count - 1
            writeNodes(
                layer.root, entry: layer.entry.id, isFront: isFront, focused: isFront ? focused : nil,
                details: details, isFirst: &isFirst)
        }
        for question in questions {
            if isFirst { isFirst = false } else { raw(",") }
            write(question)
        }
        raw("]}")
    }

    private mutating func write(_ asked: VisibleQuestion) {
        member("{\"id\":", "question/" + asked.question.id)
        raw(",\"entry\":\"\",\"role\":\"question\"")
        member(",\"label\":", asked.question.content.name)
        member(",\"value\":", asked.question.content.kind.rawValue)
        member(",\"enabled\":", asked.isEnabled)
        if asked.isFocused { raw(",\"focused\":true") }
        raw("}")
    }

    /// The options and the selection, which is `null` if none is selected, even if a placeholder is shown.
    private mutating func writeOptions(_ options: Options) {
        raw(",\"options\":[")
        for (index, option) in options.all.enumerated() {
            if index > 0 { raw(",") }
            member("{\"id\":", option.id)
            member(",\"label\":", option.label)
            raw("}")
        }
        raw("],\"selection\":")
        if let shown = options.shown, options.isSelected { writeString(options.all[shown].id) } else { raw("null") }
    }

    private mutating func writeNodes(
        _ element: Element, entry: EntryID, isFront: Bool, focused: String?, details: Bool,
        isFirst: inout Bool
    ) {
        guard !element.isAccessibilityHidden else { return }
        if !element.isLayoutOnly {
            if isFirst { isFirst = false } else { raw(",") }
            raw("{")
            writeMembers(
                of: element, entry: entry, isEnabled: isFront && element.isEnabled, isFocused: element.id == focused,
                details: details)
            if details, let shown = element.shownNumber { member(",\"shown\":", shown) }
            raw("}")
        }
        for inner in element.parts {
            writeNodes(inner, entry: entry, isFront: isFront, focused: focused, details: details, isFirst: &isFirst)
        }
    }

    /// The members of a node.
    package mutating func writeMembers(of element: Element, entry: EntryID, isEnabled: Bool, isFocused: Bool, details: Bool) {
        member("\"id\":", element.id)
        member(",\"entry\":", entry.rawValue)
        member(",\"role\":", element.role)
        member(",\"label\":", element.label)
        if let value = element.value {
            member(",\"value\":", value)
        }
        if let fraction = element.control?.fraction {
            member(",\"fraction\":", .double(fraction))
        }
        if let options = element.options { writeOptions(options) }
        if case .rows(let total, let known) = element.content {
            member(",\"total\":", total)
            member(",\"known\":", .array(known.map { ["first": .int($0.first), "count": .int($0.count)] }))
        }
        if !element.conditions.isEmpty {
            raw(",\"conditions\":")
            list(element.conditions) { $0.writeString($1.word.rawValue) }
            let notes = element.conditions.map(\.note).filter { !$0.isEmpty }
            if !notes.isEmpty {
                raw(",\"notes\":")
                list(notes) { $0.writeString($1) }
            }
        }
        member(",\"enabled\":", isEnabled)
        if let denial = element.denial { member(",\"denied\":", denial) }
        if isFocused { raw(",\"focused\":true") }
        if details { writeOperations(of: element) }
    }

    /// How `ui.tap` and `ui.set` operate a node.
    private mutating func writeOperations(of element: Element) {
        if element.activation != nil { raw(",\"tap\":true") }
        if element.steps?.previous != nil { raw(",\"decrement\":true") }
        if element.steps?.next != nil { raw(",\"increment\":true") }
        if element.control?.field?.isSecure == true { raw(",\"secure\":true") }
        if let edit = element.edit {
            member(",\"set\":", edit.domain.name)
            if case .number(let scale) = edit.domain, let range = scale.range {
                member(",\"range\":", .array([.double(range.lowerBound), .double(range.upperBound)]))
            }
        }
    }
}

extension Element {
    /// The number of a control as it is shown, such as `40 %`; `nil` for another element, and if it is only the number.
    fileprivate var shownNumber: String? {
        guard let control, [.gauge, .slider, .stepper].contains(control.kind), let number = control.accessibilityValue else {
            return nil
        }
        // Padded to a width that does not change.
        let shown = String(control.value.drop { $0 == " " })
        return shown.isEmpty || shown == number.displayText ? nil : shown
    }

    /// Its children, of a log only the latest ones, and its attachments, which come last as in `Element.all`.
    package var parts: [Element] { Array(role == "log" ? children.suffix(100) : children[...]) + attachments }
}

extension Edit.Domain {
    fileprivate var name: String {
        switch self {
        case .text: "text"
        case .number: "number"
        case .option: "option"
        }
    }
}
