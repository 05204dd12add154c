import FasciaLoop
import FasciaRender

/// Animations: indeterminate progress indicators.
///
/// They advance four times a second while one is visible: on a terminal with colours whose client reads, on the screen
/// shown, scrolled into view and not covered by a modal. Otherwise no timer runs.
extension Core {
    /// Schedules the next animation step if a terminal shows an animation.
    func keepAnimating() {
        guard animationTimer == nil, terminals.contains(where: \.turns) else { return }
        animationTimer = loop.schedule(in: settings.animationInterval) { [self] in
            animationTimer = nil
            phase &+= 1
            for terminal in terminals where terminal.turns { terminal.shownRevision = nil }
            // Sends the frames; painting an animation schedules the next step.
            flush()
        }
    }
}

extension Terminal {
    /// Whether the terminal's picture contains an animation.
    fileprivate var turns: Bool { shown?.turns ?? false }
}
