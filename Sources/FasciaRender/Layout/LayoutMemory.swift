import FasciaModel
import Synchronization

/// The laid-out items of unchanged elements, shared by successive layouts of one size, one character set and the same
/// styles.
///
/// An item's answers depend only on its element and its context, as long as no layout runs short of effort. All layouts
/// that share a memory share its effort, so it is never less than a layout from nothing would take. A layout that runs
/// short is made again from nothing.
public final class LayoutMemory: Sendable {
    private struct Known: Sendable {
        let element: Element
        let context: LayoutBuilder.Context
        /// What was done to the containers that it stands in.
        let modifiers: [Modifier]
        let item: LayoutItem
    }

    private struct State: Sendable {
        var effort = LayoutEffort()
        /// By the elements' ids, the latest last.
        var known: [String: [Known]] = [:]
        /// Whether the present layout began with nothing.
        var isNew = true
        /// For how many layouts it is of no use: one that began with nothing ran short, and the next ones will.
        var pause = 0
    }

    private let state = Mutex(State())

    /// Elements that are remembered; with more, all of them are forgotten.
    private static let most = 10_000
    /// Items of one id: what lies under a sheet may have the ids of what is in the sheet.
    private static let mostOfOne = 2
    private static let longestPause = 50

    public init() {}

    /// Another layout begins.
    ///
    /// - Returns: whether it should ask here at all.
    func begin() -> Bool {
        state.withLock { state in
            if state.pause > 0 {
                state.pause -= 1
                return false
            }
            if state.effort.isShort { (state.known, state.effort) = ([:], LayoutEffort()) }
            if state.known.count > LayoutMemory.most { state.known = [:] }
            state.isNew = state.known.isEmpty
            return true
        }
    }

    /// Forgets everything. Rows that are still to be laid out hold on to their memory: without this it would stay with
    /// what it holds of them.
    public func forget() {
        state.withLock { $0.known = [:] }
    }

    /// A layout ran short.
    func giveUp() {
        state.withLock { state in
            if state.isNew { state.pause = LayoutMemory.longestPause }
            state.known = [:]
        }
    }

    var effort: LayoutEffort { state.withLock { $0.effort } }

    func item(for element: Element, _ context: LayoutBuilder.Context, _ modifiers: [Modifier]) -> LayoutItem? {
        let known = state.withLock { $0.known[element.id] }
        return known?.first { $0.context == context && $0.modifiers == modifiers && $0.element == element }?.item
    }

    func keep(
        _ item: LayoutItem, for element: Element, _ context: LayoutBuilder.Context, _ modifiers: [Modifier]
    ) {
        let new = Known(element: element, context: context, modifiers: modifiers, item: item)
        state.withLock { state in
            let kept = (state.known[element.id] ?? []).suffix(LayoutMemory.mostOfOne - 1)
            state.known[element.id] = kept + [new]
        }
    }
}
