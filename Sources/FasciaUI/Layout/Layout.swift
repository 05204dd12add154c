import FasciaDocument

/// Sizes that are proposed to a view, in points. Without one, the view chooses.
public struct ProposedViewSize: Hashable, Sendable {
    public var width, height: CGFloat?
    public init(width: CGFloat?, height: CGFloat?) { (self.width, self.height) = (width, height) }
    public init(_ size: CGSize) { self.init(width: size.width, height: size.height) }

    public static let zero = ProposedViewSize(width: 0, height: 0), unspecified = ProposedViewSize(width: nil, height: nil)
    public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)

    public func replacingUnspecifiedDimensions(by size: CGSize = CGSize(width: 10, height: 10)) -> CGSize {
        CGSize(width: width ?? size.width, height: height ?? size.height)
    }
}

/// The gap that a view wants to the next one.
public struct ViewSpacing: Hashable, Sendable {
    public static let zero = ViewSpacing()
    public init() {}
    /// As in stacks: a column, and no row.
    public func distance(to next: ViewSpacing, along axis: Axis) -> CGFloat { axis == .horizontal ? 8 : 0 }
    public mutating func formUnion(_ other: ViewSpacing, edges: Edge.Set = .all) {}
    public func union(_ other: ViewSpacing, edges: Edge.Set = .all) -> ViewSpacing { ViewSpacing() }
}

/// A value that a view gives to the layout around it.
public protocol LayoutValueKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

/// What is measured and placed in one layout.
final class LayoutPass {
    let nodes: [Node]
    let measure: NodeMeasure
    let values: [[ObjectIdentifier: Any]]
    private(set) var placed: [Int: (origin: CGPoint, size: CGSize)] = [:]
    private var known: [ProposedViewSize: [Int: CGSize]] = [:]

    init(_ nodes: [Node], _ measure: NodeMeasure, _ values: [[ObjectIdentifier: Any]]) {
        (self.nodes, self.measure, self.values) = (nodes, measure, values)
    }

    func size(_ index: Int, _ proposal: ProposedViewSize) -> CGSize {
        if let size = known[proposal]?[index] { return size }
        // What is asked of one view is mostly asked of all.
        let isFirst = known[proposal] == nil
        let indices = isFirst ? Array(nodes.indices) : [index]
        let sizes = measure.sizes(of: indices.map { nodes[$0] }, proposal)
        for (index, size) in zip(indices, sizes) { known[proposal, default: [:]][index] = size }
        return known[proposal]?[index] ?? .zero
    }

    func place(_ index: Int, at point: CGPoint, _ anchor: UnitPoint, _ proposal: ProposedViewSize) {
        let size = size(index, proposal)
        placed[index] = (CGPoint(x: point.x - anchor.x * size.width, y: point.y - anchor.y * size.height), size)
    }
}

/// A view that a layout measures and places.
public struct LayoutSubview: Equatable {
    let pass: LayoutPass
    let index: Int

    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { pass.size(index, proposal) }
    public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions {
        let size = sizeThatFits(proposal)
        return ViewDimensions(width: size.width, height: size.height, lineHeight: pass.measure.cell.height)
    }
    public var spacing: ViewSpacing { ViewSpacing() }
    public var priority: Double {
        pass.nodes[index].modifiers.reversed().lazy.compactMap { if case .layoutPriority(let value) = $0 { value } else { nil } }
            .first ?? 0
    }
    public subscript<Key: LayoutValueKey>(key: Key.Type) -> Key.Value {
        pass.values[index][ObjectIdentifier(key)].map { $0 as? Key.Value ?? Key.defaultValue } ?? Key.defaultValue
    }

    /// Places the view; one that is not placed stands in the middle.
    public func place(at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {
        pass.place(index, at: position, anchor, proposal)
    }

    public static func == (left: Self, right: Self) -> Bool { left.pass === right.pass && left.index == right.index }
}

public struct LayoutSubviews: RandomAccessCollection {
    let pass: LayoutPass
    public var startIndex: Int { 0 }
    public var endIndex: Int { pass.nodes.count }
    public subscript(index: Int) -> LayoutSubview { LayoutSubview(pass: pass, index: index) }
    public var layoutDirection: LayoutDirection { .leftToRight }
}

public struct LayoutProperties: Sendable {
    public var stackOrientation: Axis?
    public init() {}
}

/// Arranges views as an app wants. It is asked where the views are evaluated, for the room on the terminal that was attached
/// or resized last, as `GeometryReader` is.
public protocol Layout {
    typealias Subviews = LayoutSubviews
    associatedtype Cache = Void
    static var layoutProperties: LayoutProperties { get }
    func makeCache(subviews: Subviews) -> Cache
    func updateCache(_ cache: inout Cache, subviews: Subviews)
    func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize
    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
}

extension Layout {
    public static var layoutProperties: LayoutProperties { LayoutProperties() }
    public func updateCache(_ cache: inout Cache, subviews: Subviews) {}
    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing { ViewSpacing() }

