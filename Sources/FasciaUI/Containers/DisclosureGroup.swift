/// A label that shows or hides the content below it.
public struct DisclosureGroup<Label: View, Content: View>: View {
    private let expanded: Binding<Bool>?
    private let content: () -> Content
    private let label: Label
    @State private var own = false

    public init(
        isExpanded: Binding<Bool>? = nil, @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label
    ) { (expanded, self.content, self.label) = (isExpanded, content, label()) }

    @Environment(\.disclosureGroupStyles) private var styles

    public var body: some View {
        // Groups in it have the style that is in force around it.
        let content = LazyContent(make: content).environment(\.disclosureGroupStyles, styles)
        let configuration = DisclosureGroupStyleConfiguration(
            label: ControlLabel(view: label), content: ControlLabel(view: content), isExpanded: expanded ?? $own)
        StyleBody(view: styles.current.view(configuration), styles: \.disclosureGroupStyles)
    }
}

/// Makes its content when it is shown.
private struct LazyContent<Content: View>: View {
    let make: () -> Content
    var body: some View { make() }
}

extension DisclosureGroup where Label == Text {
    @AnyTitle
    public init(
        _ title: LocalizedStringKey, isExpanded: Binding<Bool>? = nil, @ViewBuilder content: @escaping () -> Content
    ) { self.init(isExpanded: isExpanded, content: content) { Text(title) } }
}
