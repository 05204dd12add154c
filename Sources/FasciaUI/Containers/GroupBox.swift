/// Views in a box with a title.
public struct GroupBox<Label: View, Content: View>: View {
    private let label: Label
    private let content: Content

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label = { EmptyView() }) {
        self.label = label()
        self.content = content()
    }

    /// The initializer of the first SwiftUI versions.
    public init(label: Label, @ViewBuilder content: () -> Content) { self.init(content: content) { label } }

    @Environment(\.groupBoxStyles) private var styles

    public var body: some View {
        let configuration = GroupBoxStyleConfiguration(
            label: ControlLabel(view: label),
            // Boxes in it have the style that is in force around it.
            content: ControlLabel(view: content.environment(\.groupBoxStyles, styles)))
        StyleBody(view: styles.current.view(configuration), styles: \.groupBoxStyles)
    }
}

extension GroupBox where Label == GroupBoxStyleConfiguration.Label, Content == GroupBoxStyleConfiguration.Content {
    /// The box of a configuration, with its label and content, in the style around the one that is being made.
    public init(_ configuration: GroupBoxStyleConfiguration) {
        label = configuration.label
        content = configuration.content
    }
}

extension GroupBox where Label == Text {
    @AnyTitle public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }
}
