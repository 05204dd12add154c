import FasciaModel
import FasciaWire

/// Undo. The model plans it; the core checks permissions and preserves what connected apps have declared.
extension Core {
    /// Resolves an undo to the state that it restores; other commands are returned unchanged.
    func resolved(_ command: Command, _ request: Request) throws(WireError) -> Command {
        guard case .undo(let goal) = command else { return command }
        return try refusing { () throws(Refusal) in
            let state = try panel.restored(goal, UndoConstraints(kept: declaredByApps))
            if request.client.role < .author { try check(panel.changes(restoring: state), for: request.client) }
            return .restore(state)
        }
    }

    /// What connected apps with action handlers have declared. An undo preserves it, because the app would not learn
    /// that it was removed.
    private var declaredByApps: Set<UndoConstraints.Subject> {
        var isApp: [Int: Bool] = [:]
        return Set(
            actions.declarers.compactMap { subject, client in
                let isThere = isApp[client] ?? (actions.bindings.count(of: client) > 0)
                isApp[client] = isThere
                return isThere ? subject : nil
            })
    }

    /// An undo needs the role that its individual changes need.
    private func check(_ changes: [Change], for client: Client) throws(Refusal) {
        guard let first = changes.first(where: \.isOfAuthor) else { return }
        throw Refusal(
            .denied,
            "this would undo more than an operator may change (\(first.topic.kind):\(first.topic.id)), and uid "
                + "\(client.peer.uid) is \(client.role.rawValue): undo less, or ask the owner of the panel",
            details: ["role": .string(client.role.rawValue), "needed": .string(Role.author.rawValue)])
    }
}

extension Change {
    /// Whether the change needs the author role.
    fileprivate var isOfAuthor: Bool {
        switch self {
        case .enabled, .declared, .removed, .environment, .screen, .orphaned: true
        case .option, .group, .value, .picker, .nav, .action, .issue: false
        }
    }
}
