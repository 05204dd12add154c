import FasciaDocument

/// Attaches a view behind or in front of the content, with the size of the content.
private struct AttachmentModifier<Attached: View>: ViewModifier, PrimitiveModifier {
    let attached: Attached
    let alignment: Alignment
    let isBehind: Bool

    func update(_ viewNode: ViewNode, content: any View) {
        let key = ChildIdentity.attached(viewNode.depth)
        viewNode.updateChildren { children in
            children.update(.content, content)
            children.update(key, attached)
        }
        viewNode.setLowering { [unowned viewNode, alignment = alignment.model, isBehind] in
            let nodes = viewNode.child(.content)?.lowered() ?? []
            let attached = viewNode.child(key)?.lowered() ?? []
            guard !attached.isEmpty else { return nodes }
            let only =
                attached.count == 1
                ? attached[0]
                : Node(
                    .stack(StackContent(.depth, alignment: alignment, children: attached)))
            return nodes.enumerated().map { index, node in
                // If the content has several nodes, only the first attachment keeps its ids, because ids must be
                // unique.
                let attachment = Attachment(index == 0 ? only : only.anonymous, alignment: alignment)
                return node.with([isBehind ? .backgroundNode(attachment) : .overlay(attachment)])
            }
        }
    }
}

extension View {
    public func background(_ color: Color) -> some View { styled(color, isArea: true) { .background($0) } }
    public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        styled(style, isArea: true) { .background($0) }
    }
    public func background<S: ShapeStyle, Outline: Shape>(
        _ style: S = BackgroundStyle(), in shape: Outline, fillStyle: FillStyle = FillStyle()
    ) -> some View { modifier(AttachmentModifier(attached: shape.fill(style), alignment: .center, isBehind: true)) }
    public func background<V: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View { modifier(AttachmentModifier(attached: content(), alignment: alignment, isBehind: true)) }
    @_disfavoredOverload
    public func background<Background: View>(_ background: Background, alignment: Alignment = .center) -> some View {
        modifier(AttachmentModifier(attached: background, alignment: alignment, isBehind: true))
    }

    public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
        modifier(AttachmentModifier(attached: content(), alignment: alignment, isBehind: false))
    }
    public func overlay<S: ShapeStyle, Outline: Shape>(
        _ style: S, in shape: Outline, fillStyle: FillStyle = FillStyle()
    ) -> some View { modifier(AttachmentModifier(attached: shape.fill(style), alignment: .center, isBehind: false)) }
    public func overlay<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        modifier(AttachmentModifier(attached: Rectangle().fill(style), alignment: .center, isBehind: false))
    }
    @_disfavoredOverload
    public func overlay<Overlay: View>(_ overlay: Overlay, alignment: Alignment = .center) -> some View {
        modifier(AttachmentModifier(attached: overlay, alignment: alignment, isBehind: false))
    }
}
