import FasciaModel
import FasciaWire

/// The terminal at the daemon: it reads what is typed and draws by itself.
extension AttachSession {
    /// Offers the terminal to the daemon. One that cannot take it sends frames.
    mutating func lend(_ terminal: JSON) -> [Action] {
        state = .lent(terminal: terminal, Loan())
        return see() + [.lend(terminal: terminal, id: RequestNumber.lend)]
    }

    mutating func lent(_ isTaken: Bool) -> [Action] {
        guard case .lent(let terminal, let loan) = state, !loan.isTaken else { return [] }
        state = isTaken ? .lent(terminal: terminal, Loan(isTaken: true)) : .attached(terminal: terminal)
        waiting = nil
        return (isTaken ? [] : [.keep]) + [.wait(nil)] + sendSize()
    }

    /// The daemon has begun anew behind the connection: it knows the terminal, but has not got it any more.
    mutating func resumed() -> [Action] {
        guard case .lent(let terminal, let loan) = state, loan.isTaken else { return [] }
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

    /// `nil` while the terminal is not lent: what is typed comes here anyway.
    var loan: Loan? {
        get { if case .lent(_, let loan) = state { loan } else { nil } }
        set { if let newValue, case .lent(let terminal, _) = state { state = .lent(terminal: terminal, newValue) } }
    }

    mutating func typed() -> [Action] {
        guard loan?.attention == .quiet else { return [] }
        loan?.attention = .expected
        return [.wait(patience)]
    }

    mutating func found(_ isUnread: Bool) -> [Action] {
        guard loan?.attention == .expected else { return [] }
        loan?.attention = isUnread ? .asked : .quiet
        guard isUnread else { return [] }
        // It may be about to read what goes on coming: two who read would each get a part of it.
        return [.send(method: "sync", params: [:], id: RequestNumber.question), .wait(patience)]
    }

    /// It is there.
    mutating func answered() -> [Action] {
        guard loan?.attention == .asked else { return [] }
        loan?.attention = .quiet
        return [.wait(nil)]
    }

    mutating func notAnswered() -> [Action] {
        loan?.attention = .missing
        // The answer says that it is there again, and a whole picture comes with it.
        return say("The daemon does not read what is typed: it is stopped or very busy") + redraw()
    }

    /// It has answered.
    mutating func attends() {
        guard loan?.attention == .missing else { return }
        loan?.attention = .quiet
        waiting = nil
    }
}
