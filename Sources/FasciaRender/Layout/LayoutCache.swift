import FasciaDocument
import FasciaScene
import Synchronization

/// Keeps the items of unchanged elements for successive layouts of one size, one character set and the same styles.
///
/// An item's results depend only on its element and its context, as long as no layout exceeds its budget. All layouts
/// that share a memory share one budget, whose count is at least what a layout from scratch would take. So within the
/// bounds, the results equal those of a layout from scratch; a layout that exceeds the bounds is repeated from scratch.
public final class LayoutCache: Sendable {
    private struct Known: Sendable {
        let element: Element
        let context: LayoutBuilder.Context
        /// The modifiers of the containers around it.
        let modifiers: [Modifier]
        let item: LayoutItem
    }

    private struct State: Sendable {
        var budget = LayoutBudget()
        /// By element id, the latest last.
        var known: [String: [Known]] = [:]
        /// Whether the current layout started with an empty memory.
        var isNew = true
        /// The number of layouts to skip: a layout from scratch has exceeded its budget, and the next ones will, too.
        var pause = 0
    }

    private let state = Mutex(State())

    /// The limit of remembered elements, above which all are dropped.
    private static let most = 10_000
    /// The limit of items for one id. A sheet and the screen below it can use the same ids.
    private static let maximumOfOne = 2
    private static let longestPause = 50

    public init() {}

    /// Starts another layout.
    ///
    /// - Returns: whether the layout should use the memory.
    func begin() -> Bool {
        state.withLock { state in
            if state.pause > 0 {
                state.pause -= 1
                return false
            }
            if state.budget.isShort { (state.known, state.budget) = ([:], LayoutBudget()) }
            if state.known.count > LayoutCache.most { state.known = [:] }
            state.isNew = state.known.isEmpty
            return true
        }
    }

    /// Drops all items, to break a reference cycle: the memory refers to its items, and list rows that are not laid out
    /// yet refer to the memory. Call it before discarding a memory.
    public func forget() {
        state.withLock { $0.known = [:] }
    }

    /// Records that a layout has exceeded its budget.
    func giveUp() {
        state.withLock { state in
            if state.isNew { state.pause = LayoutCache.longestPause }
            state.known = [:]
        }
    }

    var budget: LayoutBudget { state.withLock { $0.budget } }

    func item(for element: Element, _ context: LayoutBuilder.Context, _ modifiers: [Modifier]) -> LayoutItem? {
        let known = state.withLock { $0.known[element.id] }
        return known?.first { $0.context == context && $0.modifiers == modifiers && $0.element == element }?.item
    }

    func keep(
        _ item: LayoutItem, for element: Element, _ context: LayoutBuilder.Context, _ modifiers: [Modifier]
    ) {
        let new = Known(element: element, context: context, modifiers: modifiers, item: item)
        state.withLock { state in
            let kept = (state.known[element.id] ?? []).suffix(LayoutCache.maximumOfOne - 1)
            state.known[element.id] = kept + [new]
        }
    }
}
