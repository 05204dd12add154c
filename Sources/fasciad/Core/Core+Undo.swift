import FasciaModel
import FasciaWire

/// Taking back what was done: the model knows what that means; who may do it, and what stays, is known here.
extension Core {
    /// The command itself; for an undo, what it comes to now.
    func resolved(_ command: Command, _ request: Request) throws(WireError) -> Command {
        guard case .undo(let goal) = command else { return command }
        return try refusing { () throws(Refusal) in
            let state = try panel.restored(goal, UndoConstraints(kept: declaredByApps))
            if request.client.role < .author { try check(panel.changes(restoring: state), for: request.client) }
            return .restore(state)
        }
    }

    /// What a program that is there and handles actions has declared: it would not know that it is gone.
    private var declaredByApps: Set<UndoConstraints.Subject> {
        var isApp: [Int: Bool] = [:]
        return Set(
            actions.declarers.compactMap { subject, client in
                let isThere = isApp[client] ?? (actions.bindings.count(of: client) > 0)
                isApp[client] = isThere
                return isThere ? subject : nil
            })
    }

    /// An undo takes the role that it takes to make its changes one by one.
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
    /// Whether it takes an author to make it.
    fileprivate var isOfAuthor: Bool {
        switch self {
        case .enabled, .declared, .removed, .environment, .screen, .orphaned: true
        case .option, .group, .value, .picker, .nav, .action, .issue: false
        }
    }
}
