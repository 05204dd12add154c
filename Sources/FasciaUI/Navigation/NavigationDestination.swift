/// Declares the view that a `NavigationStack` shows for values of a type.
struct DestinationModifier<Value: Hashable, Shown: View>: ViewModifier, PrimitiveModifier {
    let view: (Value) -> Shown

    func update(_ viewNode: ViewNode, content: any View) {
        guard let control = viewNode.environment.pathControl else {
            let name = typeName(Value.self)
            viewNode.graph.report(
                "navigationDestination(for: \(name).self)\(viewNode.messageSuffix) is outside a "
                    + "NavigationStack")
            return viewNode.updatePassthrough(content)
        }
        // Before updating the content, so that the outermost destination for a type is declared first.
        control.declare(Value.self, by: viewNode) { value in (value.base as? Value).map(view) }
        viewNode.onRemoval = { [id = viewNode.id] in control.undeclare(id) }
        viewNode.updatePassthrough(content)
    }
}

extension View {
    public func navigationDestination<Value: Hashable, Shown: View>(
        for data: Value.Type, @ViewBuilder destination: @escaping (Value) -> Shown
    ) -> some View { modifier(DestinationModifier(view: destination)) }

    /// Pushes a screen on top of this one while the binding is true.
    public func navigationDestination<Shown: View>(
        isPresented: Binding<Bool>, @ViewBuilder destination: @escaping () -> Shown
    ) -> some View { presenting(isPresented, .push, nil, destination) }

    /// Pushes a screen for an item on top of this one while the item is not `nil`.
    public func navigationDestination<Item: Hashable, Shown: View>(
        item: Binding<Item?>, @ViewBuilder destination: @escaping (Item) -> Shown
    ) -> some View {
        modifier(
            ItemPresentation(item: item, id: { AnyHashable($0) }, style: .push, onDismiss: nil, view: destination))
    }
}
