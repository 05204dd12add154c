/// Shows how much of a task is done. Without a value, it shows that the task is in progress.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
    private let label: Label
    private let current: CurrentValueLabel
    private let fraction: Double?
    /// How much is done at a time, where that changes by itself, and how often it is looked at.
    private var timed: (at: (Date) -> Double?, since: Date, every: TimeInterval)?

    private init(_ fraction: Double?, _ label: Label, _ current: CurrentValueLabel) {
        self.fraction = fraction.flatMap { $0.isFinite ? min(max($0, 0), 1) : nil }
        self.label = label
        self.current = current
    }

    public init<Value: BinaryFloatingPoint>(
        value: Value?, total: Value = 1.0, @ViewBuilder label: () -> Label = { EmptyView() },
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel = { EmptyView() }
    ) { self.init(ProgressFraction.of(value, total), label(), currentValueLabel()) }

    @Environment(\.progressViewStyles) private var styles

    public var body: some View {
        guard let timed else { return AnyView(styled(fraction)) }
        return AnyView(
            TimelineView(.periodic(from: timed.since, by: timed.every)) { context -> AnyView in
                AnyView(styled(timed.at(context.date)))
            })
    }

    private static func fraction(of range: ClosedRange<Date>, at date: Date, _ countsDown: Bool) -> Double {
        let length = max(range.upperBound.timeIntervalSince(range.lowerBound), .ulpOfOne)
        let done = min(max(date.timeIntervalSince(range.lowerBound) / length, 0), 1)
        return countsDown ? 1 - done : done
    }

    /// Shows how much of a time is over, or still to come.
    public init(
        timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label = { EmptyView() },
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel = { EmptyView() }
    ) {
        self.init(0, label(), currentValueLabel())
        timed = ({ Self.fraction(of: timerInterval, at: $0, countsDown) }, timerInterval.lowerBound, 1)
    }

    private func styled(_ fraction: Double?) -> some View {
        let configuration = ProgressViewStyleConfiguration(
            fractionCompleted: fraction, label: ControlLabel(unlessEmpty: label),
            currentValueLabel: ControlLabel(unlessEmpty: current))
        return StyleBody(view: styles.current.view(configuration), styles: \.progressViewStyles)
    }
}

private enum ProgressFraction {
    static func of<Value: BinaryFloatingPoint>(_ value: Value?, _ total: Value) -> Double? {
        value.map { total > 0 ? Double($0 / total) : 0 }
    }
}

extension ProgressView where Label == Text, CurrentValueLabel == EmptyView {
    /// Shows how much Foundation's `Progress` says is done, and reads that twice a second: nothing tells of its changes on Linux.
    public init(_ progress: Progress) {
        self.init(0, Text(verbatim: progress.localizedDescription ?? ""), EmptyView())
        timed = ({ _ in progress.isIndeterminate ? nil : min(max(progress.fractionCompleted, 0), 1) }, Date(), 0.5)
    }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    public init(@ViewBuilder label: () -> Label = { EmptyView() }) { self.init(nil, label(), EmptyView()) }
}

extension ProgressView where Label == Text, CurrentValueLabel == EmptyView {
    @AnyTitle public init(_ title: LocalizedStringKey) { self.init { Text(title) } }
    @AnyTitle public init<Value: BinaryFloatingPoint>(_ title: LocalizedStringKey, value: Value?, total: Value = 1.0) {
        self.init(value: value, total: total) { Text(title) }
    }
}

extension ProgressView
where Label == ProgressViewStyleConfiguration.Label, CurrentValueLabel == ProgressViewStyleConfiguration.CurrentValueLabel {
    /// The progress view of a configuration, with its fraction and labels, in the style around the one that is being
    /// made.
    public init(_ configuration: ProgressViewStyleConfiguration) {
        self.init(
            configuration.fractionCompleted, configuration.label ?? ControlLabel(view: EmptyView()),
            configuration.currentValueLabel ?? ControlLabel(view: EmptyView()))
    }
}
