import FasciaModel
import FasciaRender
import FasciaWire

/// Actions that a terminal's input sends to apps.
extension Terminal {
    /// Maximum number of unanswered edits of a text field. Later edits are coalesced into one, because an app could not
    /// answer each key of a pasted text.
    static let maximumTyped = 8

    /// An action that a terminal sends, or holds until earlier edits are answered.
    struct Held {
        var send: ActionSend
        var element: String
        var isSecret: Bool
        var cause: Cause

        var place: TerminalState.ElementID { TerminalState.ElementID(entry: send.entry, element: element) }
    }
}

extension Core {
    func held(_ send: ActionSend, _ element: String, _ terminal: Terminal, _ request: Request) -> Terminal.Held {
        Terminal.Held(
            send: send, element: element, isSecret: isSecret(element, terminal.stack), cause: request.cause)
    }

    /// Holds an edit while too many earlier ones are unanswered. A later edit of the same field replaces it.
    ///
    /// - Returns: Whether the edit is held; otherwise the caller sends it.
    func hold(_ send: ActionSend, _ element: String, _ terminal: Terminal, _ request: Request) -> Bool {
        let typed = held(send, element, terminal, request)
        if terminal.held?.place == typed.place {
            terminal.held = typed
            return true
        }
        guard terminal.presentation.unanswered(at: typed.place) >= Terminal.maximumTyped else { return false }
        sendHeld(terminal)
        terminal.presentation.sent(from: typed.place)
        terminal.held = typed
        return true
    }

    /// Sends the held edit: before any other action of the user, and when an answer arrives.
    func sendHeld(_ terminal: Terminal) {
        guard let held = terminal.held else { return }
        terminal.held = nil
        do throws(WireError) {
            try start(held, terminal)
        } catch {
            terminal.presentation.refused(held.place)
            terminal.banners.refuse(error.message)
        }
    }

    /// Sends an action without delaying the reply to the key until the app answers. The outcome is shown when it
    /// arrives.
    func start(_ sending: Terminal.Held, _ terminal: Terminal) throws(WireError) {
        let place = sending.place
        wait(for: place, terminal)
        do throws(WireError) {
            try start(
                sending.send, node: sending.element, isSecret: sending.isSecret, cause: sending.cause
            ) { [self] result in
                guard terminals.contains(where: { $0 === terminal }) else { return }
                heard(of: place, terminal)
                if case .success = result {
                    terminal.presentation.answered(place, holds: true)
                } else {
                    terminal.presentation.answered(place, holds: false)
                }
                // The field may have to show its value instead of the draft, even if the panel has not changed.
                terminal.shownRevision = nil
                if case .success(.rejected(let reason)) = result { terminal.banners.refuse(reason) }
                if terminal.held?.place == place { sendHeld(terminal) }
            }
        } catch {
            heard(of: place, terminal)
            terminal.presentation.answered(place, holds: false)
            throw error
        }
    }
}
