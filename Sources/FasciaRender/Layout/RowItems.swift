import FasciaModel
import Synchronization

/// The rows that somebody has looked at.
final class RowItems: Sendable {
    private struct State: Sendable {
        /// What was made of a row, and of which element.
        var items: [Int: (element: Element?, item: LayoutItem)] = [:]
        var hasForgotten = false
    }

    enum Answer {
        case item(LayoutItem)
        case none
        /// Somebody may have looked at it, and nobody knows what it was.
        case forgotten
    }

    private let state = Mutex(State())

    /// Whoever goes through all rows of a long list does not come back to the first ones soon.
    private static let most = 1_000

    func item(_ row: Int, _ element: Element?, make: () -> LayoutItem) -> LayoutItem {
        let known = state.withLock { $0.items[row] }
        if let known, known.element?.identity == element?.identity { return known.item }
        let item = make()
        keep(item, row, element)
        return item
    }

    func keep(_ item: LayoutItem, _ row: Int, _ element: Element?) {
        state.withLock { state in
            if state.items.count >= RowItems.most { (state.items, state.hasForgotten) = ([:], true) }
            state.items[row] = (element, item)
        }
    }

    /// What was made of a row that is this element.
    func known(_ row: Int, _ element: Element) -> Answer {
        state.withLock { state in
            if state.hasForgotten { return .forgotten }
            guard let known = state.items[row] else { return .none }
            return known.element?.isSame(as: element) == true ? .item(known.item) : .forgotten
        }
    }
}
