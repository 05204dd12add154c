import FasciaDocument
import FasciaScreens

/// Nodes that show or change something.
extension Page {
    mutating func writeLeaf(_ node: ScreenNode, isRow: Bool) {
        if node["options"] != nil { return writeChoice(node, isRow: isRow) }
        switch node.role {
        case "toggle": writeSwitch(node, isRow)
        case "button", "link": writeButton(node, isRow)
        case "option": writeOption(node)
        case "textField": writeField(node, isRow)
        case "slider", "stepper": writeNumber(node, isRow)
        case "progress", "gauge": writeBar(node, isRow)
        case "sparkline", "chart": writeCurve(node, isRow)
        case "value": writeValue(node, isRow)
        case "image":
            let label: Markup.Attributes = ["role": "img", "aria-label": node.label, "data-node": node.id, "style": node.style]
            element("span", label, node.text("glyph"))
        case "color", "shape": element("span", ["class": "shape", "data-node": node.id, "style": node.style]) { _ in }
        default: writeText(node, isRow)
        }
    }

    // MARK: - Rows

    /// The ids of what belongs to a control.
    struct Parts {
        var control: String
        /// Of the visible label; `nil` if there is none.
        var label: String?
        /// Of what describes it further, separated by blanks; `nil` if there is nothing.
        var description: String?
    }

    /// A control with its label and its condition.
    ///
    /// - Parameter shown: what is shown beside the label.
    mutating func writeRow(
        _ node: ScreenNode, _ isRow: Bool, _ kind: String, shown: String = "", _ control: (inout Page, Parts) -> Void
    ) {
        var parts = Parts(control: newID())
        let label = node.visibleLabel
        let (shownID, conditionID, noteID) = (newID(), newID(), newID())
        var described: [String] = []
        if !shown.isEmpty { described.append(shownID) }
        if !node.conditions.isEmpty { described.append(conditionID) }
        if !node.notes.isEmpty { described.append(noteID) }
        parts.description = described.isEmpty ? nil : described.joined(separator: " ")
        let look = [isRow ? "row" : "item", kind] + node.conditions
        element("div", ["class": look.joined(separator: " "), "style": node.style]) { page in
            if !label.isEmpty || node["icon"] != nil {
                parts.label = label == node.label ? page.newID() : nil
                page.writeIcon(of: node)
                page.element("label", ["class": "label", "for": parts.control, "id": parts.label], label)
            }
            page.writeCondition(of: node, conditionID)
            if !shown.isEmpty { page.element("span", ["class": "shown", "id": shownID], shown) }
            control(&page, parts)
            page.writeNotes(of: node, noteID)
        }
    }

    mutating func writeIcon(of node: ScreenNode) {
        guard node["icon"] != nil else { return }
        element("span", ["class": "icon", "aria-hidden": "true"], node.text("icon"))
    }

    private mutating func writeCondition(of node: ScreenNode, _ id: String) {
        guard !node.conditions.isEmpty else { return }
        element("span", ["class": "conditions", "id": id]) { page in
            for condition in node.conditions {
                page.element("span", ["class": "condition \(condition)"]) { page in
                    page.element("span", ["class": "mark", "aria-hidden": "true"], page.mark(of: condition))
                    page.words(condition)
                }
            }
        }
    }

    private func mark(of condition: String) -> String {
        switch condition {
        case "failed": "!"
        case "stale": "≈"
        case "unconfirmed": "◔"
        case "unknown": "?"
        default: ""
        }
    }

    private mutating func writeNotes(of node: ScreenNode, _ id: String) {
        guard !node.notes.isEmpty else { return }
        element("div", ["class": "notes", "id": id]) { page in
            for note in node.notes { page.element("p", note) }
        }
    }

    // MARK: - Controls

    private mutating func writeSwitch(_ node: ScreenNode, _ isRow: Bool) {
        writeRow(node, isRow, "toggle", shown: node.shown) { page, parts in
            let isMixed = node.value == "mixed"
            // HTML has no attribute for a checkbox that is neither.
            if isMixed {
                page.element(
                    "button",
                    [
                        "type": "button", "role": "checkbox", "aria-checked": "mixed", "class": "switch", "id": parts.control,
                        "name": node.id, "aria-labelledby": parts.label, "aria-label": parts.label == nil ? node.label : nil,
                        "aria-describedby": parts.description, "aria-busy": node.busy, "disabled": node.disabled,
                        "data-node": node.id,
                    ]
                ) { _ in }
            } else {
                page.void(
                    "input",
                    [
                        "type": "checkbox", "role": "switch", "class": "switch", "checked": node.value == "on" ? "" : nil,
                        "id": parts.control, "name": node.id, "aria-label": parts.label == nil ? node.label : nil,
                        "aria-describedby": parts.description, "aria-busy": node.busy, "disabled": node.disabled,
                        "data-node": node.id,
                    ])
            }
        }
    }

