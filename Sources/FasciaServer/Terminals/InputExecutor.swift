import FasciaInteraction
import FasciaModel
import FasciaRender
import FasciaScene
import FasciaWire

/// Carries out what the inputs of terminals mean.
struct InputExecutor {
    let live: LivePanel
    let sheets: OwnSheets
    let gestures: Gestures
    let actions: TerminalActions
    let issues: IssueLog
    let finder: Finder
    let attention: Attention
    let history: HistoryRequests
    let questions: QuestionSheets

    /// Carries out the parts of an input, until one of them is refused.
    ///
    /// - Returns: Whether the panel changed.
    func execute(
        _ result: InputResult, after before: TerminalState, on terminal: Terminal, _ request: Request
    ) throws(WireError) -> Bool {
        var isChanged = false
        var part = InputResult.Outcome.none
        do throws(WireError) {
            if result.state.drafts != before.drafts { try requireOperate(terminal) }
            // On a view-only terminal, leaving a field does not submit its text.
            for next in (terminal.operates ? result.preceding : []) + [result.outcome] {
                part = next
                if try execute(part, terminal, request) == true { isChanged = true }
                if let origin = part.origin { terminal.state.recordAcceptance(at: origin) }
            }
        } catch {
            show(error, refusing: part, after: before, on: terminal)
            throw error
        }
        return isChanged
    }

    /// Shows the user why an input was refused: below the field if it is a field's text, else in a banner. The reply tells a
    /// script that presses keys.
    private func show(
        _ error: WireError, refusing part: InputResult.Outcome, after before: TerminalState, on terminal: Terminal
    ) {
        if error.data["needs"] == "reason", terminal.operates {
            questions.askReason(error.data["rule"]?.stringValue ?? "The access file", for: part, on: terminal)
        }
        // An unimplemented action is already published as an issue to all terminals.
        let reason = error.reason == Refusal.Reason.unimplemented.rawValue ? nil : error.message
        if let origin = part.origin, terminal.state.drafts[origin] != nil {
            terminal.state.recordRefusal(at: origin, reason)
            // The user stays in the field.
            (terminal.state.focus, terminal.state.scroll) = (before.focus, before.scroll)
            (terminal.state.press, terminal.state.drag) = (before.press, before.drag)
        } else if let reason {
            terminal.banners.show(reason)
        }
    }

    /// Does again what needed a reason, with that.
    func retry(
        _ act: InputResult.Outcome, because reason: String, on terminal: Terminal, _ request: Request
    ) throws(WireError) -> Bool {
        var request = request
        request.reason = reason.contains { !$0.isWhitespace } ? reason : nil
        // The text that was refused is sent again.
        if let origin = act.origin { terminal.state.drafts[origin]?.isUnsent = false }
        terminal.banners.dismiss()
        return try execute(InputResult(terminal.state, act), after: terminal.state, on: terminal, request)
    }

