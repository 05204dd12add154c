/// Shows a modal while a binding says so, and says so when somebody closes it.
struct PresentationModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let isPresented: Binding<Bool>
    let style: Coordinator.ModalStyle
    /// Told apart by it: another one closes the modal and opens a new one.
    let item: AnyHashable
    let onDismiss: (() -> Void)?
    let view: () -> AnyView

    private final class Shown {
        var presented: Presented?
    }

    func update(_ place: Place, content: any View) {
        place.updateContent(content)
        let isWanted = place.reading { isPresented.wrappedValue }
        let shown = place.slots.first as? Shown ?? Shown()
        place.slots = [shown]
        guard let navigator = place.environment.coordinator?.navigator else { return }
        place.onRemoval = { if let presented = shown.presented { navigator.close(presented) } }
        if let presented = shown.presented, !isWanted || presented.item != item {
            shown.presented = nil
            place.graph.afterwards(place) { navigator.close(presented) }
        }
        guard isWanted, shown.presented == nil else { return }
        let presented = Presented(item: item)
        shown.presented = presented
        presented.onClose = {
            if shown.presented === presented {
                shown.presented = nil
                isPresented.wrappedValue = false
            }
            onDismiss?()
        }
        place.graph.afterwards(place) { navigator.present(view(), style: style, presented) }
    }
}

/// One modal that a view has opened.
@MainActor public final class Presented {
    let item: AnyHashable
    /// Runs once, when it is closed, whoever closes it.
    var onClose: (() -> Void)?
    init(item: AnyHashable) { self.item = item }

    func closed() {
        let action = onClose
        onClose = nil
        action?()
    }
}

extension View {
    public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presenting(isPresented, .sheet, true, onDismiss) { AnyView(content()) }
    }

    public func fullScreenCover<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presenting(isPresented, .cover, true, onDismiss) { AnyView(content()) }
    }

    /// A sheet for an item, while there is one. Another item gets a sheet of its own.
    public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        modifier(ItemPresentation(item: item, style: .sheet, onDismiss: onDismiss) { AnyView(content($0)) })
    }

    public func fullScreenCover<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        modifier(ItemPresentation(item: item, style: .cover, onDismiss: onDismiss) { AnyView(content($0)) })
    }

    fileprivate func presenting(
        _ isPresented: Binding<Bool>, _ style: Coordinator.ModalStyle, _ item: AnyHashable,
        _ onDismiss: (() -> Void)?, _ view: @escaping () -> AnyView
    ) -> some View {
        modifier(
            PresentationModifier(
                isPresented: isPresented, style: style, item: item, onDismiss: onDismiss, view: view))
    }
}

private struct ItemPresentation<Item: Identifiable>: ViewModifier {
    let item: Binding<Item?>
    let style: Coordinator.ModalStyle
    let onDismiss: (() -> Void)?
    let view: (Item) -> AnyView

    func body(content: Content) -> some View {
        let now = item.wrappedValue
        let isPresented = Binding<Bool> { item.wrappedValue != nil } set: { if !$0 { item.wrappedValue = nil } }
        content.presenting(isPresented, style, AnyHashable(now?.id), onDismiss) {
            now.map(view) ?? AnyView(EmptyView())
        }
    }
}
