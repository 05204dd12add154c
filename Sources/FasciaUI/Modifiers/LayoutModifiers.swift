import FasciaDocument

extension View {
    /// Adds space around the view, in points; one cell if no length is given.
    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        node { check in
            guard let length else { return [.padding(EdgeInsets(edges, 1).model(in: .cells))] }
            return [.padding(EdgeInsets(edges, CGFloat(check.number(length, "padding"))).model(in: .points))]
        }
    }
    public func padding(_ length: CGFloat) -> some View { padding(.all, length) }
    public func padding(_ insets: EdgeInsets) -> some View {
        node { check in
            func number(_ value: CGFloat) -> CGFloat { CGFloat(check.number(value, "padding")) }
            let finite = EdgeInsets(
                top: number(insets.top), leading: number(insets.leading), bottom: number(insets.bottom),
                trailing: number(insets.trailing))
            return [.padding(finite.model(in: .points))]
        }
    }

    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        node { check in
            [
                .frame(
                    Frame(
                        width: check.length(width, "width"), height: check.length(height, "height"),
                        alignment: alignment.model))
            ]
        }
    }
    public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        node { check in
            let width = check.range(minWidth, idealWidth, maxWidth, "Width")
            let height = check.range(minHeight, idealHeight, maxHeight, "Height")
            return [
                .frame(
                    Frame(
                        minWidth: width.minimum, minHeight: height.minimum, idealWidth: width.ideal?.inJSON,
                        idealHeight: height.ideal?.inJSON, maxWidth: width.maximum, maxHeight: height.maximum,
                        alignment: alignment.model))
            ]
        }
    }

    /// Draws the view elsewhere without changing the space that it takes.
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
        node { check in [.offset(NodeOffset(x: check.number(x, "offset"), y: check.number(y, "offset")))] }
    }
    public func offset(_ offset: CGSize) -> some View { self.offset(x: offset.width, y: offset.height) }

    /// Takes all available space and centres the view at this point.
    public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View {
        node { check in [.position(NodeOffset(x: check.number(x, "position"), y: check.number(y, "position")))] }
    }
    public func position(_ position: CGPoint) -> some View { self.position(x: position.x, y: position.y) }

    public func layoutPriority(_ value: Double) -> some View {
        node { check in [.layoutPriority(check.number(CGFloat(value), "layoutPriority"))] }
    }

    public func fixedSize() -> some View { node(.fixedSize(FixedSize())) }
    public func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
        node(.fixedSize(FixedSize(horizontal: horizontal, vertical: vertical)))
    }

    public func aspectRatio(_ ratio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        node { check in
            if let ratio, !(ratio > 0 && ratio.isFinite) {
                check.report("aspectRatio(\(ratio)) is ignored: a ratio must be finite and positive (width / height)")
                return []
            }
            return [.aspectRatio(AspectRatio(ratio.map(Double.init), contentMode: contentMode == .fit ? .fit : .fill))]
        }
    }
    public func aspectRatio(_ ratio: CGSize, contentMode: ContentMode) -> some View {
        aspectRatio(ratio.width / ratio.height, contentMode: contentMode)
    }

    public func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }
    public func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }
    public func zIndex(_ value: Double) -> some View { node { check in [.zIndex(check.number(CGFloat(value), "zIndex"))] } }
}

extension Double {
    /// JSON has no infinity. As an ideal length, this is larger than any screen.
    fileprivate var inJSON: Double { isFinite ? self : 1_000_000 }
}

public enum ContentMode: Hashable, CaseIterable, Sendable { case fit, fill }

// MARK: - Cells

/// A length in whole cells, for layouts specific to terminals: `.frame(width: .cells(20))`.
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

    @_disfavoredOverload public func padding(_ edges: Edge.Set = .all, _ length: CellLength) -> some View {
        node(.padding(EdgeInsets(edges, CGFloat(length.cells)).model(in: .cells)))
    }
    @_disfavoredOverload public func padding(_ length: CellLength) -> some View { padding(.all, length) }
}
