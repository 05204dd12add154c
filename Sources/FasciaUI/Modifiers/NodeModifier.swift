import FasciaModel

/// Something that a node's own modifier says. It is done to each node of the content.
struct NodeModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let modifiers: [FasciaModel.Modifier]

    func update(_ place: Place, content: any View) {
        place.updateContent(content)
        place.lower { [unowned place, modifiers] in place.childNodes.map { $0.with(modifiers) } }
    }
}

extension Node {
    func with(_ modifiers: [FasciaModel.Modifier]) -> Node {
        var node = self
        node.modifiers += modifiers
        return node
    }
}

extension View {
    func node(_ modifiers: FasciaModel.Modifier...) -> some View { modifier(NodeModifier(modifiers: modifiers)) }
}
