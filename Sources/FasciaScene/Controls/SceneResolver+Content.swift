import FasciaDocument
import FasciaModel

/// What becomes of each kind of node.
extension SceneResolver {
    /// Resolves the content of a node, without its modifiers and children.
    func resolve(_ content: Node.Content, into element: inout Element) {
        switch content {
        case .text(let text): fillText(&element, text)
        case .button(let button):
            element.content = .button(
                label: button.label, value: button.bind.map { state(of: $0, orElse: button.value) } ?? button.value ?? "",
                role: button.role,
                isOpen: button.isOpen)
            if let id = button.bind { noteCondition(named: id, in: &element) }
            // A button without an action is disabled.
            element.activation = activation(button.tap)
            element.isEnabled = element.isEnabled && button.tap != nil
        case .toggle(let toggle):
            switch toggle.source {
            case .bind(let id): fillToggle(&element, panel.toggle(id), bind: id, label: toggle.label)
            case .literal(let state, let tap):
                element.content = .toggle(label: toggle.label ?? "", state: state)
                element.activation = activation(tap)
                element.isEnabled = element.isEnabled && tap != nil
            }
        case .group(let group): fillGroup(&element, group)
        case .picker(let picker):
            switch picker.source {
            case .bind(let id): fillPicker(&element, picker, id)
            case .literal(let choice, let action): fillLiteralPicker(&element, picker, choice, action)
            }
        case .textField(let field): fillTextField(&element, field)
        case .slider(let slider): fillSlider(&element, slider)
        case .stepper(let stepper): fillStepper(&element, stepper)
        case .progress(let progress): fillProgress(&element, progress)
        case .gauge(let gauge): fillGauge(&element, gauge)
        case .plot(let plot): fillPlot(&element, plot)
        case .menu(let menu): element.content = .menu(label: menu.label, shown: "")
        case .value(let value):
            guard let text = text(value.bind, value.format) else { return fillMissing(&element, value: value.bind) }
            element.content = .labeledValue(label: value.label ?? value.bind, value: text)
        case .color(let color): element.content = .color(color)
        case .divider: element.content = .divider
        case .spacer(let spacer): element.content = .spacer(minLength: spacer.minLength)
        case .stack(let stack):
            element.content = .stack(stack.axis, alignment: stack.alignment, spacing: stack.spacing)
        case .form: element.content = .form
        case .section(let section): element.content = .section(title: section.title, footer: section.footer)
        case .scroll(let scroll): element.content = .scroll(scroll.axes, showsIndicators: scroll.showsIndicators)
        case .list: element.content = .list
        case .rows(let rows): element.content = .rows(total: rows.total, known: rows.known)
        case .table(let table): fillTable(&element, table)
        case .log(let log): fillLog(&element, log)
        case .grid(let grid):
            element.content = .grid(
                alignment: grid.alignment, horizontalSpacing: grid.horizontalSpacing,
                verticalSpacing: grid.verticalSpacing)
        case .gridRow(let row): element.content = .gridRow(alignment: row.alignment)
        case .shape(let shape): element.content = .shape(shape)
        case .image(let image): element.content = .image(systemName: image.systemName)
        case .empty: break
        }
    }

    // MARK: - Text

    private func fillText(_ element: inout Element, _ text: TextContent) {
        switch text.source {
        case .plain(let text): element.content = .text(text)
        case .runs(let runs): element.content = .runs(runs)
        case .bind(let key, let format):
            guard let text = self.text(key, format) else { return fillMissing(&element, value: key) }
            element.content = .text(text)
        case .number(let number, let format):
            element.content = .text(format?.text(.number(number)) ?? number.shortText)
        }
    }

    /// A value as text; `nil` if there is no such value.
    private func text(_ key: String, _ format: ValueFormat?) -> String? {
        guard let value = panel.value(key) else { return nil }
        return panel.isSecret(value: key) ? "•••" : format?.text(value) ?? value.displayText
    }

