/// Gives its content an identity. When the id changes, the content's state is discarded.
struct IdentityModifier: ViewModifier, PrimitiveModifier {
    let id: AnyHashable
    func update(_ viewNode: ViewNode, content: any View) { viewNode.updateChildren { $0.update(.id(id), content) } }
}

extension View { public func id<ID: Hashable>(_ id: ID) -> some View { modifier(IdentityModifier(id: id)) } }
