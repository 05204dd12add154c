import FasciaRender
import FasciaWire

/// An action that a terminal's input sends, or holds until earlier edits are answered.
struct TerminalAction {
    var send: ActionSend
    var element: String
    var isSecret: Bool
    var cause: Cause

    /// The element whose operation sends the action.
    var origin: ElementID { ElementID(entry: send.entry, element: element) }
}

/// Sends the actions of a terminal's input to apps. The reply to the key does not wait for the app: the outcome is shown
/// when it arrives.
struct TerminalActions {
    let terminals: Terminals
    let actions: ActionRouter
    /// Maximum number of unanswered edits of a text field. Later edits are coalesced into one, because an app could not
    /// answer each key of a pasted text.
    private static let maximumEdits = 8

    func send(_ action: TerminalAction, of terminal: Terminal) throws(WireError) {
        terminal.state.recordSent(at: action.origin)
        try start(action, of: terminal)
    }

    /// Holds an edit while too many earlier ones are unanswered. A later edit of the same field replaces it.
    ///
    /// - Returns: Whether the edit is held; otherwise the caller sends it.
    func hold(_ edit: TerminalAction, of terminal: Terminal) -> Bool {
        if terminal.heldEdit?.origin == edit.origin {
            terminal.heldEdit = edit
            return true
        }
        guard terminal.state.unanswered(at: edit.origin) >= Self.maximumEdits else { return false }
        sendHeldEdit(of: terminal)
        terminal.state.recordSent(at: edit.origin)
        terminal.heldEdit = edit
        return true
    }

    /// Sends the held edit: before any other action of the user, and when an answer arrives.
    func sendHeldEdit(of terminal: Terminal) {
        guard let edit = terminal.heldEdit else { return }
        terminal.heldEdit = nil
        do throws(WireError) { try start(edit, of: terminal) } catch {
            show(error.message, refusing: edit.origin, on: terminal)
        }
    }

    /// Shows why an operation was refused: below the field if it is a field's text, and in a banner if the user is elsewhere.
    private func show(_ reason: String, refusing origin: ElementID, on terminal: Terminal) {
        terminal.state.recordRefusal(at: origin, reason)
        let isShown = terminal.state.refusals[origin] != nil && terminal.state.focus[origin.entry]?.element == origin.element
        if !isShown { terminal.banners.show(reason) }
    }

    private func start(_ action: TerminalAction, of terminal: Terminal) throws(WireError) {
        let origin = action.origin
        terminal.actionSent(from: origin)
        do throws(WireError) {
            try actions.start(
                action.send, node: action.element, isSecret: action.isSecret, cause: action.cause
            ) { result in
                guard terminals.contains(terminal) else { return }
                terminal.actionAnswered(from: origin)
                if case .success(.rejected(let reason)) = result {
                    terminal.state.recordReply(at: origin, accepted: false)
                    // Otherwise the answer to a later edit decides.
                    if terminal.state.unanswered(at: origin) == 0 { show(reason, refusing: origin, on: terminal) }
                } else if case .success = result {
                    terminal.state.recordReply(at: origin, accepted: true)
                } else {
                    terminal.state.recordReply(at: origin, accepted: false)
                }
                // The field may have to show its value instead of the draft, even if the panel has not changed.
                terminal.redraw()
                if terminal.heldEdit?.origin == origin { sendHeldEdit(of: terminal) }
            }
        } catch {
            terminal.actionAnswered(from: origin)
            terminal.state.recordReply(at: origin, accepted: false)
            throw error
        }
    }
}
