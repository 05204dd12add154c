import FasciaModel
import FasciaWire

/// The terminal at the daemon: it reads what is typed and draws by itself.
extension AttachSession {
    /// Offers the terminal to the daemon. One that cannot take it sends frames.
    mutating func lend(_ terminal: JSON) -> [Action] {
        state = .lending(terminal: terminal)
        let first: [Action] = isBlind ? [.dropInput] : []
        isBlind = false
        return first + [.lend(terminal: terminal, id: RequestNumber.lend)]
    }

    mutating func lent(_ isTaken: Bool) -> [Action] {
        guard case .lending(let terminal) = state else { return [] }
        state = isTaken ? .lent(terminal: terminal, .quiet) : .attached(terminal: terminal)
        waiting = nil
        return (isTaken ? [] : [.keep]) + [.wait(nil)] + sendSize()
    }

    /// The daemon has begun anew behind the connection: it knows the terminal, but has not got it any more.
    mutating func resumed() -> [Action] {
        guard case .lent(let terminal, _) = state else { return [] }
        return lend(terminal)
    }

    /// What came from the terminal that the daemon has.
    mutating func take(_ input: TerminalInput?) -> [Action] {
        switch input {
        case .interrupt: [.end(.left)]
        case .suspend: [.suspend]
        case .keyProtocol: [.useKeyProtocol]
        case .taken: [.takeAgain] + redraw()
        case nil: []
        }
    }

    // MARK: - A daemon that hangs

    mutating func typed() -> [Action] {
        guard case .lent(let terminal, .quiet) = state else { return [] }
        state = .lent(terminal: terminal, .expected)
        return [.wait(Self.patience)]
    }

    mutating func found(_ isUnread: Bool) -> [Action] {
        guard case .lent(let terminal, .expected) = state else { return [] }
        state = .lent(terminal: terminal, isUnread ? .missing : .quiet)
        guard isUnread else { return [] }
        // The answer says that it is there again, and a whole picture comes with it.
        return say("The daemon does not read what is typed: it is stopped or very busy") + redraw()
    }

    mutating func attends() {
        guard case .lent(let terminal, .missing) = state else { return }
        state = .lent(terminal: terminal, .quiet)
        waiting = nil
    }
}
