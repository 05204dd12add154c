import FasciaDocument

/// Where something of a view is. A `GeometryProxy` in `overlayPreferenceValue` or `backgroundPreferenceValue` knows it, as the
/// view with that overlay is laid out alone for the size of the proxy. Elsewhere it is the frame of the proxy itself: where a view
/// stands on the screen is each terminal's own.
public struct Anchor<Value>: Equatable, Sendable {
    /// What an anchor is of.
    public struct Source: Sendable {
        fileprivate let value: @Sendable (CGRect) -> Value
    }
    fileprivate let source: Source
    fileprivate weak var viewNode: ViewNode?

    public static func == (left: Anchor, right: Anchor) -> Bool { left.viewNode === right.viewNode }
}

extension Anchor.Source where Value == CGRect {
    public static var bounds: Self { Self { $0 } }
    public static func rect(_ rect: CGRect) -> Self { Self { rect.offsetBy(dx: $0.minX, dy: $0.minY) } }
}
extension Anchor.Source where Value == CGPoint {
    public static func unitPoint(_ point: UnitPoint) -> Self {
        Self { CGPoint(x: $0.minX + point.x * $0.width, y: $0.minY + point.y * $0.height) }
    }
    public static func point(_ point: CGPoint) -> Self { Self { CGPoint(x: $0.minX + point.x, y: $0.minY + point.y) } }
    public static var topLeading: Self { unitPoint(.topLeading) }
    public static var top: Self { unitPoint(.top) }
    public static var topTrailing: Self { unitPoint(.topTrailing) }
    public static var leading: Self { unitPoint(.leading) }
    public static var center: Self { unitPoint(.center) }
    public static var trailing: Self { unitPoint(.trailing) }
    public static var bottomLeading: Self { unitPoint(.bottomLeading) }
    public static var bottom: Self { unitPoint(.bottom) }
    public static var bottomTrailing: Self { unitPoint(.bottomTrailing) }
}

extension GeometryProxy {
    @MainActor @preconcurrency public subscript<Value>(anchor: Anchor<Value>) -> Value {
        anchor.source.value(anchor.viewNode?.frame(inSpaceOf: size) ?? CGRect(origin: .zero, size: size))
    }
}

extension ViewNode {
    /// Where this view is in the innermost view around it with a view made of preferences, if that has this size.
    fileprivate func frame(inSpaceOf size: CGSize) -> CGRect? {
        var space = parent
        while let here = space, !here.isAnchorSpace { space = here.parent }
        guard let space else { return nil }
        return NodeMeasure(cell: environment.cellSize).frame(of: probe, in: space.lowered(), size)
    }

    /// The id of what is behind it to be found in a layout.
    fileprivate var probe: String { address + ".anchor" }
}

/// Offers a value with the place of its content.
private struct AnchorModifier<Key: PreferenceKey, A>: ViewModifier, PrimitiveModifier {
    let source: Anchor<A>.Source
    let make: (Anchor<A>) -> Any

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.preferences = [ObjectIdentifier(Key.self): make(Anchor(source: source, viewNode: viewNode))]
        viewNode.updatePassthrough(content)
        viewNode.setLowering { [unowned viewNode] in
            var nodes = viewNode.childNodes
            if let first = nodes.first { nodes[0] = first.with([.backgroundNode(Attachment(Node(.empty, id: viewNode.probe)))]) }
            return nodes
        }
    }
}

extension View {
    public func anchorPreference<A, Key: PreferenceKey>(
        key: Key.Type = Key.self, value: Anchor<A>.Source, transform: @escaping (Anchor<A>) -> Key.Value
    ) -> some View { modifier(AnchorModifier<Key, A>(source: value, make: transform)) }
    public func transformAnchorPreference<A, Key: PreferenceKey>(
        key: Key.Type = Key.self, value: Anchor<A>.Source, transform: @escaping (inout Key.Value, Anchor<A>) -> Void
    ) -> some View {
        modifier(AnchorModifier<Key, A>(source: value) { a in PreferenceTransform<Key> { transform(&$0, a) } })
    }
}
