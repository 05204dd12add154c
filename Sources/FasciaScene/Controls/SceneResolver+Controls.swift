import FasciaDocument
import FasciaModel

/// Controls bound to a value, or with a literal value and an author's action.
extension SceneResolver {
    // MARK: - Text

    func fillTextField(_ element: inout Element, _ field: TextFieldContent) {
        var look = TextFieldState(
            label: field.label ?? "", prompt: field.prompt ?? "", isSecure: field.isSecure, updates: field.updates)
        let edit: Edit?
        switch field.source {
        case .bind(let key):
            guard let value = panel.value(key) else { return fillMissing(&element, value: key) }
            look.text = value == .null ? "" : value.displayText
            let kind = kind(key, of: value)
            // A number or a boolean is sent on Enter, because partial input does not parse.
            if kind != .string, kind != .json, kind != nil { look.updates = .submit }
            edit = Edit(.value(key: key, kind: kind), .text)
        case .literal(let text, let action):
            look.text = text
            edit = action.map { Edit(.action(aimed($0)), .text) }
            // Without a change action, the text is sent with the submit action.
            if action == nil { look.updates = .submit }
        }
        // A field that waits for Enter has one line, because Enter must submit it.
        if look.updates == .change { look.lines = field.lines }
        if field.isSecure { look.text = String(repeating: "•", count: look.text.count) }
        element.content = .textField(look)
        element.edit = edit
        element.submit = field.submit.map(aimed)
        element.isEnabled = element.isEnabled && (edit != nil || field.submit != nil)
    }

    /// The kind that text must parse as: the declared kind, or a number for an undeclared numeric value. `nil` accepts
    /// any text.
    private func kind(_ key: String, of value: JSON) -> ValueDeclaration.Kind? {
        if let declaration = panel.valueDeclaration(key) { return declaration.kind }
        return value.doubleValue == nil ? nil : .double
    }

    // MARK: - Numbers

    func fillSlider(_ element: inout Element, _ slider: SliderContent) {
        let value: Double
        var range = slider.range
        var step = slider.step
        let target: Edit.Target?
        switch slider.source {
        case .bind(let key):
            guard let number = panel.value(key) else { return fillMissing(&element, value: key) }
            let declaration = panel.valueDeclaration(key)
            range = range ?? declaration?.range
            step = step ?? declaration?.step ?? (declaration?.kind == .int ? wholeStep(range) : nil)
            guard let shown = number.doubleValue else { return fillNoNumber(&element, key) }
            value = shown
            target = .value(key: key, kind: declaration?.kind ?? number.kindOfNumber)
        case .literal(let number, let action):
            value = number
            target = action.map { .action(aimed($0)) }
        }
        let ends = range ?? 0...1
        let length = ends.upperBound - ends.lowerBound
        let scale = NumberScale(range: ends, step: step ?? (length > 0 ? length / 20 : 1))
        element.content = .slider(label: slider.label ?? "", value: value, range: ends)
        fillScale(&element, target, scale, value)
    }

    /// About a twentieth of the range, rounded to a whole number.
    private func wholeStep(_ range: ClosedRange<Double>?) -> Double {
        guard let range else { return 1 }
        return max(1, ((range.upperBound - range.lowerBound) / 20).rounded())
    }

    func fillStepper(_ element: inout Element, _ stepper: StepperContent) {
        let label = stepper.label ?? ""
        switch stepper.source {
        case .bind(let key):
            guard let value = panel.value(key) else { return fillMissing(&element, value: key) }
            guard let number = value.doubleValue else { return fillNoNumber(&element, key) }
            let declaration = panel.valueDeclaration(key)
            element.content = .stepper(label: label, value: number, showsValue: stepper.showsValue)
            fillScale(
                &element, .value(key: key, kind: declaration?.kind ?? value.kindOfNumber),
                NumberScale(range: stepper.range ?? declaration?.range, step: stepper.step ?? declaration?.step ?? 1),
                number)
        case .literal(let value, let action):
            element.content = .stepper(label: label, value: value, showsValue: stepper.showsValue)
            fillScale(
                &element, action.map { .action(aimed($0)) },
                NumberScale(range: stepper.range, step: stepper.step ?? 1), value)
        case .actions(let decrement, let increment):
            element.content = .stepper(label: label, value: nil, showsValue: false)
            element.steps = Steps(
                previous: decrement.map { .action(aimed($0)) }, next: increment.map { .action(aimed($0)) })
        }
    }

    /// Each step carries its resulting value, so that two simultaneous gestures make one step.
    private func fillScale(_ element: inout Element, _ target: Edit.Target?, _ scale: NumberScale, _ value: Double) {
        guard let target else {
            element.isEnabled = false
            return
        }
        let edit = Edit(target, .number(scale))
        element.edit = edit
        element.steps = Steps(
            previous: scale.stepped(value, by: -1).map(edit.activation(number:)),
            next: scale.stepped(value, by: 1).map(edit.activation(number:)))
    }

