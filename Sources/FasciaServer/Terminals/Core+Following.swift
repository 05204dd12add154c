import FasciaModel
import FasciaRender
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

/// Terminals that follow another terminal.
extension Core {
    func checkLeader(_ number: Int?) throws(WireError) {
        guard case .terminal(let id)? = number.map(Terminal.Leader.init) else { return }
        guard let leader = terminals.first(where: { $0.id == id }) else {
            let others = terminals.map { String($0.id) }.joined(separator: ", ")
            let there = others.isEmpty ? "none is attached" : "there are \(others)"
            throw WireError(Refusal(.notFound, "no terminal \(id) to follow: \(there)"))
        }
        if let other = leader.follows {
            let whom = if case .terminal(let id) = other { "terminal \(id)" } else { "the one that is used last" }
            throw WireError(Refusal(.refused, "terminal \(id) itself follows \(whom): follow that one"))
        }
    }

    /// Copies the stack and the presentation of the leader to a terminal that follows it.
    func follow(_ terminal: Terminal) {
        guard let follows = terminal.follows else { return }
        guard let leader = leader(of: terminal) else {
            guard case .terminal(let id) = follows else { return }
            terminal.follows = nil
            terminal.banners.refuse("terminal \(id) is gone: from here on this one goes by itself")
            return
        }
        terminal.stack = leader.stack
        guard let layout = layout(for: terminal) else { return }
        let own = terminal.presentation
        var shared = leader.presentation
        // Drafts are visible only to clients that may view the leader's terminal.
        if !mayView(at: leader, terminal.client) { shared.removeDrafts() }
        terminal.presentation = layout.following(shared, ofSize: leader.room)
        terminal.presentation.keepUnsharedState(of: own)
    }

    /// Redraws the terminals that follow this one.
    func showFollowers(of leader: Terminal) {
        for terminal in terminals where terminal.follows != nil && self.leader(of: terminal) === leader {
            terminal.shownRevision = nil
        }
    }

    /// Redraws the terminals that followed a terminal that is gone, so that they say so.
    func showFollowers(ofGone id: Int) {
        for terminal in terminals where terminal.follows == .terminal(id) { terminal.shownRevision = nil }
    }

    /// The terminal that this one follows; `nil` if there is none.
    private func leader(of terminal: Terminal) -> Terminal? {
        switch terminal.follows {
        case nil: nil
        case .terminal(let id)?: terminals.first { $0.id == id }
        case .latest?: terminals.filter { $0.follows == nil }.max { ($0.lastUse, $1.id) < ($1.lastUse, $0.id) }
        }
    }
}
