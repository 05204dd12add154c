import FasciaAccess
import FasciaDocument
import FasciaModel
import FasciaWire

/// Compares what a request needs with what its client may do. Whatever a client asks for passes here: its calls before they are
/// executed, and the commands and actions of its gestures, too.
struct AccessCheck {
    let live: LivePanel

    /// - Throws: `denied`, naming the right that is missing.
    func require(_ call: Call, _ request: Request) throws(WireError) {
        let permit = request.client.permit
        guard !permit.isForEverything else { return }
        switch call {
        case .apply(let command, _): try require([command], request)
        case .batch(let commands, _): try require(commands, request)
        default:
            guard let need = Catalogue.method(named: request.method)?.needs else { return }
            for demand in demands(need.right, permit, { $0.demands(of: call, need.right) }) {
                try require(demand, request.method, as: request.method, request)
            }
        }
    }

    /// - Throws: `denied`, naming the right that is missing.
    func require(_ commands: [Command], _ request: Request) throws(WireError) {
        let permit = request.client.permit
        guard !permit.isForEverything else { return }
        for command in commands {
            guard let method = command.method, let need = Catalogue.method(named: method)?.needs else { continue }
            for demand in demands(need.right, permit, { $0.demands(of: command, need.right) }) {
                try require(demand, method, as: permit.file == nil ? request.method : method, request)
            }
            guard case .setPath(let stack, _) = command, live.panel.stack(stack) == nil, !permit.mayMake(stack: stack) else {
                continue
            }
            throw WireError(
                .denied,
                "\(method) would make the stack \"\(stack)\", and only terminals make those of their users: attach with own",
                details: ["right": .string(Right.operate.rawValue), "on": .string("\(Resource(.nav, stack))")])
        }
        // An empty batch.
        if commands.isEmpty { try require(Demand(.operate, nil), request.method, as: request.method, request) }
    }

    /// An action, from a script or a gesture.
    ///
    /// - Parameter reason: why it is sent.
    func require(_ send: ActionSend, by client: Client, because reason: String?) throws(WireError) {
        guard !client.permit.isForEverything else { return }
        for demand in [Demand(.operate, .action, send.name)] + Demands(live, client.permit).place(of: send.entry) {
            try require(demand, "action.send", as: "action.send", client, reason)
        }
    }

    /// A wait goes on while the rights may change.
    func require(_ wait: UIWait, by client: Client) throws(WireError) {
        guard client.permit.hides else { return }
        for demand in Demands(live, client.permit).demands(of: wait) {
            try require(demand, "ui.wait", as: "ui.wait", client, nil)
        }
    }

    /// Checks everything that a command would change: rules of the panel change other things than those that it names, and an
    /// undo changes what others have set.
    ///
    /// - Parameter after: the panel after the changes.
    func require(
        consequences changes: [Change], to after: Panel, of commands: [Command], _ request: Request
    ) throws(WireError) {
        let permit = request.client.permit
        guard permit.isLimited else { return }
        var needs: [(method: String, right: Right)] = []
        for command in commands {
            guard let method = command.method, let need = Catalogue.method(named: method)?.needs else { continue }
            needs.append((method, need.right))
        }
        for change in changes {
            if case .nav(let change) = change, let (method, _) = needs.first {
                for entry in change.added {
                    let screen = Demand(
                        .view, Resource(.screen, live.panel.screenID(of: entry)), instead: Resource(.screen, "**"))
                    guard isMet(screen, method, permit) else {
                        throw deniedConsequence(screen, method, "open", request.client)
                    }
                }
            }
            guard let (method, right) = needs.first else { continue }
            let needed = method == "history.undo" && change.needsAuthor ? Right.author : right
            for resource in change.consequences(from: live.panel, to: after) {
                let isAllowed = needs.contains { method, right in
                    permit.may(method == "history.undo" && change.needsAuthor ? .author : right, method, resource)
                }
                guard isAllowed else {
                    let demand = Demand(needed, resource, instead: Resource(resource.kind, "**"))
                    throw deniedConsequence(demand, method, "change", request.client)
                }
                try requireReason(Demand(needed, resource), method, as: method, request.client, request.reason)
            }
        }
    }

