/// Shows a screen while a binding says so, and says so when somebody closes it.
struct PresentationModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    enum Way {
        case modal(Coordinator.ModalStyle)
        /// On top of the screen that the view is on.
        case push

        var isModal: Bool { if case .modal = self { true } else { false } }
    }

    let isPresented: Binding<Bool>
    let way: Way
    /// Told apart by it: another one closes what is shown and opens a new one.
    let item: AnyHashable
    let onDismiss: (() -> Void)?
    let view: () -> any View

    private final class Shown {
        var presented: Presented?
    }

    func update(_ place: Place, content: any View) {
        place.updateContent(content)
        // In a tab that is not shown, a screen on top of it waits.
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

    /// What is inherited there: a modal is on no path of the screen below it.
    private func environment(_ place: Place) -> EnvironmentValues {
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

    /// A sheet for an item, while there is one. Another item gets a sheet of its own.
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

    /// A sheet by another name: there is no place in cells for it to point at.
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

/// Shows a screen for an item while there is one.
struct ItemPresentation<Item, Shown: View>: ViewModifier {
    let item: Binding<Item?>
    let id: (Item) -> AnyHashable
    let way: PresentationModifier.Way
    let onDismiss: (() -> Void)?
    let view: (Item) -> Shown

    func body(content: Content) -> some View {
        let now = item.wrappedValue
        let isPresented = Binding<Bool> { item.wrappedValue != nil } set: { if !$0 { item.wrappedValue = nil } }
        content.presenting(isPresented, way, onDismiss, item: AnyHashable(now.map(id))) { now.map(view) }
    }
}
