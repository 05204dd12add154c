import FasciaModel

/// Gives its content a way to scroll to a view in it. Every terminal that shows it scrolls there, once.
public struct ScrollViewReader<Content: View>: View {
    private let content: (ScrollViewProxy) -> Content
    @State private var asked: ScrollRequest?

    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { self.content = content }

    public var body: some View {
        content(ScrollViewProxy(asked: $asked)).modifier(ScrollGoalModifier(request: asked))
    }
}

/// Scrolls what a `ScrollViewReader` has in it.
@MainActor @preconcurrency public struct ScrollViewProxy {
    let asked: Binding<ScrollRequest?>

    /// Scrolls to the view with this id: one that `id(_:)` has given, or that of an element of a `ForEach`.
    ///
    /// - Parameter anchor: which point of the view is to be at that point of what it scrolls in; without it, nothing is
    ///   scrolled farther than needed.
    public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {
        let count = (asked.wrappedValue?.count ?? 0) + 1
        asked.wrappedValue = ScrollRequest(id: AnyHashable(id), anchor: anchor, count: count)
    }
}

/// What was asked for last, and how often something was.
struct ScrollRequest: Equatable {
    let id: AnyHashable
    let anchor: UnitPoint?
    let count: Int
}

/// Tells terminals where in its content they are to scroll.
struct ScrollGoalModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let request: ScrollRequest?

    private final class Told {
        var count = 0
        /// The number that terminals know it by.
        var number = 0
    }

    func update(_ place: Place, content: any View) {
        place.updateContent(content)
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

extension Place {
    /// How terminals find the view with this id in it; `nil` where there is none.
    fileprivate func goal(_ id: AnyHashable, number: Int) -> ScrollGoal? {
        for source in graph.rowSources {
            guard let place = source.value.place, place.isInside(self), let row = source.value.index(id) else { continue }
            return ScrollGoal(request: number, rows: source.key, row: row)
        }
        guard let node = descendant(.id(id))?.lowered().lazy.compactMap(\.firstID).first else { return nil }
        return ScrollGoal(request: number, node: node)
    }

    private func descendant(_ key: PlaceKey) -> Place? {
        for child in children {
            if child.key == key { return child }
            if let found = child.descendant(key) { return found }
        }
        return nil
    }

    private func isInside(_ other: Place) -> Bool {
        var place: Place? = self
        while let here = place {
            if here === other { return true }
            place = here.parent
        }
        return false
    }
}

extension Node {
    /// Its id, or that of the first node in it that has one.
    fileprivate var firstID: String? {
        if let id { return id }
        for child in content.children { if let id = child.firstID { return id } }
        return nil
    }
}
