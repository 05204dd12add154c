import FasciaDocument
import FasciaScene

/// Keeps the items of unchanged elements for successive layouts of one size, one character set and the same styles.
///
/// An item's results depend only on its element and its context, as long as no layout exceeds its budget. All layouts
/// that share a cache share one budget, whose count is at least what a layout from scratch would take. So within the
/// bounds, the results equal those of a layout from scratch; a layout that exceeds the bounds is repeated from scratch.
public final class LayoutCache {
    private struct Entry {
        let element: Element
        let context: LayoutBuilder.Context
        /// The modifiers of the containers around it.
        let modifiers: [Modifier]
        let item: LayoutItem
    }

    private(set) var budget = LayoutBudget()
    /// By element id, the latest last.
    private var entries: [String: [Entry]] = [:]
    /// Whether the current layout started with an empty cache.
    private var isNew = true
    /// The number of layouts to skip: a layout from scratch has exceeded its budget, and the next ones will, too.
    private var pause = 0

    /// The limit of remembered elements, above which all are dropped.
    private static let maximumElements = 10_000
    /// The limit of items for one id. A sheet and the two screens below it can use the same ids.
    private static let maximumItemsPerID = 3
    private static let maximumPause = 50

    public init() {}

    /// Starts another layout.
    ///
    /// - Returns: whether the layout should use the cache.
    func begin() -> Bool {
        if pause > 0 {
            pause -= 1
            return false
        }
        if budget.hasRefused { (entries, budget) = ([:], LayoutBudget()) }
        if entries.count > LayoutCache.maximumElements { entries = [:] }
        isNew = entries.isEmpty
        return true
    }

    /// Drops all items, to break a reference cycle: the cache refers to its items, and list rows that are not laid out
    /// yet refer to the cache. Call it before discarding a cache.
    public func removeAll() { entries = [:] }

    /// Records that a layout has exceeded its budget.
    func recordOverBudget() {
        if isNew { pause = LayoutCache.maximumPause }
        entries = [:]
    }

    func item(for element: Element, _ context: LayoutBuilder.Context, _ modifiers: [Modifier]) -> LayoutItem? {
        entries[element.id]?.first { $0.context == context && $0.modifiers == modifiers && $0.element == element }?.item
    }

    func store(
        _ item: LayoutItem, for element: Element, _ context: LayoutBuilder.Context, _ modifiers: [Modifier]
    ) {
        let new = Entry(element: element, context: context, modifiers: modifiers, item: item)
        entries[element.id] = (entries[element.id] ?? []).suffix(LayoutCache.maximumItemsPerID - 1) + [new]
    }
}
