import FasciaDocument

/// The latest steps of one user, to be taken back although others have made changes since.
struct UndoSelection {
    /// The effects that take the steps back, newest first.
    private(set) var effects: [Effect] = []
    /// The steps found: how many revisions back each is, beginning with 0.
    private(set) var indices: [Int] = []
    /// What another user has changed since; `nil` if nothing.
    private(set) var changedSince: String?

    /// - Parameters:
    ///   - latest: all steps, newest first.
    ///   - isWanted: whether a step of the user counts; the others are kept, as those of other users are.
    ///   - takenBack: the parts that a step would take back; `nil` if it would take nothing back. Called from the newest one on.
    ///   - hasRules: whether the parts of a group or picker depend on each other, so that they are taken back together only.
    init(
        _ latest: [UndoLog.Step], uid: Int, steps: Int, isWanted: (UndoLog.Step) -> Bool,
        takenBack: (UndoLog.Step) -> Set<PartID>?,
        hasRules: (PartID) -> Bool
    ) {
        var others: Set<PartID> = []
        for (index, step) in latest.enumerated() {
            guard let changed = takenBack(step) else { continue }
            guard found < steps else { return }
            let parts = Set(changed.map { hasRules($0.whole) ? $0.whole : $0.separate })
            guard step.uid == uid, isWanted(step) else {
                others.formUnion(parts)
                continue
            }
            if let part = parts.first(where: { part in others.contains { $0.overlaps(part) } }) {
                changedSince = part.name
                return
            }
            // What the user has changed and changed back may be as somebody else has left it since.
            effects += step.effects.reversed().filter { $0.part.map(changed.contains) ?? true }
            indices.append(index)
        }
    }

    /// The number of steps found.
    var found: Int { indices.count }
    /// The number of revisions down to the oldest step found.
    var reach: Int { indices.last.map { $0 + 1 } ?? 0 }
}

extension PartID {
    /// The part of which two users' changes are in each other's way, if no rule binds it to others of its whole.
    fileprivate var separate: PartID {
        switch self {
        case .option(let id), .enabled(let id): .option(id)
        case .selection: self
        default: whole
        }
    }

    fileprivate func overlaps(_ other: PartID) -> Bool { self == other || self == other.whole || whole == other }
}
