import FasciaModel
import FasciaWire

extension Terminal {
    /// The terminal whose stack, focus and scroll position this one shows instead of its own.
    enum Leader: Equatable {
        case terminal(Int)
        /// The terminal that was used last.
        case latest

        /// - Parameter number: The number in the protocol: 0 for the latest.
        init(_ number: Int) { self = number == 0 ? .latest : .terminal(number) }

        /// The number in the protocol.
        var number: Int {
            switch self {
            case .terminal(let number): number
            case .latest: 0
            }
        }
    }
}

/// Terminals that show what another terminal shows.
struct Following {
    let terminals: Terminals
    let renderer: FrameRenderer

    /// The stack that a new terminal shows because it follows another one; `nil` if there is none to follow.
    ///
    /// - Throws: `notFound` or `refused` if the terminal cannot be followed by a client.
    func stack(of number: Int?, by client: Client) throws(WireError) -> String? {
        guard let number else { return nil }
        guard case .terminal(let id) = Terminal.Leader(number) else {
            return terminals.lastUsed(seenBy: client.permit)?.stack
        }
        let seen = terminals.all.filter { client.permit.sees(Resource(.nav, $0.stack)) }
        guard let leader = seen.first(where: { $0.id == id }) else {
            let others = seen.map { String($0.id) }.joined(separator: ", ")
            let attached = others.isEmpty ? "no terminal is attached" : "the attached ones are \(others)"
            throw WireError(.notFound, "there is no terminal \(id) to follow: \(attached)")
        }
        if let other = leader.follows {
            let name = if case .terminal(let id) = other { "terminal \(id)" } else { "the terminal used last" }
            throw WireError(.refused, "terminal \(id) itself follows \(name): follow that one instead")
        }
        return leader.stack
    }

    /// Copies the stack and the state of the leader to a terminal that follows it.
    func update(_ terminal: Terminal) {
        guard let follows = terminal.follows else { return }
        guard let leader = leader(of: terminal) else {
            guard case .terminal(let id) = follows else { return }
            terminal.follows = nil
            terminal.held = nil
            terminal.banners.show("terminal \(id) has detached: this terminal no longer follows it")
            return
        }
        terminal.stack = leader.stack
        (terminal.held, terminal.closed) = (leader.held, leader.closed)
        terminal.held?.timer = nil
        guard let layout = renderer.layOut(terminal.shape) else { return }
        let own = terminal.state
        var shared = leader.state
        // Drafts are visible only to clients that may view the leader's terminal.
        if !leader.isVisible(to: terminal.client) { shared.removeDrafts() }
        terminal.state = layout.following(shared, ofSize: leader.contentSize)
        terminal.state.keepUnsharedState(of: own)
    }

    /// Redraws the terminals that follow this one.
    func redrawFollowers(of leader: Terminal) {
        for terminal in terminals.all where terminal.follows != nil && self.leader(of: terminal) === leader {
            terminal.redraw()
        }
    }

    /// The terminal that this one follows; `nil` if there is none.
    private func leader(of terminal: Terminal) -> Terminal? {
        switch terminal.follows {
        case nil: nil
        case .terminal(let id)?: terminals.all.first { $0.id == id }
        case .latest?: terminals.lastUsed(seenBy: terminal.client.permit)
        }
    }
}