    private mutating func writeButton(_ node: ScreenNode, _ isRow: Bool) {
        let (label, shown, condition, notes) = (newID(), newID(), newID(), newID())
        var described: [String] = []
        if !node.shown.isEmpty { described.append(shown) }
        if !node.conditions.isEmpty { described.append(condition) }
        if !node.notes.isEmpty { described.append(notes) }
        let look = [isRow ? "row" : nil, "button", node.isSet("destructive") ? "destructive" : nil].compactMap { $0 }
        let name: StaticString = node.role == "link" ? "a" : "button"
        let isNamed = !node.label.isEmpty && (node.label == node.visibleLabel || !node.children.isEmpty)
        element(
            name,
            [
                "class": look.joined(separator: " "), "type": node.role == "link" ? nil : "button",
                "role": node.role == "link" ? "link" : nil, "tabindex": node.role == "link" ? "0" : nil,
                "name": node.role == "link" ? nil : node.id, "aria-labelledby": isNamed ? label : nil,
                "aria-label": isNamed || node.label.isEmpty ? nil : node.label,
                "aria-describedby": described.isEmpty ? nil : described.joined(separator: " "),
                "aria-busy": node.busy, "aria-expanded": node["open"]?.boolValue.map { $0 ? "true" : "false" },
                "disabled": node.role == "link" ? nil : node.disabled, "data-node": node.id, "style": node.style,
            ]
        ) { page in
            page.writeIcon(of: node)
            if node.children.isEmpty {
                page.element("span", ["class": "label", "id": label]) { $0.writeWords(of: node) }
            } else {
                page.element("span", ["id": label, "class": "unseen"], node.label)
                for child in node.children { page.write(child, isRow: false) }
            }
            page.writeCondition(of: node, condition)
            if !node.shown.isEmpty { page.element("span", ["class": "shown", "id": shown], node.shown) }
            if isRow {
                page.element("span", ["class": "end", "aria-hidden": "true"], node.isSet("leadsOn") ? "›" : "↵")
            }
            page.writeNotes(of: node, notes)
        }
    }

    private mutating func writeField(_ node: ScreenNode, _ isRow: Bool) {
        writeRow(node, isRow, "field") { page, parts in
            let lines = node["lines"]?[0]?.intValue
            let isSecure = node.isSet("secure")
            let common: Markup.Attributes = [
                "id": parts.control, "name": node.id, "placeholder": node["prompt"]?.stringValue,
                "aria-label": parts.label == nil ? node.label : nil, "aria-describedby": parts.description,
                "aria-busy": node.busy, "disabled": node.disabled, "data-node": node.id, "autocomplete": "off",
                "type": lines != nil ? nil : isSecure ? "password" : "text", "value": lines == nil ? node.value : nil,
                "rows": lines.map { "\($0)" },
            ]
            if lines != nil {
                page.element("textarea", common, node.value)
            } else {
                page.void("input", common)
            }
        }
    }

    private mutating func writeNumber(_ node: ScreenNode, _ isRow: Bool) {
        let isSlider = node.role == "slider"
        let range = (node["range"]?.arrayValue ?? []).compactMap(\.doubleValue)
        writeRow(node, isRow, isSlider ? "slider" : "stepper") { page, parts in
            if !isSlider { page.writeStep("−", "decrement", node) }
            // Without a number, the buttons are all of a stepper.
            page.void(
                "input",
                [
                    "type": isSlider ? "range" : "number", "id": parts.control, "name": node.id,
                    "min": range.first.map(\.shortText), "max": range.last.map(\.shortText), "step": "any",
                    "value": node.value, "aria-valuetext": node.shown.isEmpty ? nil : node.shown,
                    "aria-label": parts.label == nil ? node.label : nil, "aria-describedby": parts.description,
                    "aria-busy": node.busy, "disabled": node.disabled, "data-node": node.id,
                    "class": node["value"] == nil ? "unseen" : nil,
                ])
            if isSlider {
                page.element("output", ["class": "shown", "for": parts.control, "aria-hidden": "true"], node.shown)
            } else {
                page.writeStep("+", "increment", node)
            }
        }
    }

    private mutating func writeStep(_ sign: String, _ direction: String, _ node: ScreenNode) {
        let isPossible = node.isEnabled && node.isSet(direction)
        element(
            "button",
            [
                "type": "button", "name": node.id, "value": direction, "class": "step",
                "aria-label": "\(node.label) \(direction == "increment" ? "+" : "−")", "disabled": isPossible ? nil : "",
            ], sign)
    }

    private mutating func writeBar(_ node: ScreenNode, _ isRow: Bool) {
        writeRow(node, isRow, "bar") { page, parts in
            let common: Markup.Attributes = [
                "id": parts.control, "max": "1", "value": node.fraction.map(\.shortText),
                "aria-label": parts.label == nil ? node.label : nil,
                "aria-valuetext": node.shown.isEmpty ? nil : node.shown, "aria-describedby": parts.description,
                "aria-busy": node.busy, "data-node": node.id,
            ]
            page.element(node.role == "progress" ? "progress" : "meter", common) { _ in }
            page.element("span", ["class": "shown", "aria-hidden": "true"], node.shown)
        }
    }

    private mutating func writeValue(_ node: ScreenNode, _ isRow: Bool) {
        writeRow(node, isRow, "value") { page, parts in
            page.element(
                "output",
                [
                    "class": "shown", "id": parts.control, "aria-label": parts.label == nil ? node.label : nil,
                    "aria-describedby": parts.description, "data-node": node.id,
                ], node.value)
        }
    }
}

extension ScreenNode {
    /// The attribute `disabled`.
    var disabled: String? { isEnabled ? nil : "" }
    /// The attribute `aria-busy`.
    var busy: String? { conditions.contains("pending") ? "true" : nil }
}
