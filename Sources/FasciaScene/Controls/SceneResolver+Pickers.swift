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

    private func fillComponent(
        _ element: inout Element, _ component: PickerComponentInfo, label: String?, _ style: PickerContent.Style
    ) {
        guard !component.isLabel else {
            element.content = .text(component.shown?.label ?? "")
            return
        }
        guard component.shownIndex != nil else {
            element.content =
                style == .wheel ? .picker(label: label, shown: "", isSelected: false) : .menu(label: label ?? "", shown: "")
            element.isEnabled = false
            noteCondition(of: .picker(component.id), in: &element)
            return
        }
        let edit = Edit(.component(component.id), .option(isOptional: component.declaration.isOptional))
        let options = component.elements.map {
            Options.Option(id: $0.id, label: $0.label, activation: .pick(id: component.id, element: $0.id))
        }
        // An element that stands for an unknown one would be taken for the actual state. A wheel always shows an element.
        let isUnknown = panel.isUnknown(.picker(component.id))
        let shown = isUnknown && style != .wheel ? nil : component.shownIndex
        let choice = Options(options, shown: shown, isSelected: component.selection != nil && !isUnknown)
        fillChoice(&element, choice, edit, label: label, style)
        noteCondition(of: .picker(component.id), in: &element)
    }

    /// Lists the picker's components if the picker exists.
    private func noPicker(_ bind: String) -> String {
        let name = String(bind.prefix { $0 != "/" })
        guard name != bind else { return "no picker \"\(bind)\"" }
        guard let picker = panel.picker(name) else { return "no component \"\(bind)\": no picker \"\(name)\"" }
        let names = picker.components.map { $0.id.dropFirst(name.count + 1) }.joined(separator: ", ")
        return "no component \"\(bind)\": picker \"\(name)\" has \(names)"
    }

    // MARK: - Choices

    func fillLiteralPicker(
        _ element: inout Element, _ picker: PickerContent, _ choice: LiteralChoice, _ action: Action?
    ) {
        let edit = action.map { Edit(.action(resolvingEntry($0)), .option(isOptional: choice.isOptional)) }
        let options = choice.options.map {
            Options.Option(id: $0.id, label: $0.label, activation: edit?.activation(.string($0.id)))
        }
        func index(of id: String?) -> Int? { id.flatMap { id in choice.options.firstIndex { $0.id == id } } }
        let selected = index(of: choice.selection)
        // A wheel always shows an option.
        let standIn = index(of: choice.initial) ?? (picker.style == .wheel && !options.isEmpty ? 0 : nil)
        element.isEnabled = element.isEnabled && edit != nil && !options.isEmpty
        let shown = Options(options, shown: selected ?? standIn, isSelected: selected != nil)
        fillChoice(&element, shown, edit, label: picker.label, picker.style)
    }

    private func fillChoice(
        _ element: inout Element, _ options: Options, _ edit: Edit?, label: String?, _ style: PickerContent.Style
    ) {
        let shown = options.shown.map { options.all[$0].label } ?? ""
        element.options = options
        element.edit = edit
        switch style {
        case .inline where options.all.count <= SceneResolver.maximumOptions: fillInline(&element, options, label)
        case .segmented:
            element.content = .segments(label: label ?? "")
            let (before, after) = (options.selected.map { $0 - 1 }, options.selected.map { $0 + 1 } ?? 0)
            element.steps = Steps(
                previous: before.flatMap { $0 < 0 ? nil : options.all[$0].activation },
                next: after < options.all.count ? options.all[after].activation : nil)
        // A list of very many options, in which every one can be found, instead of a screen that is full of them.
        case .automatic, .menu, .inline:
            element.content = .menu(label: label ?? "", shown: shown, isSelected: options.isSelected)
        case .wheel:
            element.content = .picker(label: label, shown: shown, isSelected: options.isSelected)
            guard let shown = options.shown else { return }
            element.steps = Steps(
                previous: shown > 0 ? options.all[shown - 1].activation : nil,
                next: shown + 1 < options.all.count ? options.all[shown + 1].activation : nil)
        }
    }

    private func fillInline(_ element: inout Element, _ options: Options, _ label: String?) {
        element.content = .section(title: label, footer: nil)
        for (index, option) in options.all.enumerated() {
            var row = row(option.id, element)
            row.content = .option(label: option.label, isSelected: index == options.selected)
            row.activation = option.activation
            element.children.append(row)
        }
    }
}
