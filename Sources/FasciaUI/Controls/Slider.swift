import FasciaDocument

/// Selects a number from a range.
public struct Slider<Label: View, ValueLabel: View>: View {
    private let value: Binding<Double>
    private let range: ClosedRange<Double>
    private let step: Double?
    private let label: Label
    private let boundLabels: (ValueLabel, ValueLabel)?
    private let onEditingChanged: (Bool) -> Void

    private init<V: BinaryFloatingPoint>(
        _ value: Binding<V>, _ bounds: ClosedRange<V>, _ step: V.Stride?, _ label: Label,
        _ boundLabels: (ValueLabel, ValueLabel)?, _ onEditingChanged: @escaping (Bool) -> Void
    ) where V.Stride: BinaryFloatingPoint {
        self.value = Binding(get: { Double(value.wrappedValue) }, set: { value.wrappedValue = V($0) })
        range = Double(bounds.lowerBound)...Double(bounds.upperBound)
        self.step = step.map { Double($0) }
        self.label = label
        self.boundLabels = boundLabels
        self.onEditingChanged = onEditingChanged
    }
}

extension Slider {
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, step: V.Stride? = nil, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, step, label(), (minimumValueLabel(), maximumValueLabel()), onEditingChanged)
    }
}

extension Slider {
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, step: V.Stride? = nil,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }, minimumValueLabel: ValueLabel, maximumValueLabel: ValueLabel,
        @ViewBuilder label: () -> Label
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, step, label(), (minimumValueLabel, maximumValueLabel), onEditingChanged)
    }
}

extension Slider where ValueLabel == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, step: V.Stride? = nil,
        onEditingChanged: @escaping (Bool) -> Void, @ViewBuilder label: () -> Label
    ) where V.Stride: BinaryFloatingPoint { self.init(value, bounds, step, label(), nil, onEditingChanged) }
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, step: V.Stride? = nil, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint { self.init(value, bounds, step, label(), nil, onEditingChanged) }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, step: V.Stride? = nil,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint { self.init(value, bounds, step, EmptyView(), nil, onEditingChanged) }
}

extension Slider: Primitive {
    func update(_ viewNode: ViewNode) {
        viewNode.updateChildren { children in
            children.update(.label, label)
            if let boundLabels {
                children.update(.index(0), boundLabels.0)
                children.update(.index(1), boundLabels.1)
            }
        }
        var check = NumberValidator()
        let (range, step) = (check.bounds(range, "Slider"), check.step(step, "Slider"))
        for problem in check.problems { viewNode.report(problem) }
        let (value, editing) = (value, onEditingChanged)
        let shown = viewNode.tracking { value.wrappedValue }
        viewNode.handleEdits { json in
            guard let number = json.doubleValue else { return }
            // In a terminal, an edit begins and boundLabels at the same time.
            editing(true)
            value.wrappedValue = number
            editing(false)
        }
        viewNode.setLowering { [unowned viewNode] in
            let (words, modifiers) = viewNode.label()
            // SwiftUI shows no number; `unit` asks for one.
            let format = viewNode.environment.unitFormat
            let slider = SliderContent(
                .literal(shown.isFinite ? shown : range.lowerBound, action: .changed(viewNode.address)), label: words,
                range: range, step: step, showsValue: format != nil, format: format)
            return viewNode.withBoundLabels(Node(.slider(slider), id: viewNode.address, modifiers: modifiers))
        }
    }
}