    /// What an undo would change is not in the request: of what is hidden, not even the kind is told, or by which rule it is.
    private func deniedConsequence(_ demand: Demand, _ method: String, _ verb: String, _ client: Client) -> WireError {
        guard method == "history.undo", let resource = demand.resource, !client.permit.sees(resource) else {
            return denied(demand, method, as: "\(method), which would \(verb) it,", client)
        }
        return WireError(
            .denied, "\(method) would change something that you do not see: undo less, or ask the owner of the panel",
            details: ["role": .string(client.role.rawValue)])
    }

    /// Why a client may not give a command; `nil` if it may.
    func obstacle(to command: Command, of permit: Permit) -> String? {
        guard permit.isLimited else { return nil }
        let commands = if case .batch(let commands) = command { commands } else { [command] }
        for command in commands {
            guard let method = command.method, let right = Catalogue.method(named: method)?.needs.right else { continue }
            for demand in Demands(live, permit).demands(of: command, right) where !isMet(demand, method, permit) {
                return note(demand, permit)
            }
        }
        return nil
    }

    /// Why a client may not send an action; `nil` if it may.
    func obstacle(toAction name: String, of permit: Permit) -> String? {
        let demand = Demand(.operate, .action, name)
        return isMet(demand, "action.send", permit) ? nil : note(demand, permit)
    }

    private func note(_ demand: Demand, _ permit: Permit) -> String {
        "you have no right to \(demand.right.rawValue)" + (demand.named(to: permit).map { " \($0)" } ?? "")
    }

    // MARK: - Deciding

    /// Without limits, the role decides alone.
    private func demands(_ right: Right, _ permit: Permit, _ make: (Demands) -> [Demand]) -> [Demand] {
        // A denial names what it is about.
        let isDenied = permit.file != nil && !permit.may(right, nil, nil)
        return permit.isLimited || isDenied ? make(Demands(live, permit)) : [Demand(right, nil)]
    }

    private func isMet(_ demand: Demand, _ method: String, _ permit: Permit) -> Bool {
        guard demand.isForAll, permit.isLimited, let pattern = demand.resource else {
            return permit.may(demand.right, method, demand.resource)
        }
        return permit.rights.allowsAll(demand.right, method, of: pattern)
    }

    private func require(_ demand: Demand, _ method: String, as name: String, _ request: Request) throws(WireError) {
        try require(demand, method, as: name, request.client, request.reason)
    }

    private func require(
        _ demand: Demand, _ method: String, as name: String, _ client: Client, _ reason: String?
    ) throws(WireError) {
        guard isMet(demand, method, client.permit) else { throw denied(demand, method, as: name, client) }
        try requireReason(demand, method, as: name, client, reason)
    }

    private func requireReason(
        _ demand: Demand, _ method: String, as name: String, _ client: Client, _ reason: String?
    ) throws(WireError) {
        guard reason == nil, let thing = demand.resource, let file = client.permit.file,
            let line = client.permit.rights.lineThatNeedsReason(demand.right, method, thing)
        else { return }
        // An undo may change what is not seen.
        let shown = client.permit.sees(thing) || method != "history.undo" ? " on \(thing)" : ""
        throw WireError(
            .denied,
            "\(name)\(shown) needs a reason, as line \(line) of \(file) says: give one with --reason, or as reason in the request "
                + "or in daemon.hello", details: ["needs": "reason", "rule": .string("\(file):\(line)")])
    }

    private func denied(_ demand: Demand, _ method: String, as name: String, _ client: Client) -> WireError {
        let needed = Role(giving: demand.right)
        var details: JSON.Object = ["role": .string(client.role.rawValue), "needed": .string(needed.rawValue)]
        guard let file = client.permit.file else {
            return WireError(
                .denied,
                "\(name) needs the role \(needed.rawValue), and uid \(client.peer.uid) is \(client.role.rawValue): ask the owner "
                    + "of the panel", details: details)
        }
        var denial = Denial(right: demand.right, subject: demand.resource)
        if case .denied(let found) = client.permit.rights.decide(demand.right, method, demand.resource) {
            denial = found
        } else {
            denial.held = demand.right
        }
        denial.subject = demand.named(to: client.permit)
        let user = denial.isOfRelay ? client.programUserName : client.userName
        details["right"] = .string(demand.right.rawValue)
        details["on"] = denial.subject.map { .string($0.description) }
        details["held"] = .string(denial.held?.rawValue ?? "none")
        details["add"] = .string(denial.line(for: user))
        switch denial.cause {
        case .notGranted: break
        case .excepted(let line), .never(let line): details["rule"] = .string("\(file):\(line)")
        }
        return WireError(.denied, denial.message(name, by: user, file: file), details: details)
    }
}