    @MainActor public func callAsFunction<Content: View>(@ViewBuilder _ content: () -> Content) -> some View {
        LayoutView(layout: self, content: content())
    }
}

extension Layout where Cache == Void { public func makeCache(subviews: Subviews) {} }

extension Layout {
    /// The size and the places of the views for a proposal.
    fileprivate func arrange(_ pass: LayoutPass, _ proposal: ProposedViewSize) -> CGSize {
        let subviews = LayoutSubviews(pass: pass)
        var cache = makeCache(subviews: subviews)
        let size = sizeThatFits(proposal: proposal, subviews: subviews, cache: &cache)
        placeSubviews(
            in: CGRect(origin: .zero, size: size), proposal: proposal, subviews: subviews, cache: &cache)
        for index in pass.nodes.indices where pass.placed[index] == nil {
            pass.place(index, at: CGPoint(x: size.width / 2, y: size.height / 2), .center, ProposedViewSize(size))
        }
        return size
    }
}

// MARK: - Views in a layout

/// Views in a layout. They keep their state when the layout changes.
struct LayoutView<Content: View>: View, Primitive {
    let layout: any Layout
    let content: Content

    func update(_ viewNode: ViewNode) {
        if let stack = (layout as? AnyLayout)?.layout as? any StackLayout ?? layout as? any StackLayout {
            return viewNode.stack(stack.axis, stack.stackAlignment, stack.stackSpacing, content)
        }
        let layout = (layout as? AnyLayout)?.layout ?? layout
        viewNode.updateSubtree(content)
        viewNode.fitting { nodes, proposal in
            let values = nodes.map { $0.id.flatMap { viewNode.graph.layoutValues[$0] } ?? [:] }
            let pass = LayoutPass(nodes, NodeMeasure(cell: viewNode.environment.cellSize), values)
            let size = layout.arrange(pass, proposal)
            let cell = viewNode.environment.cellSize
            func cells(_ length: CGFloat, _ cell: CGFloat) -> Double { Double((length / cell).rounded()) }
            let children = nodes.indices.map { index in
                let (origin, size) = pass.placed[index] ?? (.zero, .zero)
                let frame = Frame(
                    width: cells(size.width, cell.width), height: cells(size.height, cell.height), unit: .cells)
                let offset = NodeOffset(x: cells(origin.x, cell.width), y: cells(origin.y, cell.height), unit: .cells)
                return nodes[index].with([.frame(frame), .offset(offset)])
            }
            var frame = Frame(width: cells(size.width, cell.width), height: cells(size.height, cell.height), unit: .cells)
            frame.alignment = .topLeading
            let stack = StackContent(.depth, alignment: .topLeading, children: children)
            return Node(.stack(stack), id: viewNode.address, modifiers: [.frame(frame)])
        }
    }
}

extension ViewNode {
    /// Makes one node of those inside for the room that is proposed, and again when that is another.
    func fitting(_ make: @escaping ([Node], ProposedViewSize) -> Node) {
        let (proposal, _) = fitted { _ in }
        setLowering { [unowned self] in [make(childNodes, proposal).evaluated(for: proposal, by: self)] }
    }

    /// The room that is proposed, and what is made for it; again when the room is another, or what was read for it.
    func fitted<Made>(_ make: (ProposedViewSize) -> Made) -> (ProposedViewSize, Made) {
        let room = stored(StoredLocation<ProposedViewSize?>(nil))
        eventHandler = .availableSize { room.value = $0 }
        return tracking {
            let proposal = room.value ?? ProposedViewSize(environment.screenSize)
            return (proposal, make(proposal))
        }
    }
}

extension View {
    public func layoutValue<Key: LayoutValueKey>(key: Key.Type, value: Key.Value) -> some View {
        modifier(LayoutValueModifier(key: ObjectIdentifier(key), value: value))
    }
}

private struct LayoutValueModifier: ViewModifier, PrimitiveModifier {
    let key: ObjectIdentifier
    let value: Any

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        viewNode.setLowering { [unowned viewNode, key, value] in
            let nodes = viewNode.childNodes
            for id in nodes.compactMap(\.id) { viewNode.graph.layoutValues[id, default: [:]][key] = value }
            return nodes
        }
    }
}

/// The first of some views that fits into the room; else the last one.
public struct ViewThatFits<Content: View>: View, Primitive {
    private let axes: Axis.Set
    private let content: Content

    public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        self.axes = axes
        self.content = content()
    }

    func update(_ viewNode: ViewNode) {
        viewNode.updateSubtree(content)
        viewNode.fitting { [axes] nodes, room in
            let sizes = NodeMeasure(cell: viewNode.environment.cellSize).sizes(
                of: nodes, ProposedViewSize(width: axes.contains(.horizontal) ? nil : room.width, height: nil))
            let fitting = sizes.firstIndex { size in
                (!axes.contains(.horizontal) || size.width <= room.width ?? .infinity)
                    && (!axes.contains(.vertical) || size.height <= room.height ?? .infinity)
            }
            guard let chosen = fitting.map({ nodes[$0] }) ?? nodes.last else { return Node(.empty, id: viewNode.address) }
            return Node(.stack(StackContent(.depth, children: [chosen])), id: viewNode.address)
        }
    }
}
