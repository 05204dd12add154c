import FasciaDocument

/// Shows a value within a range.
public struct Gauge<Label: View, CurrentValueLabel: View, BoundsLabel: View>: View {
    private let value: Double
    private let range: ClosedRange<Double>
    private let label: Label
    private let current: CurrentValueLabel
    private let bounds: (BoundsLabel, BoundsLabel)?

    private init<V: BinaryFloatingPoint>(
        _ value: V, _ range: ClosedRange<V>, _ label: Label, _ current: CurrentValueLabel,
        _ bounds: (BoundsLabel, BoundsLabel)?
    ) {
        self.value = Double(value)
        self.range = Double(range.lowerBound)...Double(range.upperBound)
        self.label = label
        self.current = current
        self.bounds = bounds
    }

    public init<V: BinaryFloatingPoint>(
        value: V, in range: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel, @ViewBuilder minimumValueLabel: () -> BoundsLabel,
        @ViewBuilder maximumValueLabel: () -> BoundsLabel
    ) {
        self.init(value, range, label(), currentValueLabel(), (minimumValueLabel(), maximumValueLabel()))
    }
}

extension Gauge where BoundsLabel == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: V, in range: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.init(value, range, label(), currentValueLabel(), nil)
    }
}

extension Gauge where CurrentValueLabel == EmptyView, BoundsLabel == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: V, in range: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label
    ) {
        self.init(value, range, label(), EmptyView(), nil)
    }
}

extension Gauge: Primitive {
    func update(_ viewNode: ViewNode) {
        viewNode.updateChildren { children in
            children.update(.label, label)
            children.update(.footer, current)
            if let bounds {
                children.update(.index(0), bounds.0)
                children.update(.index(1), bounds.1)
            }
        }
        var check = NumberValidator()
        let range = check.bounds(range, "Gauge")
        for problem in check.problems { viewNode.report(problem) }
        viewNode.setLowering { [unowned viewNode, value] in
            let (words, modifiers) = viewNode.label()
            let gauge = GaugeContent(
                .literal(value.isFinite ? value : range.lowerBound), label: words, range: range,
                text: viewNode.visibleText(of: .footer), format: viewNode.environment.unitFormat)
            return viewNode.withBoundLabels(Node(.gauge(gauge), id: viewNode.address, modifiers: modifiers))
        }
    }
}