    func fillProgress(_ element: inout Element, _ progress: ProgressContent) {
        var value: Double?
        var total = progress.total
        switch progress.source {
        case .bind(let key):
            guard let bound = panel.value(key) else { return fillMissing(&element, value: key) }
            value = bound.doubleValue
            total = total ?? panel.valueDeclaration(key)?.range?.upperBound
        case .literal(let number): value = number
        case .indeterminate: break
        }
        element.content = .progress(label: progress.label ?? "", value: value, total: total ?? 1)
    }

    func fillGauge(_ element: inout Element, _ gauge: GaugeContent) {
        var range = gauge.range
        let value: Double
        switch gauge.source {
        case .bind(let key):
            guard let bound = panel.value(key) else { return fillMissing(&element, value: key) }
            guard let number = bound.doubleValue else { return fillNoNumber(&element, key) }
            value = number
            range = range ?? panel.valueDeclaration(key)?.range
        case .literal(let number): value = number
        }
        element.content = .gauge(
            label: gauge.label ?? "", value: value, range: range ?? 0...1, text: gauge.text ?? value.shortText)
    }

    private func fillMissing(_ element: inout Element, value key: String) {
        element.content = .missing("no value \"\(key)\"")
    }

    private func fillNoNumber(_ element: inout Element, _ key: String) {
        element.content = .missing("value \"\(key)\" is no number")
    }

    // MARK: - Choices

    func fillLiteralPicker(
        _ element: inout Element, _ picker: PickerContent, _ choice: LiteralChoice, _ action: Action?
    ) {
        let edit = action.map { Edit(.action(aimed($0)), .option(isOptional: choice.isOptional)) }
        let options = choice.options.map {
            Options.Option(id: $0.id, label: $0.label, activation: edit?.activation(.string($0.id)))
        }
        let style = picker.style == .automatic ? .inline : picker.style
        func place(_ id: String?) -> Int? { id.flatMap { id in choice.options.firstIndex { $0.id == id } } }
        let selected = place(choice.selection)
        // A wheel always shows an option.
        let standIn = place(choice.initial) ?? (style == .wheel && !options.isEmpty ? 0 : nil)
        element.isEnabled = element.isEnabled && edit != nil && !options.isEmpty
        let shown = Options(options, shown: selected ?? standIn, isSelected: selected != nil)
        fillChoice(&element, shown, edit, label: picker.label, style)
    }

    /// - Parameter style: any style except `automatic`.
    func fillChoice(
        _ element: inout Element, _ options: Options, _ edit: Edit?, label: String?, _ style: PickerStyle
    ) {
        let shown = options.shown.map { options.all[$0].label } ?? ""
        element.options = options
        element.edit = edit
        switch style {
        case .inline: fillInline(&element, options, label)
        case .segmented:
            element.content = .segments(label: label ?? "")
            let (before, after) = (options.selected.map { $0 - 1 }, options.selected.map { $0 + 1 } ?? 0)
            element.steps = Steps(
                previous: before.flatMap { $0 < 0 ? nil : options.all[$0].activation },
                next: after < options.all.count ? options.all[after].activation : nil)
        case .menu: element.content = .menu(label: label ?? "", shown: shown)
        case .automatic, .wheel:
            element.content = .picker(label: label, shown: shown, isSelected: options.isSelected)
            guard let shown = options.shown else { return element.activation = options.all.first?.activation }
            element.steps = Steps(
                previous: shown > 0 ? options.all[shown - 1].activation : nil,
                next: shown + 1 < options.all.count ? options.all[shown + 1].activation : nil)
            let next = options.isSelected ? (shown + 1) % options.all.count : shown
            element.activation = options.all[next].activation
        }
    }

    private func fillInline(_ element: inout Element, _ options: Options, _ label: String?) {
        element.content = .section(title: label, footer: nil)
        for (index, option) in options.all.prefix(SceneResolver.maximumOptions).enumerated() {
            var row = row(option.id, element)
            row.content = .option(label: option.label, isSelected: index == options.selected)
            row.activation = option.activation
            element.children.append(row)
        }
        if options.all.count > SceneResolver.maximumOptions {
            var rest = row("…", element)
            rest.content = .text("only the first \(SceneResolver.maximumOptions) are shown")
            rest.modifiers = [.dim(true)]
            element.children.append(rest)
        }
    }
}

extension JSON {
    fileprivate var kindOfNumber: ValueDeclaration.Kind? {
        if case .double = self { .double } else { nil }
    }
}
