import FasciaDocument

/// Arranges views vertically.
public struct VStack<Content: View>: View {
    let alignment: HorizontalAlignment
    let spacing: CGFloat?
    let content: Content

    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }
}

/// Arranges views horizontally.
public struct HStack<Content: View>: View {
    let alignment: VerticalAlignment
    let spacing: CGFloat?
    let content: Content

    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }
}

/// Stacks views in depth, the last one on top.
public struct ZStack<Content: View>: View {
    let alignment: Alignment
    let content: Content

    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }
}

extension VStack: Primitive {
    func update(_ viewNode: ViewNode) {
        let alignment = Alignment(horizontal: alignment, vertical: .center)
        viewNode.stack(.vertical, alignment, spacing, content)
    }
}

extension HStack: Primitive {
    func update(_ viewNode: ViewNode) {
        viewNode.stack(.horizontal, Alignment(horizontal: .center, vertical: alignment), spacing, content)
    }
}

extension ZStack: Primitive { func update(_ viewNode: ViewNode) { viewNode.stack(.depth, alignment, nil, content) } }

extension ViewNode {
    func stack(
        _ axis: StackContent.Axis, _ alignment: Alignment, _ spacing: CGFloat?, _ content: any View
    ) {
        updateSubtree(content)
        setLowering { [unowned self] in
            let stack = StackContent(
                axis, alignment: alignment.model, spacing: spacing.map(Double.init), children: childNodes)
            return [Node(.stack(stack), id: address)]
        }
    }
}
