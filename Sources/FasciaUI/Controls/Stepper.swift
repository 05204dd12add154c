/// A value with a button that makes it smaller and one that makes it larger.
public struct Stepper<Label: View>: View {
    private let label: Label
    /// `nil` where it can go no further.
    private let decrement: (() -> Void)?
    private let increment: (() -> Void)?

    public init(
        @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?
    ) {
        self.label = label()
        increment = onIncrement
        decrement = onDecrement
    }

    public init<Value: Strideable>(
        value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1, @ViewBuilder label: () -> Label
    ) {
        let now = value.wrappedValue
        let set = { (new: Value) in value.wrappedValue = min(max(new, bounds.lowerBound), bounds.upperBound) }
        self.init(
            label: label, onIncrement: now < bounds.upperBound ? { set(value.wrappedValue.advanced(by: step)) } : nil,
            onDecrement: now > bounds.lowerBound ? { set(value.wrappedValue.advanced(by: -step)) } : nil)
    }

    public init<Value: Strideable>(
        value: Binding<Value>, step: Value.Stride = 1, @ViewBuilder label: () -> Label
    ) {
        self.init(
            label: label, onIncrement: { value.wrappedValue = value.wrappedValue.advanced(by: step) },
            onDecrement: { value.wrappedValue = value.wrappedValue.advanced(by: -step) })
    }

    public var body: some View {
        HStack {
            label
            Button("−") { decrement?() }.disabled(decrement == nil)
            Button("+") { increment?() }.disabled(increment == nil)
        }
    }
}

extension Stepper where Label == Text {
    public init<Value: Strideable>(
        _ title: LocalizedStringKey, value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1
    ) {
        self.init(value: value, in: bounds, step: step) { Text(title) }
    }

    public init<Value: Strideable>(_ title: LocalizedStringKey, value: Binding<Value>, step: Value.Stride = 1) {
        self.init(value: value, step: step) { Text(title) }
    }
}