    /// - Returns: Whether the panel changed; `nil` if the outcome is not a change.
    private func execute(
        _ outcome: InputResult.Outcome, _ terminal: Terminal, _ request: Request
    ) throws(WireError) -> Bool? {
        switch outcome {
        case .none, .quit: return nil
        case .redraw:
            terminal.lastPicture = nil
            terminal.banners.dismissAll()
            terminal.dismissedIssue = issues.last
            return nil
        case .tell(let thing):
            history.story(of: thing, for: terminal.client) { [weak terminal] lines in
                // Its user may have closed it, or asked for another one.
                guard let terminal, terminal.state.story?.thing == thing else { return }
                terminal.state.story?.lines = lines
                terminal.redraw()
            }
            return nil
        case .undo:
            try requireOperate(terminal)
            actions.sendHeldEdit(of: terminal)
            let undone = try gestures.executor.undoSetting(request)
            terminal.banners.show(undone.isEmpty ? "it is as it was already" : "Took back: \(undone)")
            return !undone.isEmpty
        case .choose(let id, let operates, let state):
            try requireOperate(terminal)
            // A question is over whatever is shown.
            let leads = !operates && FindAddress(id)?.space != .question
            if leads, showsHeld(terminal) {
                terminal.state.find = nil
                return false
            }
            if leads { try closeHidden(terminal, request) }
            let before = live.revision
            let outcome = try finder.choose(id, operates: operates, state: state, on: terminal, request)
            let isChanged = try execute(outcome, terminal, request)
            return isChanged == true || live.revision != before
        case .activate(let entry, let element, let activation):
            try requireOperate(terminal)
            actions.sendHeldEdit(of: terminal)
            if activation.navigates {
                if showsHeld(terminal) || activation.closes(entry) && sheets.close(entry, on: terminal) { return false }
                try closeHidden(terminal, request)
            }
            if case .action(.emit(let name, let payload)) = activation {
                let send = ActionSend(entry: entry, name: name, payload: payload)
                try actions.send(action(send, element, terminal, request), of: terminal)
                return false
            }
            return try gestures.activate(activation, entry: entry, stack: terminal.stack, request)
        case .drag(let entry, let element, let activation):
            let place = ElementID(entry: entry, element: element)
            guard terminal.unanswered[place] == nil else { return nil }
            return try execute(.activate(entry: entry, element: element, activation), terminal, request)
        case .ended(let entry, let element, let activation):
            // Another action would operate what is not shown.
            guard case .action(.emit) = activation else { return nil }
            return try execute(.activate(entry: entry, element: element, activation), terminal, request)
        case .edit(let entry, let element, let edit, let text):
            try requireOperate(terminal)
            let activation = try refusing { () throws(Refusal) in try edit.activation(text: text) }
            if case .action(.emit(let name, let payload)) = activation,
                actions.hold(
                    action(ActionSend(entry: entry, name: name, payload: payload), element, terminal, request), of: terminal)
            {
                return false
            }
            return try execute(.activate(entry: entry, element: element, activation), terminal, request)
        case .back(let entry, let closes):
            try requireOperate(terminal)
            actions.sendHeldEdit(of: terminal)
            if showsHeld(terminal) || closes && sheets.close(entry, on: terminal) { return false }
            try closeHidden(terminal, request)
            return try gestures.execute(
                closes ? .close(stack: terminal.stack, entry: entry) : .pop(stack: terminal.stack, entry: entry),
                request)
        }
    }

    /// Shows what others have opened above the screen that a user leaves: leaving it would close theirs unseen, or cover it.
    private func showsHeld(_ terminal: Terminal) -> Bool {
        guard let held = terminal.held else { return false }
        terminal.banners.show("\(held.opener) has opened this meanwhile")
        attention.reveal(terminal)
        return true
    }

    /// Closes the sheets that its user has closed already, when the user goes to another screen below them.
    private func closeHidden(_ terminal: Terminal, _ request: Request) throws(WireError) {
        for entry in sheets.hidden(from: terminal) {
            _ = try gestures.execute(.close(stack: terminal.stack, entry: entry), request)
        }
    }

    private func action(
        _ send: ActionSend, _ element: String, _ terminal: Terminal, _ request: Request
    ) -> TerminalAction {
        TerminalAction(
            send: send, element: element,
            isSecret: gestures.isSecret(element, of: send.entry, terminal.stack, view: terminal.view), cause: request.cause)
    }

    func requireOperate(_ terminal: Terminal) throws(WireError) {
        guard !terminal.operates else { return }
        throw WireError(.denied, "this terminal is view-only: attach one with mode operate to change the panel")
    }
}

extension Activation {
    /// Whether it closes the modal with this entry.
    fileprivate func closes(_ entry: EntryID) -> Bool {
        guard case .action(.call("nav.close", let params)) = self else { return false }
        return params["entry"] == nil || params["entry"] == .string(entry.rawValue)
    }

    /// Whether it goes to another screen.
    fileprivate var navigates: Bool {
        guard case .action(.call(let method, let params)) = self else { return false }
        if method.hasPrefix("nav.") { return method != "nav.target" }
        let commands = method == "batch" ? params["commands"]?.arrayValue ?? [] : []
        return commands.contains { $0["method"]?.stringValue?.hasPrefix("nav.") == true }
    }
}

extension InputResult.Outcome {
    /// The element that was operated or whose text has changed.
    fileprivate var origin: ElementID? {
        switch self {
        case .activate(let entry, let element, _), .edit(let entry, let element, _, _):
            ElementID(entry: entry, element: element)
        default: nil
        }
    }
}
