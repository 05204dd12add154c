import FasciaModel
import Synchronization

/// What layouts of one size, one choice of characters and the same styles have in common with the one before: the items
/// of elements that are still the same, with all that they have said of their size and their place.
///
/// What an item says depends on nothing but its element and its context, as long as nobody runs short of effort. The
/// effort of all layouts that share a memory is counted together, so it never is less than one of them would take that
/// is made from nothing. Whoever runs short makes that one instead.
public final class LayoutMemory: Sendable {
    private struct Known: Sendable {
        /// It stays what it is as long as it is kept here, and so does its identity.
        let element: Element
        let context: LayoutBuilder.Context
        /// What was done to the containers that it stands in.
        let modifiers: [Modifier]
        let item: LayoutItem
    }

    private struct State: Sendable {
        var effort = LayoutEffort()
        /// What was asked for since there was too much of it last, and what before that. What is in an element that is
        /// still the same is not asked for, and may be the next time.
        var now: [ObjectIdentifier: [Known]] = [:]
        var before: [ObjectIdentifier: [Known]] = [:]
        /// How much is too much: twice what one layout asks for.
        var limit = LayoutMemory.least
        var hasLeftOut = false
        /// Whether the present layout began with nothing.
        var isNew = true
        /// For how many layouts it is of no use: one that began with nothing ran short, and the next ones will.
        var pause = 0
    }

    private let state = Mutex(State())

    /// Elements that are remembered of one layout, whose rows may come into sight one after the other.
    private static let (least, most) = (500, 20_000)
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
            state.isNew = state.effort.isShort || state.now.isEmpty
            if state.effort.isShort {
                (state.now, state.before, state.effort) = ([:], [:], LayoutEffort())
                return true
            }
            if state.hasLeftOut {
                state.limit = max(LayoutMemory.least, 2 * state.now.count)
                state.hasLeftOut = false
            }
            if state.now.count > state.limit {
                (state.before, state.now) = (state.now, [:])
                state.hasLeftOut = true
            }
            return true
        }
    }

    /// Forgets everything. Rows that are still to be laid out hold on to their memory: without this it would stay with
    /// what it holds of them.
    public func forget() {
        state.withLock { state in (state.now, state.before) = ([:], [:]) }
    }

    /// A layout ran short.
    func giveUp() {
        state.withLock { state in
            if state.isNew { state.pause = LayoutMemory.longestPause }
            (state.now, state.before) = ([:], [:])
        }
    }

    var effort: LayoutEffort { state.withLock { $0.effort } }

    func item(for element: Element, _ context: LayoutBuilder.Context, _ modifiers: [Modifier]) -> LayoutItem? {
        let place = element.identity
        return state.withLock { state in
            func find(_ known: [Known]) -> Int? {
                known.indices.first { known[$0].context == context && known[$0].modifiers == modifiers }
            }
            if let known = state.now[place], let index = find(known) { return known[index].item }
            guard let known = state.before[place], let index = find(known) else { return nil }
            state.now[place, default: []].append(known[index])
            return known[index].item
        }
    }

    func keep(
        _ item: LayoutItem, for element: Element, _ context: LayoutBuilder.Context, _ modifiers: [Modifier]
    ) {
        let known = Known(element: element, context: context, modifiers: modifiers, item: item)
        state.withLock { state in
            if state.now.count >= LayoutMemory.most { (state.before, state.now) = (state.now, [:]) }
            state.now[element.identity, default: []].append(known)
        }
    }
}
