import FasciaScreens

/// Nodes with options.
extension Page {
    mutating func writeChoice(_ node: ScreenNode, isRow: Bool) {
        switch node.text("style") {
        case "inline": writeOptions(node)
        case "segmented": writeSegments(node, isRow)
        default: writeSelect(node, isRow)
        }
    }

    private mutating func writeSelect(_ node: ScreenNode, _ isRow: Bool) {
        writeRow(node, isRow, "choice") { page, parts in
            page.element(
                "select",
                [
                    "id": parts.control, "name": node.id, "aria-label": parts.label == nil ? node.label : nil,
                    "aria-describedby": parts.description, "aria-busy": node.busy, "disabled": node.disabled,
                    "data-node": node.id,
                ]
            ) { page in
                // What is shown without being selected.
                if node.selection == nil {
                    page.element("option", ["value": "", "selected": "", "disabled": "", "hidden": ""], node.value)
                }
                for option in node.options {
                    page.element(
                        "option", ["value": option.id, "selected": option.id == node.selection ? "" : nil], option.label)
                }
            }
        }
    }

    private mutating func writeSegments(_ node: ScreenNode, _ isRow: Bool) {
        writeRow(node, isRow, "choice") { page, parts in
            page.element(
                "div",
                [
                    "class": "segments", "role": "radiogroup", "id": parts.control, "aria-labelledby": parts.label,
                    "aria-label": parts.label == nil ? node.label : nil, "aria-describedby": parts.description,
                    "aria-busy": node.busy, "aria-disabled": node.isEnabled ? nil : "true", "data-node": node.id,
                ]
            ) { page in
                for option in node.options {
                    page.element("label") { page in
                        page.writeRadio(node.id, option, isOn: option.id == node.selection, node.disabled)
                        page.element("span", option.label)
                    }
                }
            }
        }
    }

    /// All options, one below the other. They are the children, too.
    private mutating func writeOptions(_ node: ScreenNode) {
        let title = node.visibleLabel
        element(
            "fieldset",
            [
                "class": "card", "role": "radiogroup", "data-node": node.id, "aria-busy": node.busy,
                "aria-disabled": node.isEnabled ? nil : "true", "style": node.style,
            ]
        ) { page in
            if !title.isEmpty { page.element("legend", title) }
            for (option, child) in zip(node.options, node.children) {
                page.element("label", ["class": "row option"]) { page in
                    page.writeRadio(node.id, option, isOn: option.id == node.selection, child.disabled, child.id)
                    page.element("span", ["class": "label"], option.label)
                }
            }
        }
    }

    private mutating func writeRadio(
        _ name: String, _ option: ScreenNode.Option, isOn: Bool, _ disabled: String?, _ node: String? = nil
    ) {
        void(
            "input",
            [
                "type": "radio", "name": name, "value": option.id, "checked": isOn ? "" : nil, "disabled": disabled,
                "data-node": node,
            ])
    }

    /// An option without its choice.
    mutating func writeOption(_ node: ScreenNode) {
        element("label", ["class": "row option"]) { page in
            page.void(
                "input",
                ["type": "radio", "checked": node.value == "on" ? "" : nil, "disabled": node.disabled, "data-node": node.id])
            page.element("span", ["class": "label"], node.label)
        }
    }
}
