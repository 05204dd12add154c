import FasciaDocument

/// Passes its content a proxy that scrolls to a view in it. Every terminal that shows the content scrolls once per
/// call.
public struct ScrollViewReader<Content: View>: View {
    private let content: (ScrollViewProxy) -> Content
    @State private var request: ScrollOrder?

    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { self.content = content }

    public var body: some View { content(ScrollViewProxy(request: $request)).modifier(ScrollGoalModifier(request: request)) }
}

/// Scrolls the content of a `ScrollViewReader`.
@MainActor @preconcurrency public struct ScrollViewProxy {
    let request: Binding<ScrollOrder?>

    /// Scrolls to the view with this id: one set with `id(_:)`, or the id of a `ForEach` element.
    ///
    /// - Parameter anchor: the point of the view that is aligned with the same point of the scrolling area. Without an
    ///   anchor, it scrolls only as far as needed.
    public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {
        let count = (request.wrappedValue?.count ?? 0) + 1
        request.wrappedValue = ScrollOrder(id: AnyHashable(id), anchor: anchor, count: count)
    }
    /// Does nothing for `nil`.
    public func scrollTo<ID: Hashable>(_ id: ID?, anchor: UnitPoint? = nil) {
        if let id { scrollTo(id, anchor: anchor) }
    }
}

/// Where to scroll to. It says what the app has asked for, not where each terminal is.
public struct ScrollPosition: Equatable, Sendable {
    // Safe: it is only compared, and passed on by the main actor.
    nonisolated(unsafe) fileprivate var id: AnyHashable?
    fileprivate var anchor: UnitPoint?
    fileprivate var count = 0

    public init<ID: Hashable>(idType: ID.Type = ID.self) {}
    public init<ID: Hashable>(id: ID, anchor: UnitPoint? = nil) { (self.id, self.anchor) = (AnyHashable(id), anchor) }
    /// - Parameter edge: where a view begins: at its top.
    public init(edge: Edge) {}
    public func viewID<ID: Hashable>(type: ID.Type) -> ID? { id as? ID }
    public mutating func scrollTo<ID: Hashable>(id: ID, anchor: UnitPoint? = nil) {
        (self.id, self.anchor, count) = (AnyHashable(id), anchor, count + 1)
    }
}

extension View {
    /// Scrolls to the view with this id whenever it changes. It stays as it is when somebody scrolls: every terminal does so by
    /// itself.
    public func scrollPosition<ID: Hashable>(id: Binding<ID?>, anchor: UnitPoint? = nil) -> some View {
        ScrollViewReader { proxy in
            onChange(of: id.wrappedValue, initial: true) { _, new in proxy.scrollTo(new, anchor: anchor) }
        }
    }
    public func scrollPosition(_ position: Binding<ScrollPosition>, anchor: UnitPoint? = nil) -> some View {
        ScrollViewReader { proxy in
            onChange(of: position.wrappedValue, initial: true) { _, new in
                proxy.scrollTo(new.id, anchor: new.anchor ?? anchor)
            }
        }
    }
}

/// The latest scroll request, and the number of requests so far.
struct ScrollOrder: Equatable {
    let id: AnyHashable
    let anchor: UnitPoint?
    let count: Int
}

/// Tells terminals where to scroll.
struct ScrollGoalModifier: ViewModifier, PrimitiveModifier {
    let request: ScrollOrder?

    private final class SentRequest {
        var count = 0
        /// The request number that terminals receive.
        var number = 0
    }

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        let sent = viewNode.stored(SentRequest())
        if let request, request.count != sent.count {
            (sent.count, sent.number) = (request.count, viewNode.graph.nextFocusRequest())
        }
        viewNode.setLowering { [unowned viewNode] in
            var nodes = viewNode.childNodes
            guard let request, !nodes.isEmpty, var goal = viewNode.scrollGoal(request.id, number: sent.number) else {
                return nodes
            }
            goal.x = request.anchor.map { min(max(0, Double($0.x)), 1) }
            goal.y = request.anchor.map { min(max(0, Double($0.y)), 1) }
            nodes[0] = nodes[0].with([.scrollTo(goal)])
            return nodes
        }
    }
}

extension ViewNode {
    /// How terminals find the view with this id inside this view node; `nil` if there is none.
    fileprivate func scrollGoal(_ id: AnyHashable, number: Int) -> ScrollGoal? {
        for source in graph.rowSources {
            guard let viewNode = source.value.viewNode, viewNode.isInside(self), let row = source.value.index(id) else {
                continue
            }
            return ScrollGoal(request: number, rows: source.key, row: row)
        }
        guard let node = descendant(.id(id))?.lowered().lazy.compactMap(\.firstID).first else { return nil }
        return ScrollGoal(request: number, node: node)
    }

    private func descendant(_ key: ChildIdentity) -> ViewNode? {
        for child in children {
            if child.key == key { return child }
            if let found = child.descendant(key) { return found }
        }
        return nil
    }

    private func isInside(_ other: ViewNode) -> Bool {
        var viewNode: ViewNode? = self
        while let here = viewNode {
            if here === other { return true }
            viewNode = here.parent
        }
        return false
    }
}

extension Node {
    /// The id of this node, or else of the first descendant that has one.
    fileprivate var firstID: String? {
        if let id { return id }
        for child in content.children { if let id = child.firstID { return id } }
        return nil
    }
}
