import FasciaLoop
import FasciaModel
import FasciaRender

/// Status lines, banners and pending actions: what terminals show beside their stacks.
extension Core {
    func chrome(of terminal: Terminal) -> Chrome {
        var chrome = Chrome(banner: terminal.banners.shown)
        guard terminal.statusRows > 0 else { return chrome }
        chrome.status = StatusLine(
            daemon: settings.name, stack: terminal.stack == "main" ? nil : terminal.stack,
            isViewOnly: !terminal.operates, others: terminals.count - 1, pending: shownPending,
            // Not shown twice: the banner already shows an issue.
            issue: chrome.banner?.isIssue == true ? nil : actions.lastError(since: now.milliseconds - 3_600_000))
        return chrome
    }

    /// Redraws the status lines.
    func statusChanged() {
        for terminal in terminals where terminal.statusRows > 0 { terminal.shownRevision = nil }
    }

    // MARK: - What is on its way

    /// Counts an action that was sent from an element and is unanswered.
    func wait(for place: TerminalState.ElementID, _ terminal: Terminal) {
        if terminal.unanswered[place] == nil {
            terminal.unanswered[place] = Terminal.Unanswered(count: 0, since: .now)
        }
        terminal.unanswered[place]?.count += 1
    }

    /// Counts down: the app has answered, or no answer will come.
    func heard(of place: TerminalState.ElementID, _ terminal: Terminal) {
        terminal.unanswered[place]?.count -= 1
        guard terminal.unanswered[place]?.count == 0 else { return }
        terminal.unanswered[place] = nil
        terminal.presentation.pending.remove(place)
    }

    /// Starts the timer that updates pending actions; it runs while there are any. An action that is answered quickly is
    /// never shown as pending.
    func schedulePendingUpdate() {
        guard pendingTimer == nil, !terminals.isEmpty else { return }
        pendingTimer = loop.schedule(in: settings.pendingInterval) { [self] in
            pendingTimer = nil
            showPending()
            if !actions.pending.isEmpty { schedulePendingUpdate() }
            flush()
        }
    }

    private func showPending() {
        let limit = Moment.now - settings.pendingDelay
        phase &+= 1
        let count = actions.pending.values.count { $0.since <= limit }
        if count != shownPending {
            shownPending = count
            statusChanged()
        }
        for terminal in terminals where !terminal.unanswered.isEmpty {
            let late = Set(terminal.unanswered.filter { $0.value.since <= limit }.keys)
            let turns = terminal.profile.colors != .none && !late.isEmpty
            guard turns || late != terminal.presentation.pending else { continue }
            terminal.presentation.pending = late
            terminal.shownRevision = nil
        }
    }
}

extension ActionRouter {
    /// The message of the latest error that is not older than `time`.
    ///
    /// - Parameter time: In milliseconds, as in `Timestamp`.
    func lastError(since time: Int) -> String? {
        guard let last = issues.last(where: { $0.issue.severity == .error }), last.time.milliseconds >= time
        else { return nil }
        return last.issue.message
    }
}
