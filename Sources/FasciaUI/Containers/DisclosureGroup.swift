/// A label that shows or hides the content below it.
public struct DisclosureGroup<Label: View, Content: View>: View {
    private let expanded: Binding<Bool>?
    private let content: () -> Content
    private let label: Label
    @State private var own = false

    public init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {
        expanded = nil
        self.content = content
        self.label = label()
    }

    public init(
        isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label
    ) {
        expanded = isExpanded
        self.content = content
        self.label = label()
    }

    public var body: some View {
        let isExpanded = expanded ?? $own
        VStack(alignment: .leading) {
            Button {
                isExpanded.wrappedValue.toggle()
            } label: {
                HStack {
                    Text(verbatim: isExpanded.wrappedValue ? "▾" : "▸")
                    label
                }
                // Leaves a column for the focus mark.
                .padding(.leading, .cells(1))
            }
            .buttonStyle(.plain)
            if isExpanded.wrappedValue {
                VStack(alignment: .leading) { content() }.padding(.leading, .cells(2))
            }
        }
    }
}

extension DisclosureGroup where Label == Text {
    public init(_ title: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
        self.init(content: content) { Text(title) }
    }

    public init(
        _ title: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(isExpanded: isExpanded, content: content) { Text(title) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: @escaping () -> Content) {
        self.init(content: content) { Text(title) }
    }
}
