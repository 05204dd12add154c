/// Says what a `NavigationStack` shows for the values of one type.
struct DestinationModifier<Value: Hashable, Shown: View>: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let view: (Value) -> Shown

    func update(_ place: Place, content: any View) {
        guard let control = place.environment.pathControl else {
            let name = typeName(Value.self)
            place.graph.report(
                "navigationDestination(for: \(name).self)\(place.around): there is no NavigationStack around it that "
                    + "could show one")
            return place.updateContent(content)
        }
        // Before the content, so that the outermost one is the first.
        control.declare(Value.self, by: place) { value in (value.base as? Value).map(view) }
        place.onRemoval = { [id = place.id] in control.withdraw(id) }
        place.updateContent(content)
    }
}

extension View {
    public func navigationDestination<Value: Hashable, Shown: View>(
        for data: Value.Type, @ViewBuilder destination: @escaping (Value) -> Shown
    ) -> some View {
        modifier(DestinationModifier(view: destination))
    }

    /// A screen on top of this one, while the binding says so.
    public func navigationDestination<Shown: View>(
        isPresented: Binding<Bool>, @ViewBuilder destination: @escaping () -> Shown
    ) -> some View {
        presenting(isPresented, .push, nil, destination)
    }

    /// A screen on top of this one for an item, while there is one.
    public func navigationDestination<Item: Hashable, Shown: View>(
        item: Binding<Item?>, @ViewBuilder destination: @escaping (Item) -> Shown
    ) -> some View {
        modifier(
            ItemPresentation(item: item, id: { AnyHashable($0) }, way: .push, onDismiss: nil, view: destination))
    }
}
