/// A title with an icon.
public struct Label<Title: View, Icon: View>: View {
    let title: Title
    let icon: Icon

    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        self.title = title()
        self.icon = icon()
    }

    @Environment(\.labelStyle) private var style

    public var body: some View {
        let configuration = LabelStyleConfiguration(title: ControlLabel(view: title), icon: ControlLabel(view: icon))
        AnyView(erased: style.view(configuration))
    }
}

extension Label where Title == Text, Icon == Image {
    public init(_ title: LocalizedStringKey, systemImage name: String) {
        self.init {
            Text(title)
        } icon: {
            Image(systemName: name)
        }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage name: String) {
        self.init {
            Text(title)
        } icon: {
            Image(systemName: name)
        }
    }
}

/// The label of a control, as passed to its style.
public struct ControlLabel: View {
    let view: any View
}

extension ControlLabel: Primitive, CustomStructuralEquality {
    func update(_ viewNode: ViewNode) { viewNode.updatePassthrough(view) }
    func isStructurallyEqual(to other: Self) -> Bool { StructuralEquality.sameViews(view, other.view) }
}
