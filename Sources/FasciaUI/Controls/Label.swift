/// A title with an icon.
public struct Label<Title: View, Icon: View>: View {
    let title: Title
    let icon: Icon

    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        self.title = title()
        self.icon = icon()
    }

    @Environment(\.labelStyles) private var styles

    public var body: some View {
        let configuration = LabelStyleConfiguration(title: ControlLabel(view: title), icon: ControlLabel(view: icon))
        StyleBody(view: styles.current.view(configuration), styles: \.labelStyles)
    }
}

extension Label where Title == Text, Icon == Image {
    @AnyTitle public init(_ title: LocalizedStringKey, systemImage name: String) {
        self.init {
            Text(title)
        } icon: {
            Image(systemName: name)
        }
    }
    @AnyTitle public init(_ title: LocalizedStringKey, image name: String) {
        self.init {
            Text(title)
        } icon: {
            Image(name)
        }
    }
}

extension Label where Title == LabelStyleConfiguration.Title, Icon == LabelStyleConfiguration.Icon {
    /// The label of a configuration, with its title and icon, in the style around the one that is being made.
    public init(_ configuration: LabelStyleConfiguration) {
        title = configuration.title
        icon = configuration.icon
    }
}

/// The label of a control, as passed to its style.
public struct ControlLabel: View {
    let view: any View
}

extension ControlLabel {
    /// `nil` for a view that is known to show nothing.
    init?(unlessEmpty view: any View) {
        let inner = (view as? ControlLabel)?.view ?? view
        if inner is EmptyView { return nil }
        self.init(view: inner)
    }
}

extension ControlLabel: Primitive, CustomStructuralEquality {
    func update(_ viewNode: ViewNode) { viewNode.updatePassthrough(view) }
    func isStructurallyEqual(to other: Self) -> Bool { StructuralEquality.sameViews(view, other.view) }
}
