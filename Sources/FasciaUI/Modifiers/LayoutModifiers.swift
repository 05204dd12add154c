import FasciaModel

extension View {
    /// Room around it, in points. Where no length is given, one cell: 8 points beside it and 16 above and below.
    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        var insets = EdgeInsets(edges.intersection(.horizontal), length ?? 8)
        let vertical = EdgeInsets(edges.intersection(.vertical), length ?? 16)
        (insets.top, insets.bottom) = (vertical.top, vertical.bottom)
        return padding(insets)
    }

    public func padding(_ length: CGFloat) -> some View { padding(.all, length) }
    public func padding(_ insets: EdgeInsets) -> some View { node(.padding(insets.model)) }

    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        node(.frame(Frame(width: width.map(Double.init), height: height.map(Double.init), alignment: alignment.model)))
    }

    /// - Note: a node has no ideal size; ideal sizes are taken and have no effect.
    public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        node(
            .frame(
                Frame(
                    minWidth: minWidth.map(Double.init), minHeight: minHeight.map(Double.init),
                    maxWidth: maxWidth.map(Double.init), maxHeight: maxHeight.map(Double.init),
                    alignment: alignment.model)))
    }

    public func lineLimit(_ number: Int?) -> some View {
        modifier(NodeModifier(modifiers: number.map { [.lineLimit(max(1, $0))] } ?? []))
    }
}
