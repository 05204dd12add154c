import FasciaDocument
import FasciaModel

/// What belongs to a client: the screens that it publishes, what it has declared, and what it carries out.
extension Apps {
    /// A screen belongs to the client that publishes it, and what a client carries out to that, as long as it is connected.
    ///
    /// - Throws: `refused`, naming the owner.
    func checkOwner(of command: Command, _ client: Client) throws(Refusal) {
        try checkClaims(of: command, client)
        try checkHandles(of: command, client)
        let (id, remedy): (String, String)
        switch command {
        case .putScreen(let screen): (id, remedy) = (screen.id, "give this one another id, or end that program")
        case .removeScreen(let screen): (id, remedy) = (screen, "end that program first")
        case .putRows(let screen, _): (id, remedy) = (screen, "only that program knows its rows")
        default: return
        }
        let isRows = if case .putRows = command { true } else { false }
        let publisher = publisher(of: id).flatMap { isRows && $0.isSameProgram(as: client) || $0 === client ? nil : $0 }
        // An entry's own screen is shown instead of another one, which may be another program's.
        let replaced = Screen.id(shownInsteadOf: id).flatMap(self.publisher)
        // An agent that was killed is started again before its end is known.
        guard let owner = publisher ?? replaced.flatMap({ $0.isSameProgram(as: client) ? nil : $0 }),
            owner.transport?.hasHungUp != true
        else { return }
        let name = "\(owner.origin.name ?? "a program") (pid \(owner.peer.pid))"
        throw Refusal(
            .refused, "the screen \"\(id)\" is published by \(name): \(remedy)",
            details: ["rule": "owner", "screen": .string(id), "holder": .string(name)])
    }

    /// Whoever pushes a screen is asked first about its actions. Those of another program's screen are for authors.
    private func checkHandles(of command: Command, _ client: Client) throws(Refusal) {
        let (screen, handles): (String, [String])
        switch command {
        case .push(_, let route, let names), .modal(_, let route, _, let names): (screen, handles) = (route.screen, names)
        default: return
        }
        guard !handles.isEmpty, client.role < .author, let owner = publisher(of: screen), !owner.isSameProgram(as: client) else {
            return
        }
        throw Refusal(
            .denied,
            "the actions of \"\(screen)\" are for \(owner.origin.name ?? "the program") (pid \(owner.peer.pid)), which publishes it: "
                + "to handle them needs the role author",
            details: ["role": .string(client.role.rawValue), "needed": .string(Role.author.rawValue)])
    }

    /// A client may neither remove nor declare differently what another connected client carries out, unless it has declared
    /// that itself: the other one would get values that it does not know.
    private func checkClaims(of command: Command, _ client: Client) throws(Refusal) {
        guard !live.panel.claims.isEmpty, let (subject, changed) = changedThings(by: command), declarers[subject] != client.id
        else {
            return
        }
        for thing in changed {
            guard let claim = live.panel.claim(of: thing), claim.client != client.id,
                clients[claim.client]?.transport?.hasHungUp == false
            else { continue }
            throw Refusal(
                .refused,
                "this would \(command.removes(thing) ? "remove" : "change") \"\(thing.text)\", which \(claim.name) carries out: "
                    + "give yours another id, or end that program",
                details: ["rule": "owner", "id": .string(thing.text), "holder": .string(claim.name)])
        }
    }

    /// The things that a command removes or declares differently, and their group, picker or value; `nil` if it declares nothing.
    private func changedThings(by command: Command) -> (UndoConstraints.Subject, [ThingID])? {
        let panel = live.panel
        switch command {
        case .declareGroup(let group): return (.group(group.id), panel.switches(of: group.id).filter(command.removes))
        case .removeGroup(let id): return (.group(id), panel.switches(of: id))
        case .declarePicker(let picker):
            let changed = (panel.picker(picker.id)?.components ?? []).filter { !picker.components.contains($0.declaration) }
            return (.picker(picker.id), changed.map { .picker($0.id) })
        case .setElements(let id, _, _): return (.picker(String(id.prefix { $0 != "/" })), [.picker(id)])
        case .removePicker(let id): return (.picker(id), panel.components(of: id))
        case .declareValue(let value):
            let isDifferent = panel.valueDeclaration(value.key).map { $0 != value } ?? false
            return (.value(value.key), isDifferent ? [.value(value.key)] : [])
        case .removeValue(let key): return (.value(key), [.value(key)])
        default: return nil
        }
    }

    /// The groups of switches that these commands set and that belong to another client: to the one that has declared them,
    /// while it is connected, else to authors.
    func foreignGroups(in commands: [Command], to client: Client) -> Set<String> {
        var foreign: Set<String> = []
        for case .setToggle(let id, _) in commands {
            let group = Panel.outermostGroup(of: id)
            let owner = declarers[.group(group)].flatMap { clients[$0] }.flatMap { $0.isGone ? nil : $0 }
            if owner.map({ $0 !== client }) ?? (client.role < .author) { foreign.insert(group) }
        }
        return foreign
    }

    /// What connected programs have declared that handle actions or carry changes out. An undo preserves it, because the
    /// program would not learn that it was removed.
    var declarations: Set<UndoConstraints.Subject> {
        var isApp = Dictionary(live.panel.claims.filter { $0.left == nil }.map { ($0.client, true) }) { first, _ in first }
        return Set(
            declarers.compactMap { subject, client in
                let isProgram = isApp[client] ?? live.bindings.isProgram(client)
                isApp[client] = isProgram
                return isProgram ? subject : nil
            })
    }
}

extension Command {
    /// Whether a thing is not there any more afterwards, if it belongs to what the command declares or removes.
    fileprivate func removes(_ thing: ThingID) -> Bool {
        switch self {
        case .declareGroup(let group): !group.switches.contains { .option($0) == thing }
        case .declarePicker(let picker): !picker.components.contains { .picker(picker.id + "/" + $0.id) == thing }
        case .removeGroup, .removePicker, .removeValue: true
        default: false
        }
    }
}
