/// Shows a screen while a binding is true, and sets the binding to false when the user closes the screen.
struct PresentationModifier: ViewModifier, PrimitiveModifier {

    enum Way {
        case modal(Coordinator.ModalStyle)
        /// On top of the view's own screen.
        case push

        var isModal: Bool { if case .modal = self { true } else { false } }
    }

    let isPresented: Binding<Bool>
    let way: Way
    /// Identifies the presentation: when it changes, the shown screen closes and a new one opens.
    let item: AnyHashable
    let onDismiss: (() -> Void)?
    let view: () -> any View

    private final class Shown {
        var presented: Presented?
    }

    func update(_ place: ViewNode, content: any View) {
        place.updatePassthrough(content)
        // In a hidden tab, pushed screens are not shown.
        let isWanted = place.reading { isPresented.wrappedValue } && (way.isModal || place.environment.isShown)
        let shown = place.slots.first as? Shown ?? Shown()
        place.slots = [shown]
        guard let navigator = place.environment.coordinator?.navigator else { return }
        let environment = environment(place)
        let (control, screen) = (environment.pathControl, environment.screen)
        let close = { (presented: Presented) in
            if let control { control.close(presented) } else { navigator.close(presented) }
        }
        place.onRemoval = { if let presented = shown.presented { close(presented) } }
        if let presented = shown.presented {
            if isWanted, presented.item == item {
                presented.update(environment: environment, view)
            } else {
                shown.presented = nil
                place.graph.afterwards(place) { close(presented) }
            }
        }
        guard isWanted, shown.presented == nil else { return }
        let presented = Presented(item: item, environment: environment, view)
        shown.presented = presented
        presented.onClose = {
            if shown.presented === presented {
                shown.presented = nil
                isPresented.wrappedValue = false
            }
            onDismiss?()
        }
        place.graph.afterwards(place) {
            if case .modal(let style) = way { return navigator.present(presented.view, style: style, presented) }
            if let control { return control.push(presented, from: screen) }
            if let screen { navigator.setPath([presented], above: screen) }
        }
    }

    /// The environment of the new screen. A modal is not part of the path below it.
    private func environment(_ place: ViewNode) -> EnvironmentValues {
        var environment = place.environment
        if way.isModal { environment.pathControl = nil }
        return environment
    }
}

extension View {
    public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presenting(isPresented, .modal(.sheet), onDismiss, content)
    }

    public func fullScreenCover<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presenting(isPresented, .modal(.cover), onDismiss, content)
    }

    /// Shows a sheet for an item while the item is not `nil`. Another item opens another sheet.
    public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        modifier(
            ItemPresentation(
                item: item, id: { AnyHashable($0.id) }, way: .modal(.sheet), onDismiss: onDismiss, view: content))
    }

    public func fullScreenCover<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        modifier(
            ItemPresentation(
                item: item, id: { AnyHashable($0.id) }, way: .modal(.cover), onDismiss: onDismiss, view: content))
    }

    /// Shows a sheet: a terminal cannot point at a view.
    public func popover<Content: View>(
        isPresented: Binding<Bool>, arrowEdge: Edge? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presenting(isPresented, .modal(.sheet), nil, content)
    }

    public func popover<Item: Identifiable, Content: View>(
        item: Binding<Item?>, arrowEdge: Edge? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { sheet(item: item, content: content) }

    func presenting<Content: View>(
        _ isPresented: Binding<Bool>, _ way: PresentationModifier.Way, _ onDismiss: (() -> Void)? = nil,
        item: AnyHashable = true, _ view: @escaping () -> Content
    ) -> some View {
        modifier(
            PresentationModifier(
                isPresented: isPresented, way: way, item: item, onDismiss: onDismiss, view: { view() }))
    }
}

/// Shows a screen for an item while the item is not `nil`.
struct ItemPresentation<Item, Shown: View>: ViewModifier {
    let item: Binding<Item?>
    let id: (Item) -> AnyHashable
    let way: PresentationModifier.Way
    let onDismiss: (() -> Void)?
    let view: (Item) -> Shown

    func body(content: Content) -> some View {
        let now = item.wrappedValue
        let isPresented = Binding<Bool> {
            item.wrappedValue != nil
        } set: {
            if !$0 { item.wrappedValue = nil }
        }
        content.presenting(isPresented, way, onDismiss, item: AnyHashable(now.map(id))) { now.map(view) }
    }
}
