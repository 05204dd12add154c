/// A label, with its content at the end of the row.
public struct LabeledContent<Label: View, Content: View>: View {
    private let label: Label
    private let content: Content

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.content = content()
    }

    @Environment(\.labeledContentStyles) private var styles

    public var body: some View {
        let configuration = LabeledContentStyleConfiguration(
            label: ControlLabel(view: label), content: ControlLabel(view: content))
        StyleBody(view: styles.current.view(configuration), styles: \.labeledContentStyles)
    }
}

extension LabeledContent
where Label == LabeledContentStyleConfiguration.Label, Content == LabeledContentStyleConfiguration.Content {
    /// The labeled content of a configuration, in the style around the one that is being made.
    public init(_ configuration: LabeledContentStyleConfiguration) {
        (label, content) = (configuration.label, configuration.content)
    }
}

extension LabeledContent where Label == Text {
    @AnyTitle public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }
}

extension LabeledContent where Label == Text, Content == Text {
    @AnyTitle public init<S: StringProtocol>(_ title: LocalizedStringKey, value: S) {
        self.init {
            Text(value)
        } label: {
            Text(title)
        }
    }
    public init<Format: FormatStyle>(_ title: LocalizedStringKey, value: Format.FormatInput, format: Format)
    where Format.FormatInput: Equatable, Format.FormatOutput == String {
        self.init {
            Text(value, format: format)
        } label: {
            Text(title)
        }
    }
}

/// Related controls, side by side.
public struct ControlGroup<Content: View>: View {
    private let content: Content
    private let label: ControlLabel
    @Environment(\.controlGroupStyles) private var styles

    /// - Parameter label: shown only by a style of the app's own.
    public init<L: View>(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> L = { EmptyView() }) {
        (self.content, self.label) = (content(), ControlLabel(view: label()))
    }
    @AnyTitle public init(_ title: LocalizedStringKey, systemImage: String = "", @ViewBuilder content: () -> Content) {
        self.init(content: content) {
            systemImage.isEmpty ? AnyView(Text(title)) : AnyView(Label(title, systemImage: systemImage))
        }
    }
    public var body: some View {
        let configuration = ControlGroupStyleConfiguration(content: ControlLabel(view: content), label: label)
        StyleBody(view: styles.current.view(configuration), styles: \.controlGroupStyles)
    }
}

extension ControlGroup where Content == ControlGroupStyleConfiguration.Content {
    /// The group of a configuration, in the style around the one that is being made.
    public init(_ configuration: ControlGroupStyleConfiguration) {
        (content, label) = (configuration.content, configuration.label)
    }
}

extension View {
    /// Shows a number at the end of a row; nothing if it is 0.
    public func badge(_ count: Int) -> some View { modifier(BadgeModifier(text: count == 0 ? nil : "\(count)")) }
    public func badge(_ label: Text?) -> some View { modifier(BadgeModifier(text: label?.string)) }
    public func badge(_ key: LocalizedStringKey?) -> some View { modifier(BadgeModifier(text: key?.text)) }
    @_disfavoredOverload public func badge<S: StringProtocol>(_ label: S?) -> some View {
        modifier(BadgeModifier(text: label.map { String($0) }))
    }
}
