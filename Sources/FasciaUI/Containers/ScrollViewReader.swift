import FasciaDocument

/// Passes its content a proxy that scrolls to a view in it. Every terminal that shows the content scrolls once per
/// call.
public struct ScrollViewReader<Content: View>: View {
    private let content: (ScrollViewProxy) -> Content
    @State private var asked: ScrollRequest?

    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { self.content = content }

    public var body: some View {
        content(ScrollViewProxy(asked: $asked)).modifier(ScrollGoalModifier(request: asked))
    }
}

/// Scrolls the content of a `ScrollViewReader`.
@MainActor @preconcurrency public struct ScrollViewProxy {
    let asked: Binding<ScrollRequest?>

    /// Scrolls to the view with this id: one set with `id(_:)`, or the id of a `ForEach` element.
    ///
    /// - Parameter anchor: the point of the view that is aligned with the same point of the scrolling area. Without an
    ///   anchor, it scrolls only as far as needed.
    public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {
        let count = (asked.wrappedValue?.count ?? 0) + 1
        asked.wrappedValue = ScrollRequest(id: AnyHashable(id), anchor: anchor, count: count)
    }
}

/// The latest scroll request, and the number of requests so far.
struct ScrollRequest: Equatable {
    let id: AnyHashable
    let anchor: UnitPoint?
    let count: Int
}

/// Tells terminals where to scroll.
struct ScrollGoalModifier: ViewModifier, PrimitiveModifier {
    let request: ScrollRequest?

    private final class Told {
        var count = 0
        /// The request number that terminals know.
        var number = 0
    }

    func update(_ place: ViewNode, content: any View) {
        place.updatePassthrough(content)
        let told = place.slots.first as? Told ?? Told()
        place.slots = [told]
        if let request, request.count != told.count {
            (told.count, told.number) = (request.count, place.graph.nextFocusRequest())
        }
        place.lower { [unowned place] in
            var nodes = place.childNodes
            guard let request, !nodes.isEmpty, var goal = place.goal(request.id, number: told.number) else { return nodes }
            goal.x = request.anchor.map { min(max(0, Double($0.x)), 1) }
            goal.y = request.anchor.map { min(max(0, Double($0.y)), 1) }
            nodes[0] = nodes[0].with([.scrollTo(goal)])
            return nodes
        }
    }
}

extension ViewNode {
    /// How terminals find the view with this id inside this place; `nil` if there is none.
    fileprivate func goal(_ id: AnyHashable, number: Int) -> ScrollGoal? {
        for source in graph.rowSources {
            guard let place = source.value.place, place.isInside(self), let row = source.value.index(id) else { continue }
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
        var place: ViewNode? = self
        while let here = place {
            if here === other { return true }
            place = here.parent
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
