import FasciaLoop
import FasciaRender

/// What turns on terminals: a progress of which nobody knows how much is done.
///
/// It takes a step four times a second as long as somebody has it in sight: on a terminal that is attached, has colours
/// and reads what it is sent, on a screen that is shown, scrolled into view and in front of other modals. Else there is no timer, and
/// nobody is woken.
extension Core {
    /// Sees to the next step, where there is something to turn.
    func keepAnimating() {
        guard animationTimer == nil, terminals.contains(where: \.turns) else { return }
        animationTimer = loop.schedule(in: settings.animationInterval) { [self] in
            animationTimer = nil
            phase &+= 1
            for terminal in terminals where terminal.turns { terminal.shownRevision = nil }
            // Shows them, and thereby looks whether there is a next step.
            flush()
        }
    }
}

extension Terminal {
    /// Whether something turns in the picture that it has.
    fileprivate var turns: Bool { shown?.turns ?? false }
}