    func fillTextField(_ element: inout Element, _ field: TextFieldContent) {
        var look = TextFieldState(
            label: field.label ?? "", prompt: field.prompt ?? "", isSecure: field.isSecure,
            updates: field.updates ?? field.usualUpdates)
        let edit: Edit?
        switch field.source {
        case .bind(let key):
            guard let value = panel.value(key) else { return fillMissing(&element, value: key) }
            if panel.isSecret(value: key) { look.isSecure = true }
            look.text = value == .null ? "" : value.displayText
            let kind = kind(key, of: value)
            // A number or a boolean is sent on Enter, because partial input does not parse.
            if kind != .string, kind != .json, kind != nil { look.updates = .submit }
            edit = Edit(.value(key: key, kind: kind), .text)
        case .literal(let text, let action):
            look.text = text
            edit = action.map { Edit(.action(resolvingEntry($0)), .text) }
            // Without a change action, the text is sent with the submit action.
            if action == nil { look.updates = .submit }
        }
        // A field that waits for Enter has one line, because Enter must submit it.
        if look.updates == .change { look.lines = field.lines }
        if look.isSecure { look.text = SecretText.shown(look.text) }
        element.content = .textField(look)
        element.edit = edit
        element.submit = field.submit.map(resolvingEntry)
        element.isEnabled = element.isEnabled && (edit != nil || field.submit != nil)
    }

    /// The kind that text must parse as: the declared kind, or a number for an undeclared numeric value. `nil` accepts
    /// any text.
    private func kind(_ key: String, of value: JSON) -> ValueDeclaration.Kind? {
        if let declaration = panel.valueDeclaration(key) { return declaration.kind }
        return value.doubleValue == nil ? nil : .double
    }

    // MARK: - Numbers

    /// A number that a control shows, and where it comes from.
    private struct Number {
        var value: Double
        var target: Edit.Target?
        var declaration: ValueDeclaration?
    }

    /// The number of a value of the panel; `nil` after filling in what is missing.
    private func number(_ key: String, _ element: inout Element) -> Number? {
        guard let value = panel.value(key) else {
            fillMissing(&element, value: key)
            return nil
        }
        if panel.isSecret(value: key) {
            fillSecret(&element, key)
            return nil
        }
        guard let number = value.doubleValue else {
            element.content = .missing("value \"\(key)\" is not a number")
            return nil
        }
        let declaration = panel.valueDeclaration(key)
        let kind: ValueDeclaration.Kind? = if case .double = value { .double } else { nil }
        return Number(value: number, target: .value(key: key, kind: declaration?.kind ?? kind), declaration: declaration)
    }

    private func number(_ value: Double, _ action: Action?) -> Number {
        Number(value: value, target: action.map { .action(resolvingEntry($0)) })
    }

    func fillSlider(_ element: inout Element, _ slider: SliderContent) {
        let found =
            switch slider.source {
            case .bind(let key): number(key, &element)
            case .literal(let value, let action): number(value, action)
            }
        guard let number = found else { return }
        let range = slider.range ?? number.declaration?.range
        let declared = number.declaration.flatMap { $0.step ?? ($0.kind == .int ? wholeStep(range) : nil) }
        let ends = range ?? 0...1
        let length = ends.upperBound - ends.lowerBound
        let scale = NumberScale(range: ends, step: slider.step ?? declared ?? (length > 0 ? length / 20 : 1))
        element.content = .slider(
            label: slider.label, value: number.value, range: ends, step: number.target == nil ? nil : scale.step,
            text: slider.showsValue ? text(number, slider.format, among: [ends.lowerBound, ends.upperBound]) : "")
        fillScale(&element, number, scale)
    }

    /// A number in a format, as wide as the widest of the others; `nil` without a format.
    private func text(_ number: Number, _ format: ValueFormat?, among others: [Double] = []) -> String? {
        guard let format else { return nil }
        let isFraction = if case .value(_, let kind) = number.target { kind == .double } else { true }
        func text(_ value: Double) -> String? {
            format.text(isFraction ? .double(value) : Int(exactly: value).map { .int($0) } ?? .double(value))
        }
        return text(number.value)?.padded(to: others.compactMap { text($0)?.count }.max() ?? 0)
    }

