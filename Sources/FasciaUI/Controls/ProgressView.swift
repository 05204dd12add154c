/// Shows how much of a task is done. Without a value, it shows that the task is in progress.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
    private let label: Label
    private let current: CurrentValueLabel
    private let fraction: Double?

    private init(_ fraction: Double?, _ label: Label, _ current: CurrentValueLabel) {
        self.fraction = fraction.flatMap { $0.isFinite ? min(max($0, 0), 1) : nil }
        self.label = label
        self.current = current
    }

    public init<Value: BinaryFloatingPoint>(
        value: Value?, total: Value = 1.0, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.init(ProgressFraction.of(value, total), label(), currentValueLabel())
    }

    @Environment(\.progressViewStyle) private var style

    public var body: some View {
        let configuration = ProgressViewStyleConfiguration(
            fractionCompleted: fraction, label: label is EmptyView ? nil : ControlLabel(view: label),
            currentValueLabel: current is EmptyView ? nil : ControlLabel(view: current))
        AnyView(erased: style.view(configuration))
    }
}

private enum ProgressFraction {
    static func of<Value: BinaryFloatingPoint>(_ value: Value?, _ total: Value) -> Double? {
        value.map { total > 0 ? Double($0 / total) : 0 }
    }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1.0, @ViewBuilder label: () -> Label) {
        self.init(ProgressFraction.of(value, total), label(), EmptyView())
    }

    public init(@ViewBuilder label: () -> Label) { self.init(nil, label(), EmptyView()) }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
    public init() { self.init(nil, EmptyView(), EmptyView()) }

    public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1.0) {
        self.init(ProgressFraction.of(value, total), EmptyView(), EmptyView())
    }
}

extension ProgressView where Label == Text, CurrentValueLabel == EmptyView {
    public init(_ title: LocalizedStringKey) { self.init { Text(title) } }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S) { self.init { Text(title) } }

    public init<Value: BinaryFloatingPoint>(_ title: LocalizedStringKey, value: Value?, total: Value = 1.0) {
        self.init(value: value, total: total) { Text(title) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol, Value: BinaryFloatingPoint>(_ title: S, value: Value?, total: Value = 1.0) {
        self.init(value: value, total: total) { Text(title) }
    }
}

extension ProgressView where Label == ProgressViewStyleConfiguration.Label?, CurrentValueLabel == EmptyView {
    /// Recreates the styled progress view inside a style, with its fraction and label.
    public init(_ configuration: ProgressViewStyleConfiguration) {
        self.init(configuration.fractionCompleted, configuration.label, EmptyView())
    }
}
