import FasciaAccess
import FasciaModel
import FasciaWire

/// Stacks that are created for a terminal. A terminal with a stack of its own navigates independently of the others.
struct OwnStacks {
    let live: LivePanel
    let terminals: Terminals

    /// The name of the stack that a new terminal shows. Creates the stack if it has to.
    ///
    /// - Throws: `notFound` for an unknown stack that is not to be created, `denied` for a viewer that would create one.
    func stack(for attach: TerminalAttach, _ request: Request) throws(WireError) -> String {
        let user = request.client.peer.userID
        let isFree = OwnStackName.isOne(attach.stack, of: user) && !isShown(attach.stack)
        let name = attach.isOwn && !isFree ? newName(OwnStackName.prefix(of: user)) : attach.stack
        guard live.panel.stack(name) == nil, attach.createsStack || attach.isOwn else {
            try refusing { () throws(Refusal) in _ = try request.client.permit.panel(live).requireStack(name) }
            return name
        }
        let permit = request.client.permit
        guard permit.may(.operate, "nav.set", Resource(.nav, name)), attach.isOwn || permit.mayMake(stack: name) else {
            guard request.client.permit.file == nil else {
                try AccessCheck(live: live).require([.setPath(stack: name, [])], request)
                return name
            }
            throw WireError(
                .denied,
                "a new stack needs the role operator, and uid \(request.client.peer.uid) is \(request.client.role.rawValue): "
                    + "attach to a stack that exists")
        }
        if attach.isOwn { removeAbandoned(of: user) }
        let root = live.panel.stack("main")?.entries.first?.route ?? Route(Panel.homeScreen)
        try refusing { () throws(Refusal) in
            _ = try live.execute(.setPath(stack: name, [PathStep(root)]), request.cause)
        }
        return name
    }

    /// Removes the stack that was made for a terminal that is detached, unless another terminal shows it. The stack that it
    /// shows is another one if it follows, or has followed, somebody else's terminal.
    func remove(of terminal: Terminal) {
        guard terminal.attach.isOwn, !isShown(terminal.attach.stack) else { return }
        remove(terminal.attach.stack, Cause(method: "terminal.detach", origin: terminal.client.origin))
    }

    /// Removes the stacks of the user's terminals of an earlier process that have not come back.
    private func removeAbandoned(of user: UInt32) {
        for name in live.panel.stackNames where OwnStackName.isOne(name, of: user) && !isShown(name) {
            remove(name, .ofDaemon("terminal.detach"))
        }
    }

    private func remove(_ name: String, _ cause: Cause) {
        guard live.panel.stack(name) != nil else { return }
        live.record(.batch([.popTo(stack: name, .index(0)), .removeStack(name: name)]), cause)
    }

    private func isShown(_ name: String) -> Bool { terminals.all.contains { $0.stack == name } }

    private func newName(_ prefix: String) -> String {
        var number = 1
        while live.panel.stack(prefix + String(number)) != nil { number += 1 }
        return prefix + String(number)
    }
}
