import FasciaDocument
import FasciaModel

/// Why things are stale or unknown. One reason often holds for many things.
extension SceneResolver {
    /// Leaves a reason out where the row directly before it has the same one, and puts the reasons of a row of texts and buttons
    /// below it.
    func placeReasons(in root: inout Element) {
        guard !panel.claims.isEmpty else { return }
        var before: Set<String> = []
        placeReasons(in: &root, after: &before)
    }

    /// - Parameter before: the reasons of the row before; those of the last row in it afterwards.
    private func placeReasons(in element: inout Element, after before: inout Set<String>) {
        if element.modifiers.contains(.hidden(true)) { return }
        var row: Set<String> = []
        guard !element.isSingleRow else {
            share(in: &element, &row, after: before)
            before = row
            if element.control == nil { element = noted(element) }
            return
        }
        if !element.isLayoutOnly || element.content == .divider {
            element.leaveOutReasons(&row, after: before)
            before = row
        }
        for index in element.children.indices { placeReasons(in: &element.children[index], after: &before) }
        for index in element.attachments.indices { placeReasons(in: &element.attachments[index], after: &before) }
    }

    /// - Parameter row: the reasons in this row so far.
    private func share(in element: inout Element, _ row: inout Set<String>, after before: Set<String>) {
        element.leaveOutReasons(&row, after: before)
        // The items of a menu are not seen.
        guard element.controlKind != .menu else { return }
        for index in element.children.indices { share(in: &element.children[index], &row, after: before) }
    }

    /// The row, above the reasons of its texts, which have no room in it. Controls show theirs themselves.
    private func noted(_ row: Element) -> Element {
        guard case .stack(.horizontal, _, _) = row.content else { return row }
        let notes = row.children.filter { $0.control == nil }.flatMap(\.conditions).filter { !$0.note.isEmpty }
        guard !notes.isEmpty else { return row }
        var whole = Element(
            id: id(nil, position: row.id + ":noted"), .stack(.vertical, alignment: .leading, spacing: nil),
            isEnabled: row.isEnabled, environment: row.environment)
        whole.children = [row]
        for (index, note) in notes.enumerated() {
            let hasFailed = note.word == .failed
            // The row itself tells scripts and screen readers the reason.
            whole.children.append(
                Element(
                    id: id(nil, position: "\(row.id):note\(index)"), .text(hasFailed ? "! " + note.note : note.note),
                    modifiers: [.dim(!hasFailed), .lineLimit(3), .accessibilityHidden(true)], isEnabled: row.isEnabled,
                    environment: row.environment))
        }
        return whole
    }
}

extension Element {
    /// Whether all of it stands in one row.
    fileprivate var isSingleRow: Bool {
        switch content {
        case .control: true
        case .stack(.horizontal, _, _), .gridRow, .tableRow:
            children.allSatisfy { $0.children.isEmpty || $0.control != nil }
        default: false
        }
    }

    /// - Parameter row: the reasons in its row so far.
    fileprivate mutating func leaveOutReasons(_ row: inout Set<String>, after before: Set<String>) {
        for index in conditions.indices where conditions[index].word == .stale || conditions[index].word == .unknown {
            let reason = conditions[index].note
            if reason.isEmpty { continue }
            if !row.insert(reason).inserted || before.contains(reason) { conditions[index].note = "" }
        }
    }

    /// Shows no value, because the one that it was declared with is not its state.
    mutating func hideValue() {
        switch content {
        case .text, .runs: content = .text("")
        case .labeledValue(let label, _): content = .labeledValue(label: label, value: "")
        case .control(var control):
            (control.value, control.fraction) = ("", nil)
            control.accessibilityValue = control.field == nil ? nil : .string("")
            control.field?.text = ""
            content = .control(control)
        default: break
        }
    }
}
