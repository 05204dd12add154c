/// How much of something is done; without a value, that something is going on.
public struct ProgressView<Label: View>: View {
    private let label: Label
    private let fraction: Double?

    public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1.0, @ViewBuilder label: () -> Label) {
        self.label = label()
        fraction = value.map { total > 0 ? min(max(Double($0 / total), 0), 1) : 0 }
    }

    public init(@ViewBuilder label: () -> Label) {
        self.label = label()
        fraction = nil
    }

    @Environment(\.progressViewStyle) private var style

    public var body: some View {
        let configuration = ProgressViewStyleConfiguration(
            fractionCompleted: fraction, label: ControlLabel(view: label))
        AnyView(erased: style.view(configuration))
    }
}

extension ProgressView where Label == EmptyView {
    public init() { self.init { EmptyView() } }

    public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1.0) {
        self.init(value: value, total: total) { EmptyView() }
    }
}

extension ProgressView where Label == Text {
    public init(_ title: LocalizedStringKey) { self.init { Text(title) } }

    public init<Value: BinaryFloatingPoint>(_ title: LocalizedStringKey, value: Value?, total: Value = 1.0) {
        self.init(value: value, total: total) { Text(title) }
    }
}
