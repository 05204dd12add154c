import FasciaDocument

/// The purpose of a button.
public struct ButtonRole: Hashable, Sendable {
    let role: ButtonContent.Role
    public static let destructive = ButtonRole(role: .destructive), cancel = ButtonRole(role: .cancel)
}

/// A control that performs an action when tapped.
public struct Button<Label: View>: View {
    let role: ButtonRole?
    let action: () -> Void
    let label: Label

    public init(role: ButtonRole? = nil, action: @escaping () -> Void, @ViewBuilder label: () -> Label) {
        (self.role, self.action, self.label) = (role, action, label())
    }

    @Environment(\.buttonStyles) private var styles
    @Environment(\.dialogAnswer) private var dialog
    /// Whether it is that of a style, whose action answers the dialog already.
    private var isStyled = false

    public var body: some View {
        let answer = isStyled ? nil : dialog
        let whole = answer.map { answer in
            {
                action()
                answer.give()
            }
        }
        if role == .cancel { answer?.cancel = action }
        let configuration = PrimitiveButtonStyleConfiguration(
            role: role, label: ControlLabel(view: label), action: whole ?? action)
        return StyleBody(view: styles.current.view(configuration), styles: \.buttonStyles)
    }
}

extension Button where Label == Text {
    @AnyTitle public init(_ title: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping () -> Void) {
        self.init(role: role, action: action) { Text(title) }
    }
}

extension Button where Label == FasciaUI.Label<Text, Image> {
    @AnyTitle
    public init(
        _ title: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil, action: @escaping () -> Void
    ) { self.init(role: role, action: action) { FasciaUI.Label(title, systemImage: systemImage) } }
}

extension Button where Label == PrimitiveButtonStyleConfiguration.Label {
    /// The button of a configuration, with its label, role and action, in the style around the one that is being made.
    public init(_ configuration: PrimitiveButtonStyleConfiguration) {
        self.init(role: configuration.role, action: configuration.action) { configuration.label }
        isStyled = true
    }
}

/// The button that the renderer draws.
struct PlainButton: View, Primitive {
    let configuration: PrimitiveButtonStyleConfiguration

    func update(_ viewNode: ViewNode) {
        viewNode.updateChildren { $0.update(.label, configuration.label) }
        let action = configuration.action
        viewNode.handleTaps { _ in action() }
        viewNode.setLowering { [unowned viewNode, role = configuration.role?.role, isOpen = viewNode.environment.linkIsOpen] in
            let nodes = viewNode.child(.label)?.lowered() ?? []
            let parts = nodes.labelAndValue
            let (words, modifiers) = viewNode.label(parts.label, canHide: false)
            var button = ButtonContent(
                words ?? "", value: parts.value.isEmpty ? nil : parts.value.visibleText, role: role, isOpen: isOpen,
                tap: .tapped(viewNode.address))
            // A long title goes on in the next line, as any text; that of a link is a row.
            if !nodes.isWords || isOpen == nil && (words ?? "").count > 30 { button.children = nodes }
            return [Node(.button(button), id: viewNode.address, modifiers: modifiers)]
        }
    }
}
