/// Goes back through the undo log, from the newest step on, and tells which steps would take something back.
///
/// A request that failed is a step, too, and so is what its claimer has undone since, and what was set of a thing that is gone. The
/// panel is already as it was before them: if they counted, undo would stop at them for good.
struct UndoWalk {
    private let panel: Panel
    private let applies: (Effect) -> Bool
    /// What the steps so far lead back to.
    private var reached: [PartID: Effect] = [:]

    /// - Parameter applies: whether an effect can still be applied.
    init(_ panel: Panel, applies: @escaping (Effect) -> Bool) {
        (self.panel, self.applies) = (panel, applies)
    }

    /// Whether the next older step would take something back.
    mutating func takesBack(_ step: UndoLog.Step) -> Bool { partsTakenBack(by: step) != nil }

    /// What the next older step would take back: of a part that it has changed twice, only if it did not end as it began.
    ///
    /// - Returns: `nil` if that is nothing.
    mutating func partsTakenBack(by step: UndoLog.Step) -> Set<PartID>? {
        var takesBack = false
        var parts: Set<PartID> = []
        // As the step has left them.
        var left: [PartID: Effect?] = [:]
        for effect in step.effects.reversed() where applies(effect) {
            guard let part = effect.part else {
                takesBack = true
                continue
            }
            // Otherwise it is as in the panel: no newer step puts it back, or the whole that it is a part of.
            let isReached = reached[part] != nil || reached[part.whole] != nil
            guard isReached || !effect.isOfNothing(in: panel) else { continue }
            if left[part] == nil { left.updateValue(reached[part] ?? (isReached ? nil : panel.present(effect)), forKey: part) }
            if !effect.isOfState { parts.insert(part) }
            reached[part] = effect
        }
        for (part, effect) in left where reached[part] != effect { parts.insert(part) }
        return takesBack || !parts.isEmpty ? parts : nil
    }
}

extension Effect {
    /// Whether it sets one state. A whole part is put back at its place, too, which the journal does not know as it was.
    fileprivate var isOfState: Bool {
        switch self {
        case .option, .enabled, .selection, .content: true
        default: false
        }
    }

    /// Whether it sets the state of a thing that is gone, or tells that an unknown state cannot be put back, which is still unknown.
    fileprivate func isOfNothing(in panel: Panel) -> Bool {
        switch self {
        case .option(let id, _), .enabled(let id, _): !panel.exists(.option(id))
        case .selection(let id, _): !panel.exists(.picker(id))
        case .content(let key, _): !panel.exists(.value(key))
        case .lost(let thing): panel.boundState(of: thing).map { $0.reported == nil && $0.running == nil } ?? false
        default: false
        }
    }
}
