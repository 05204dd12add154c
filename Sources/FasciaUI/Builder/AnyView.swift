/// A type-erased view. When the type of the wrapped view changes, its state is discarded.
public struct AnyView: View {
    let view: any View

    public init<Content: View>(_ view: Content) { self.view = (view as? AnyView)?.view ?? view }
    public init<Content: View>(erasing view: Content) { self.init(view) }
    init(erased view: any View) { self.view = view }
}

extension AnyView: Primitive, CustomStructuralEquality {
    func update(_ viewNode: ViewNode) { viewNode.updateChildren { $0.update(.type(ObjectIdentifier(type(of: view))), view) } }

    func isStructurallyEqual(to other: Self) -> Bool { StructuralEquality.sameViews(view, other.view) }
}
