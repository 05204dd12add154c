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

    public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        node(
            .frame(
                Frame(
                    minWidth: minWidth.map(Double.init), minHeight: minHeight.map(Double.init),
                    idealWidth: idealWidth.map(Double.init), idealHeight: idealHeight.map(Double.init),
                    maxWidth: maxWidth.map(Double.init), maxHeight: maxHeight.map(Double.init),
                    alignment: alignment.model)))
    }

    /// Moves what is drawn, and not the room that it takes.
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
        node(.offset(Displacement(x: Double(x), y: Double(y))))
    }

    public func offset(_ offset: CGSize) -> some View { self.offset(x: offset.width, y: offset.height) }

    /// Takes all the room, and has its middle there.
    public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View {
        node(.position(Displacement(x: Double(x), y: Double(y))))
    }

    public func position(_ position: CGPoint) -> some View { self.position(x: position.x, y: position.y) }

    public func layoutPriority(_ value: Double) -> some View { node(.layoutPriority(value)) }
    public func fixedSize() -> some View { node(.fixedSize(FixedSize())) }

    public func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
        node(.fixedSize(FixedSize(horizontal: horizontal, vertical: vertical)))
    }

    public func aspectRatio(_ ratio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        node(.aspectRatio(AspectRatio(ratio.map(Double.init), contentMode: contentMode == .fit ? .fit : .fill)))
    }

    public func aspectRatio(_ ratio: CGSize, contentMode: ContentMode) -> some View {
        aspectRatio(ratio.height > 0 ? ratio.width / ratio.height : nil, contentMode: contentMode)
    }

    public func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }
    public func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }
    public func zIndex(_ value: Double) -> some View { node(.zIndex(value)) }
}

public enum ContentMode: Hashable, CaseIterable, Sendable { case fit, fill }

// MARK: - Cells

/// A length in whole cells, for those who lay out for terminals: `.frame(width: .cells(20))`.
public struct CellLength: Hashable, Sendable {
    let cells: Int
    public static func cells(_ cells: Int) -> CellLength { CellLength(cells: max(0, cells)) }
}

extension View {
    @_disfavoredOverload
    public func frame(
        width: CellLength? = nil, height: CellLength? = nil, alignment: Alignment = .center
    ) -> some View {
        node(
            .frame(
                Frame(
                    width: width.map { Double($0.cells) }, height: height.map { Double($0.cells) },
                    alignment: alignment.model, unit: .cells)))
    }

    @_disfavoredOverload
    public func padding(_ edges: Edge.Set = .all, _ length: CellLength) -> some View {
        var insets = EdgeInsets(edges, CGFloat(length.cells)).model
        insets.unit = .cells
        return node(.padding(insets))
    }

    @_disfavoredOverload
    public func padding(_ length: CellLength) -> some View { padding(.all, length) }
}
