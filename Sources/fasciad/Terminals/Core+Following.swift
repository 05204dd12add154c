import FasciaModel
import FasciaRender
import FasciaWire

extension Terminal {
    /// Whose stack, focus and place a terminal shows instead of its own.
    enum Leader: Equatable {
        case terminal(Int)
        /// The one that was used last.
        case latest

        /// - Parameter number: the wire's: 0 for the latest.
        init(_ number: Int) { self = number == 0 ? .latest : .terminal(number) }

        /// As the wire says it.
        var number: Int {
            switch self {
            case .terminal(let number): number
            case .latest: 0
            }
        }
    }
}

/// Terminals that show what another one shows.
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

    /// Brings a terminal to where the one is that it follows.
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
        // What is being typed is for those alone who may look at the leader's terminal.
        if !mayView(at: leader, terminal.client) { shared.removeDrafts() }
        terminal.presentation = layout.following(shared, ofSize: leader.room)
        terminal.presentation.keepUnsharedState(of: own)
    }

    /// Shows those that follow this one what has become of it.
    func showFollowers(of leader: Terminal) {
        for terminal in terminals where terminal.follows != nil && self.leader(of: terminal) === leader {
            terminal.shownRevision = nil
        }
    }

    /// A terminal is gone: those that followed it say so.
    func showFollowers(ofGone id: Int) {
        for terminal in terminals where terminal.follows == .terminal(id) { terminal.shownRevision = nil }
    }

    /// `nil` where there is none.
    private func leader(of terminal: Terminal) -> Terminal? {
        switch terminal.follows {
        case nil: nil
        case .terminal(let id)?: terminals.first { $0.id == id }
        case .latest?: terminals.filter { $0.follows == nil }.max { ($0.lastUse, $1.id) < ($1.lastUse, $0.id) }
        }
    }
}
