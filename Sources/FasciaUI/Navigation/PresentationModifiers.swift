/// Shows a screen while a binding is true, and sets the binding to false when the user closes the screen.
struct PresentationModifier: ViewModifier, PrimitiveModifier {

    enum Style {
        case modal(Coordinator.ModalStyle)
        /// On top of the view's own screen.
        case push

        var isModal: Bool { if case .modal = self { true } else { false } }
        var isAlert: Bool { if case .modal(.alert) = self { true } else { false } }
    }

    let isPresented: Binding<Bool>
    let style: Style
    /// Identifies the presentation: when it changes, the shown screen closes and a new one opens.
    let item: AnyHashable
    let onDismiss: (() -> Void)?
    let view: () -> any View

    private final class Shown {
        var presented: PresentedScreen?
        /// Its binding may be that of another element by now.
        var latest: PresentationModifier?
        let answer = DialogAnswer()
    }

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        // In a hidden tab, pushed screens are not shown.
        let isWanted = viewNode.tracking { isPresented.wrappedValue } && (style.isModal || viewNode.environment.isShown)
        let shown = viewNode.stored(Shown())
        shown.latest = self
        guard let navigator = viewNode.environment.coordinator?.navigator else { return }
        let environment = environment(viewNode, shown)
        let (control, screen) = (environment.pathControl, environment.screen)
        let close = { (presented: PresentedScreen) in control?.close(presented) ?? navigator.close(presented) }
        viewNode.onRemoval = {
            guard let presented = shown.presented else { return }
            shown.answer.cancel = nil
            close(presented)
        }
        if let presented = shown.presented {
            if isWanted, presented.item == item {
                presented.update(environment: environment, view)
            } else {
                shown.presented = nil
                viewNode.graph.runAfterPass(viewNode) { close(presented) }
            }
        }
        guard isWanted, shown.presented == nil else { return }
        shown.answer.begin()
        let presented = PresentedScreen(item: item, environment: environment, view)
        shown.presented = presented
        presented.onClose = {
            if shown.presented === presented {
                shown.presented = nil
                shown.latest?.isPresented.wrappedValue = false
                shown.answer.end()
            }
            shown.latest?.onDismiss?()
        }
        viewNode.graph.runAfterPass(viewNode) {
            if case .modal(let modalStyle) = style { return navigator.present(presented.view, style: modalStyle, presented) }
            if let control { return control.push(presented, from: screen) }
            if let screen { navigator.setPath([presented], above: screen) }
        }
    }

    /// The environment of the new screen, which is not in a list. A modal is not part of the path below it. An alert has one
    /// look, and what a link opens that of its stack, whatever the styles around.
    private func environment(_ viewNode: ViewNode, _ shown: Shown) -> EnvironmentValues {
        var environment = viewNode.environment.inRow
        if style.isAlert {
            environment = environment.styled(as: EnvironmentValues())
            environment.dialogAnswer = shown.answer
        } else if !style.isModal, let stack = environment.pathControl?.environment {
            environment = environment.styled(as: stack)
        }
        if style.isModal { environment.pathControl = nil }
        return environment
    }
}

extension View {
    public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { presenting(isPresented, .modal(.sheet), onDismiss, content) }

    public func fullScreenCover<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { presenting(isPresented, .modal(.cover), onDismiss, content) }

    /// Shows a sheet for an item while the item is not `nil`. Another item opens another sheet.
    public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { presenting(item: item, .sheet, onDismiss, content) }

    public func fullScreenCover<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { presenting(item: item, .cover, onDismiss, content) }

    /// Shows a sheet: a terminal cannot point at a view.
    public func popover<Content: View>(
        isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds), arrowEdge: Edge? = nil,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View { presenting(isPresented, .modal(.sheet), nil, content) }
    public func popover<Item: Identifiable, Content: View>(
        item: Binding<Item?>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds), arrowEdge: Edge? = nil,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { sheet(item: item, content: content) }

    func presenting<Item: Identifiable, Content: View>(
        item: Binding<Item?>, _ style: Coordinator.ModalStyle, _ onDismiss: (() -> Void)? = nil,
        _ view: @escaping (Item) -> Content
    ) -> some View {
        modifier(
            ItemPresentation(
                item: item, id: { AnyHashable($0.id) }, style: .modal(style), onDismiss: onDismiss, view: view))
    }

    func presenting<Content: View>(
        _ isPresented: Binding<Bool>, _ style: PresentationModifier.Style, _ onDismiss: (() -> Void)? = nil,
        item: AnyHashable = true, _ view: @escaping () -> Content
    ) -> some View {
        modifier(
            PresentationModifier(
                isPresented: isPresented, style: style, item: item, onDismiss: onDismiss, view: { view() }))
    }
}

/// Shows a screen for an item while the item is not `nil`.
struct ItemPresentation<Item, Shown: View>: ViewModifier {
    let item: Binding<Item?>
    let id: (Item) -> AnyHashable
    let style: PresentationModifier.Style
    let onDismiss: (() -> Void)?
    let view: (Item) -> Shown

    func body(content: Content) -> some View {
        let now = item.wrappedValue
        let isPresented = Binding<Bool>(get: { item.wrappedValue != nil }, set: { if !$0 { item.wrappedValue = nil } })
        content.presenting(isPresented, style, onDismiss, item: AnyHashable(now.map(id))) { now.map(view) }
    }
}