    /// About a twentieth of the range, rounded to a whole number.
    private func wholeStep(_ range: ClosedRange<Double>?) -> Double {
        guard let range else { return 1 }
        return max(1, ((range.upperBound - range.lowerBound) / 20).rounded())
    }

    func fillStepper(_ element: inout Element, _ stepper: StepperContent) {
        let found: Number?
        switch stepper.source {
        case .bind(let key): found = number(key, &element)
        case .literal(let value, let action): found = number(value, action)
        case .actions(let decrement, let increment):
            element.content = .stepper(label: stepper.label, value: nil, showsValue: false)
            element.steps = Steps(previous: activation(decrement), next: activation(increment))
            return
        }
        guard let number = found else { return }
        element.content = .stepper(
            label: stepper.label, value: number.value, showsValue: stepper.showsValue, text: text(number, stepper.format))
        let scale = NumberScale(
            range: stepper.range ?? number.declaration?.range, step: stepper.step ?? number.declaration?.step ?? 1)
        fillScale(&element, number, scale)
    }

    /// Each step carries its resulting value, so that two simultaneous gestures make one step.
    private func fillScale(_ element: inout Element, _ number: Number, _ scale: NumberScale) {
        guard let target = number.target else {
            element.isEnabled = false
            return
        }
        let edit = Edit(target, .number(scale))
        element.edit = edit
        element.steps = Steps(
            previous: scale.stepped(number.value, by: -1).map(edit.activation(number:)),
            next: scale.stepped(number.value, by: 1).map(edit.activation(number:)))
    }

    func fillProgress(_ element: inout Element, _ progress: ProgressContent) {
        var value: Double?
        var total = progress.total
        switch progress.source {
        case .bind(let key):
            guard let bound = panel.value(key) else { return fillMissing(&element, value: key) }
            if panel.isSecret(value: key) { return fillSecret(&element, key) }
            value = bound.doubleValue
            total = total ?? panel.valueDeclaration(key)?.range?.upperBound
        case .literal(let number): value = number
        case .indeterminate: break
        }
        element.content = .progress(
            label: progress.label, value: value, total: total ?? 1, showsValue: progress.showsValue)
    }

    func fillGauge(_ element: inout Element, _ gauge: GaugeContent) {
        let found: Number?
        var text = gauge.text
        switch gauge.source {
        case .bind(let key):
            found = number(key, &element)
            if let format = gauge.format { text = text ?? self.text(key, format) }
        case .literal(let value):
            found = Number(value: value)
            text = text ?? gauge.format?.text(.number(value))
        }
        guard let number = found else { return }
        let range = gauge.range ?? number.declaration?.range ?? 0...1
        element.content = .gauge(label: gauge.label, value: number.value, range: range, text: text)
    }

    /// A bar or a position would show the number.
    private func fillSecret(_ element: inout Element, _ key: String) {
        element.content = .missing("value \"\(key)\" is secret")
    }

    func fillMissing(_ element: inout Element, value key: String) {
        element.content = .missing("no value \"\(key)\"")
    }
}

extension Node.Content {
    /// The value of the panel that the node shows; `nil` for other nodes.
    var boundValue: String? {
        switch self {
        case .text(let text): if case .bind(let key, _) = text.source { key } else { nil }
        case .value(let value): value.bind
        case .textField(let field): if case .bind(let key) = field.source { key } else { nil }
        case .slider(let slider): if case .bind(let key) = slider.source { key } else { nil }
        case .stepper(let stepper): if case .bind(let key) = stepper.source { key } else { nil }
        case .progress(let progress): if case .bind(let key) = progress.source { key } else { nil }
        case .gauge(let gauge): if case .bind(let key) = gauge.source { key } else { nil }
        case .plot(let plot): if case .bind(let key) = plot.source { key } else { nil }
        default: nil
        }
    }
}
