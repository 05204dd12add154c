import FasciaModel
import FasciaWire

/// What one change of the panel has led to. `LivePanel.append` makes it when the journal and the history have the change, and
/// `LivePanel.noteUnrecorded` makes one without an event.
struct Turn {
    let revision: Int
    /// Those of one event, its issues last. Empty if conditions of bound things differ that the journal could not store.
    let changes: [Change]
    /// `nil` if there is no event.
    let cause: Cause?
    /// Whether several commands have made it, or an undo: what was removed may be there again, at another place.
    var isReordering = false

    var isEvent: Bool { cause != nil }
    /// Whether somebody has claimed things, or claims them no more.
    var hasClaims: Bool { changes.contains { if case .claimed = $0 { true } else { false } } }
}

/// A component that acts on the panel's changes. `Core.init` has the list of all, in the order in which they act.
///
/// A stage may make further changes. They are turns of their own, which begin when this one has passed all stages.
protocol Stage: AnyObject {
    func take(_ turn: Turn)
}
