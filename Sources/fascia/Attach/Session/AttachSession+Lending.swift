import FasciaModel
import FasciaWire

/// The terminal at the daemon: it reads what is typed and draws by itself.
extension AttachSession {
    /// Offers the terminal to the daemon. One that cannot take it sends frames.
    mutating func lend(_ terminal: JSON) -> [Action] {
        state = .lending(terminal: terminal, .quiet)
        let first: [Action] = isBlind ? [.dropInput] : []
        isBlind = false
        return first + [.lend(terminal: terminal, id: RequestNumber.lend)]
    }

    mutating func lent(_ isTaken: Bool) -> [Action] {
        guard case .lending(let terminal, _) = state else { return [] }
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

    /// `nil` while what is typed comes here anyway.
    var attention: Attention? {
        get {
            switch state {
            case .lending(_, let attention), .lent(_, let attention): attention
            case .apart, .attaching, .attached: nil
            }
        }
        set {
            guard let newValue else { return }
            switch state {
            case .lending(let terminal, _): state = .lending(terminal: terminal, newValue)
            case .lent(let terminal, _): state = .lent(terminal: terminal, newValue)
            case .apart, .attaching, .attached: break
            }
        }
    }

    mutating func typed() -> [Action] {
        guard attention == .quiet else { return [] }
        attention = .expected
        return [.wait(Self.patience)]
    }

    mutating func found(_ isUnread: Bool) -> [Action] {
        guard attention == .expected else { return [] }
        attention = isUnread ? .missing : .quiet
        guard isUnread else { return [] }
        // The answer says that it is there again, and a whole picture comes with it.
        return say("The daemon does not read what is typed: it is stopped or very busy") + redraw()
    }

    /// It has answered.
    mutating func attends() {
        guard attention == .missing else { return }
        attention = .quiet
        waiting = nil
    }
}
