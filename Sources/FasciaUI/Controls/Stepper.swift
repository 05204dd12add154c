import FasciaDocument

/// Steps a value up and down. The value is shown only if the label contains it.
public struct Stepper<Label: View>: View {
    private let label: Label
    private let kind: Kind
    /// The value as it is shown, if it is shown.
    private var text: String?

    private enum Kind {
        /// The value, its bounds, the step, and a setter.
        case number(() -> Double, ClosedRange<Double>?, step: Double, set: (JSON) -> Void)
        /// `nil` if the value cannot be stepped further in that direction.
        case actions(decrement: () -> (() -> Void)?, increment: () -> (() -> Void)?)
    }

    public init(
        @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.label = label()
        func edited(_ action: (() -> Void)?) -> (() -> Void)? {
            action.map { action in
                {
                    onEditingChanged(true)
                    action()
                    onEditingChanged(false)
                }
            }
        }
        kind = .actions(decrement: { edited(onDecrement) }, increment: { edited(onIncrement) })
    }
    public init<Value: Strideable>(
        value: Binding<Value>, in bounds: ClosedRange<Value>? = nil, step: Value.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.label = label()
        kind = Stepper.kind(value, bounds, step, onEditingChanged)
    }

    /// The label is last in the first versions of SwiftUI.
    public init(
        onIncrement: (() -> Void)?, onDecrement: (() -> Void)?, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        @ViewBuilder label: () -> Label
    ) {
        self.init(label: label, onIncrement: onIncrement, onDecrement: onDecrement, onEditingChanged: onEditingChanged)
    }
    public init<Value: Strideable>(
        value: Binding<Value>, in bounds: ClosedRange<Value>? = nil, step: Value.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void, @ViewBuilder label: () -> Label
    ) { self.init(value: value, in: bounds, step: step, label: label, onEditingChanged: onEditingChanged) }

    /// A number is published as a number, so that it can also be set directly. Any other value (a date, for example)
    /// can only be stepped up and down.
    private static func kind<Value: Strideable>(
        _ value: Binding<Value>, _ bounds: ClosedRange<Value>?, _ step: Value.Stride,
        _ editing: @escaping (Bool) -> Void
    ) -> Kind {
        func set(_ new: Value) {
            editing(true)
            value.wrappedValue = bounds.map { min(max(new, $0.lowerBound), $0.upperBound) } ?? new
            editing(false)
        }
        // Infinite bounds count as no bounds.
        let numericBounds = bounds.flatMap { bounds in
            JSONNumber.double(bounds.lowerBound).flatMap { low in
                JSONNumber.double(bounds.upperBound).flatMap { low.isFinite && $0.isFinite ? low...$0 : nil }
            }
        }
        if let step = JSONNumber.double(step), step > 0, step.isFinite, JSONNumber.double(value.wrappedValue) != nil {
            return .number(
                { JSONNumber.double(value.wrappedValue) ?? 0 }, numericBounds, step: step,
                set: { json in if let new = JSONNumber.value(json, as: Value.self) { set(new) } })
        }
        return .actions {
            let now = value.wrappedValue
            let target = now.advanced(by: -step)
            return bounds.map { now > $0.lowerBound } ?? true ? { set(target) } : nil
        } increment: {
            let now = value.wrappedValue
            let target = now.advanced(by: step)
            return bounds.map { now < $0.upperBound } ?? true ? { set(target) } : nil
        }
    }
}

extension Stepper: Primitive {
    func update(_ viewNode: ViewNode) {
        viewNode.updateChildren { children in
            guard let text else { return children.update(.label, label) }
            children.update(
                .label,
                HStack {
                    label
                    Text(verbatim: text)
                })
        }
        switch kind {
        case .number(let get, let range, let step, let set):
            let shown = viewNode.tracking(get)
            viewNode.handleEdits(set)
            viewNode.setLowering { [unowned viewNode] in
                [node(viewNode, .literal(shown.isFinite ? shown : 0, action: .changed(viewNode.address)), range, step)]
            }
        case .actions(let decrement, let increment):
            let (down, up) = viewNode.tracking { (decrement(), increment()) }
            viewNode.handleEdits { if $0 == "increment" { up?() } else if $0 == "decrement" { down?() } }
            viewNode.setLowering { [unowned viewNode] in
                func published(_ name: String, _ action: (() -> Void)?) -> Action? {
                    action.map { _ in Action.changed(viewNode.address).carrying(.string(name)) }
                }
                return [node(viewNode, .actions(decrement: published("decrement", down), increment: published("increment", up)))]
            }
        }
    }

    private func node(
        _ viewNode: ViewNode, _ source: StepperContent.Source, _ range: ClosedRange<Double>? = nil, _ step: Double? = nil
    ) -> Node {
        let (words, modifiers) = viewNode.label()
        let stepper = StepperContent(source, label: words, range: range, step: step, showsValue: false)
        return Node(.stepper(stepper), id: viewNode.address, modifiers: modifiers)
    }
}

extension Stepper where Label == Text {
    @AnyTitle
    public init<Value: Strideable>(
        _ title: LocalizedStringKey, value: Binding<Value>, in bounds: ClosedRange<Value>? = nil, step: Value.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value: value, in: bounds, step: step, label: { Text(title) }, onEditingChanged: onEditingChanged) }
    @AnyTitle
    public init(
        _ title: LocalizedStringKey, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: { Text(title) }, onIncrement: onIncrement, onDecrement: onDecrement,
            onEditingChanged: onEditingChanged)
    }
}

extension Stepper {
    /// With a format, the value follows the label.
    public init<Format: ParseableFormatStyle>(
        value: Binding<Format.FormatInput>, in bounds: ClosedRange<Format.FormatInput>? = nil,
        step: Format.FormatInput.Stride = 1, format: Format, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where Format.FormatInput: BinaryFloatingPoint, Format.FormatOutput == String {
        self.init(value: value, in: bounds, step: step, label: label, onEditingChanged: onEditingChanged)
        text = format.format(value.wrappedValue)
    }
}

extension Stepper where Label == Text {
    public init<Format: ParseableFormatStyle>(
        _ title: LocalizedStringKey, value: Binding<Format.FormatInput>, in bounds: ClosedRange<Format.FormatInput>? = nil,
        step: Format.FormatInput.Stride = 1, format: Format, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where Format.FormatInput: BinaryFloatingPoint, Format.FormatOutput == String {
        self.init(
            value: value, in: bounds, step: step, format: format, label: { Text(title) }, onEditingChanged: onEditingChanged)
    }
}
