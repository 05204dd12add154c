import FasciaDocument
import FasciaModel

/// Pickers of the panel: a single component, or all components side by side.
extension SceneResolver {
    func fillPicker(_ element: inout Element, _ content: PickerContent, _ bind: String) {
        let style = content.style
        if let component = panel.pickerComponent(bind) {
            return fillComponent(&element, component, label: content.label ?? component.title, style)
        }
        guard let picker = panel.picker(bind) else {
            element.content = .missing(noPicker(bind))
            return
        }
        let label = content.label ?? picker.title
        if picker.components.count == 1 {
            return fillComponent(&element, picker.components[0], label: label, style)
        }
        element.content = .stack(.horizontal, alignment: .center, spacing: nil)
        var heading = row("", element)
        heading.content = .text(label)
        element.children = [heading]
        for component in picker.components {
            var part = row(String(component.id.dropFirst(picker.id.utf8.count + 1)), element)
            fillComponent(&part, component, label: nil, style)
            part.accessibilityLabel = component.isLabel ? nil : component.title
            element.children.append(part)
        }
    }

    /// A tap selects the next element, wrapping around at the end. Without a selection it selects the element shown.
    private func fillComponent(
        _ element: inout Element, _ component: PickerComponentInfo, label: String?, _ style: PickerStyle
    ) {
        guard !component.isLabel else {
            element.content = .text(component.shown?.label ?? "")
            return
        }
        guard component.shownIndex != nil else {
            element.content = .picker(label: label, shown: "", isSelected: false)
            element.isEnabled = false
            return
        }
        let edit = Edit(.component(component.id), .option(isOptional: component.declaration.isOptional))
        let options = component.elements.map {
            Options.Option(id: $0.id, label: $0.label, activation: .pick(id: component.id, element: $0.id))
        }
        let choice = Options(options, shown: component.shownIndex, isSelected: component.selection != nil)
        fillChoice(&element, choice, edit, label: label, style)
    }

    /// Lists the picker's components if the picker exists.
    private func noPicker(_ bind: String) -> String {
        let name = String(bind.prefix { $0 != "/" })
        guard name != bind else { return "no picker \"\(bind)\"" }
        guard let picker = panel.picker(name) else { return "no component \"\(bind)\": no picker \"\(name)\"" }
        let names = picker.components.map { $0.id.dropFirst(name.count + 1) }.joined(separator: ", ")
        return "no component \"\(bind)\": picker \"\(name)\" has \(names)"
    }
}
