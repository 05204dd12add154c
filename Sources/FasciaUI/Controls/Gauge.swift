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

    @Environment(\.gaugeStyles) private var styles

    public var body: some View {
        let plain = PlainGauge(value: value, range: range, label: label, current: current, bounds: bounds)
        let length = range.upperBound - range.lowerBound
        let configuration = GaugeStyleConfiguration(
            value: length > 0 ? min(max((value - range.lowerBound) / length, 0), 1) : 0, label: ControlLabel(view: label),
            currentValueLabel: ControlLabel(unlessEmpty: current),
            minimumValueLabel: bounds.map { ControlLabel(view: $0.0) },
            maximumValueLabel: bounds.map { ControlLabel(view: $0.1) }, plain: ControlLabel(view: plain))
        StyleBody(view: styles.isEmpty ? plain : styles.current.view(configuration), styles: \.gaugeStyles)
    }

    public init<V: BinaryFloatingPoint>(
        value: V, in range: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel, @ViewBuilder minimumValueLabel: () -> BoundsLabel,
        @ViewBuilder maximumValueLabel: () -> BoundsLabel
    ) { self.init(value, range, label(), currentValueLabel(), (minimumValueLabel(), maximumValueLabel())) }
}

extension Gauge where BoundsLabel == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: V, in range: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel = { EmptyView() }
    ) { self.init(value, range, label(), currentValueLabel(), nil) }
}

/// The gauge that the renderer draws.
private struct PlainGauge<Label: View, CurrentValueLabel: View, BoundsLabel: View>: View, Primitive {
    let value: Double
    let range: ClosedRange<Double>
    let label: Label
    let current: CurrentValueLabel
    let bounds: (BoundsLabel, BoundsLabel)?

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
