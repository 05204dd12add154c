/// Goes back through the undo log, from the newest step on, and tells which steps would take something back.
///
/// A request that failed is a step, too, and so is what its claimer has undone since. The panel is already as it was before them:
/// if they counted, undo would stop at them for good.
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
    mutating func takesBack(_ step: UndoLog.Step) -> Bool {
        var takesBack = false
        for effect in step.effects.reversed() where applies(effect) {
            guard let part = effect.part, effect.isOfBound(in: panel) else {
                takesBack = true
                continue
            }
            if (reached[part] ?? panel.present(effect)) != effect { takesBack = true }
            reached[part] = effect
        }
        return takesBack
    }
}

extension Effect {
    /// Whether it sets a bound thing, whose state others report. What others set cannot become what it was by itself.
    fileprivate func isOfBound(in panel: Panel) -> Bool {
        switch self {
        case .option(let id, _): panel.claim(of: .option(id)) != nil
        case .selection(let id, _): panel.claim(of: .picker(id)) != nil
        case .content(let key, _): panel.claim(of: .value(key)) != nil
        default: false
        }
    }
}
