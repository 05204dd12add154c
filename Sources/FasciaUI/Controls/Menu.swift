import FasciaDocument

/// A label that opens a list of actions.
public struct Menu<Label: View, Content: View>: View {
    private let label: Label
    private let content: Content
    @Environment(\.menuStyles) private var styles

    public var body: some View {
        let configuration = MenuStyleConfiguration(label: ControlLabel(view: label), content: ControlLabel(view: content))
        StyleBody(
            view: styles.isEmpty ? PlainMenu(label: label, content: content) : styles.current.view(configuration),
            styles: \.menuStyles)
    }

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.content = content()
    }

    /// - Parameter primaryAction: the action of a tap on the label in SwiftUI. In a terminal a tap opens the menu, and
    ///   the action is its first item, titled with the menu's own label.
    public init<Inside: View>(
        @ViewBuilder content: () -> Inside, @ViewBuilder label: () -> Label, primaryAction: @escaping () -> Void
    ) where Content == TupleView<(Button<Label>, Inside)> {
        let label = label()
        self.label = label
        self.content = ViewBuilder.buildBlock(Button(action: primaryAction) { label }, content())
    }
}

extension Menu where Label == Text {
    @AnyTitle
    public init<Inside: View>(
        _ title: LocalizedStringKey, @ViewBuilder content: () -> Inside, primaryAction: @escaping () -> Void
    ) where Content == TupleView<(Button<Label>, Inside)> {
        self.init(content: content, label: { Text(title) }, primaryAction: primaryAction)
    }
    @AnyTitle public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }
}

extension Menu where Label == FasciaUI.Label<Text, Image> {
    @AnyTitle
    public init<Inside: View>(
        _ title: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Inside, primaryAction: @escaping () -> Void
    ) where Content == TupleView<(Button<Label>, Inside)> {
        self.init(content: content, label: { Label(title, systemImage: systemImage) }, primaryAction: primaryAction)
    }
    @AnyTitle public init(_ title: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {
        self.init(content: content) { FasciaUI.Label(title, systemImage: systemImage) }
    }
}

extension Menu where Label == ControlLabel, Content == ControlLabel {
    /// The menu of a configuration, in the style around the one that is being made.
    public init(_ configuration: MenuStyleConfiguration) {
        self.init(content: { configuration.content }, label: { configuration.label })
    }
}

/// The menu that the renderer draws.
private struct PlainMenu<Label: View, Content: View>: View, Primitive {
    let label: Label
    let content: Content

    func update(_ viewNode: ViewNode) {
        // The items of a menu have one look, whatever the style around it.
        var environment = viewNode.environment
        environment.buttonStyles.removeAll()
        environment.toggleStyles.removeAll()
        environment.menuStyles.removeAll()
        viewNode.updateChildren(environment: environment) { children in
            children.update(.label, label)
            children.update(.inside, content)
        }
        viewNode.setLowering { [unowned viewNode] in
            let (words, modifiers) = viewNode.label(canHide: false)
            let menu = MenuContent(words ?? "", children: viewNode.child(.inside)?.lowered() ?? [])
            return [Node(.menu(menu), id: viewNode.address, modifiers: modifiers)]
        }
    }
}
