import FasciaModel
import FasciaRender
import FasciaWire

/// What the keys of a terminal send to apps.
extension Terminal {
    /// Keys in a text field that are on their way to an app at one time. What is typed over more of them goes as one: a
    /// paste that the terminal gives as keys is more than an app could answer one by one.
    static let maximumTyped = 8

    /// An action that a terminal sends.
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

    /// Keeps what was typed until some of what was typed before has been answered.
    ///
    /// - Returns: whether it does; otherwise it can be sent at once.
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

    /// Sends what was kept: before anything else that the user does, and when there is an answer.
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

    /// The key is acknowledged at once: whoever presses the next one does not wait for an app. What comes of it is
    /// shown when it is known.
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
                // What was typed may have to give way to what is, even where nothing has changed.
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
