import FasciaLoop

/// Advances animations on terminals: indeterminate progress indicators, and controls whose action is unanswered.
///
/// No timer runs unless a terminal shows an animation: on a terminal with colours whose client reads, on the screen
/// shown, scrolled into view and not covered by a modal.
final class ProgressClock {
    private let loop: EventLoop
    private let settings: Settings
    private let terminals: Terminals
    private let actions: ActionRouter
    private var animationTimer: Timer?
    private var pendingTimer: Timer?
    /// The animation step, the same for all terminals so that equal pictures can be shared.
    private(set) var step = 0
    /// `pendingCount` when the footers were last drawn.
    private var shownCount = 0

    init(loop: EventLoop, settings: Settings, terminals: Terminals, actions: ActionRouter) {
        self.loop = loop
        self.settings = settings
        self.terminals = terminals
        self.actions = actions
    }

    /// Schedules the next step. Call when a picture contains an animation.
    func animationShown() {
        guard animationTimer == nil else { return }
        animationTimer = loop.schedule(in: settings.animationInterval) { [self] in
            animationTimer = nil
            step &+= 1
            // The next picture schedules the next step.
            for terminal in terminals.all where terminal.isAnimated { terminal.redraw() }
        }
    }

    /// Number of actions that have been unanswered for longer than `pendingDelay`; shown in the footers.
    var pendingCount: Int {
        let limit = Moment.now - settings.pendingDelay
        return actions.pending.values.count { $0.since <= limit }
    }

    /// Updates the pending actions as long as there are any. An action that is answered quickly is never shown as
    /// pending.
    func actionPending() {
        guard pendingTimer == nil, !terminals.all.isEmpty, shownCount > 0 || !actions.pending.isEmpty else { return }
        pendingTimer = loop.schedule(in: settings.pendingInterval) { [self] in
            pendingTimer = nil
            showPending()
            actionPending()
        }
    }

    private func showPending() {
        let limit = Moment.now - settings.pendingDelay
        step &+= 1
        let count = pendingCount
        if count != shownCount {
            shownCount = count
            terminals.redrawFooters()
        }
        for terminal in terminals.all where !terminal.unanswered.isEmpty {
            let late = Set(terminal.unanswered.filter { $0.value.since <= limit }.keys)
            let isAnimated = terminal.capabilities.colors != .none && !late.isEmpty
            guard isAnimated || late != terminal.state.pending else { continue }
            terminal.state.pending = late
            terminal.redraw()
        }
    }
}

extension Terminal {
    /// Whether the terminal's picture contains an animation.
    fileprivate var isAnimated: Bool { lastPicture?.isAnimated ?? false }
}
