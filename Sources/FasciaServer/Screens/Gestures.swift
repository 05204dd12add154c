import FasciaDocument
import FasciaModel
import FasciaScene
import FasciaWire

/// Executes gestures, from a script or a terminal.
struct Gestures {
    let live: LivePanel
    let clients: Clients
    let screens: ScreenReader
    let executor: CommandExecutor
    let actions: ActionRouter
    let rows: RowLoader
    let approvals: ApprovalDesk

    /// Executes a gesture's activation, from a script or a terminal.
    ///
    /// - Returns: Whether the panel changed.
    func activate(
        _ activation: Activation, entry: EntryID, stack: String, _ request: Request
    ) throws(WireError) -> Bool {
        switch activation {
        case .flip(let id, let expect): return try executor.execute(.flipToggle(id: id, expect: expect), request)
        case .pick(let id, let element): return try executor.execute(.pick(id: id, element: element), request)
        case .setValue(let key, let value): return try executor.execute(.setValue(key: key, value), request)
        case .action(let action):
            guard let command = try Catalogue.command(from: action, entry: entry, stack: stack) else { return false }
            return try executor.execute(command, request)
        }
    }

    /// Applies the command of a gesture.
    ///
    /// - Returns: Whether the panel changed.
    func execute(_ command: Command, _ request: Request) throws(WireError) -> Bool {
        try executor.execute(command, request)
    }

    // MARK: - Gestures of scripts

    func tap(_ node: String, stack: String, _ request: Request) throws(WireError) -> Reply {
        try findingRow(of: node, stack, request) { [self] () throws(WireError) in
            try tapVisible(node, stack: stack, request)
        }
    }

    func set(_ node: String, to value: JSON, stack: String, _ request: Request) throws(WireError) -> Reply {
        try findingRow(of: node, stack, request) { [self] () throws(WireError) in
            try setVisible(node, to: value, stack: stack, request)
        }
    }

    private func tapVisible(_ node: String, stack: String, _ request: Request) throws(WireError) -> Reply {
        let target = try operable(node, stack, request.client)
        return try execute(target.activation, of: target.element, entry: target.entry, stack: stack, request)
    }

    private func setVisible(
        _ node: String, to value: JSON, stack: String, _ request: Request
    ) throws(WireError) -> Reply {
        let scene = try screens.scene(stack, request.client)
        let target = try refusing { () throws(Refusal) in try scene.settable(node) }
        let element = target.element
        if let edit = element.edit {
            let activation = try refusing { () throws(Refusal) in
                try edit.activation(setting: value, of: element.named, options: element.options)
            }
            return try execute(activation, of: element.id, entry: target.entry, stack: stack, request)
        }
        guard case .bool(let on) = value else {
            throw .invalidParams(Mismatch(pointer: "/value", expected: "true or false", found: value.found))
        }
        var changed = false
        switch (element.activation, element.toggleState) {
        case (.flip(let id, _)?, _): changed = try execute(.setToggle(id: id, on: on), request)
        case (let tap?, let state?) where state != (on ? .on : .off):
            // Only the author's action knows what a tap does to a mixed toggle, so it cannot be set to "off".
            guard state != .mixed || on else {
                throw WireError(.refused, "\(element.named) is mixed, and only its app knows what \"off\" means: use ui.tap")
            }
            return try execute(tap, of: element.id, entry: target.entry, stack: stack, request)
        default: break
        }
        return reply(changed, element.id, request)
    }

    private func reply(_ changed: Bool, _ node: String, _ request: Request) -> Reply {
        let approval = changed ? approvals.asked(at: live.revision, by: request.client) : nil
        var extra: JSON.Object = ["node": .string(node)]
        extra["approval"] = approval
        return .mutation(revision: live.revision, changed: changed && approval == nil, extra: extra)
    }

    /// Executes a gesture of a script. The reply contains the outcome.
    private func execute(
        _ activation: Activation, of node: String, entry: EntryID, stack: String, _ request: Request
    ) throws(WireError) -> Reply {
        guard case .action(.emit(let name, let payload)) = activation else {
            let changed = try activate(activation, entry: entry, stack: stack, request)
            return reply(changed, node, request)
        }
        let send = ActionSend(entry: entry, name: name, payload: payload)
        // The action's outcome is itself one revision; any further revision is the handler's work.
        let before = live.revision
        return try actions.start(send, node: node, isSecret: isSecret(node, of: entry, stack), request) { [self] answer in
            var members = answer.members
            members["node"] = .string(node)
            return .mutation(revision: live.revision, changed: live.revision > before + 1, extra: members)
        }
    }

    /// Whether the node's payload must not be shown to others: the text of a secure field.
    ///
    /// - Parameter view: the part of the stack where the node is operated: others may have opened a screen above it.
    func isSecret(_ node: String, of entry: EntryID, _ stack: String, view: StackView = .whole) -> Bool {
        let layer = screens.renderer.resolve(stack, view: view)?.layers.last { $0.entry.id == entry }
        return layer?.root.all.first { $0.id == node }?.control?.field?.isSecure ?? false
    }

    private func operable(_ node: String, _ stack: String, _ client: Client) throws(WireError) -> Scene.Operable {
        let scene = try screens.scene(stack, client)
        return try refusing { () throws(Refusal) in try scene.operable(node) }
    }

    /// Acts on a node. If the node does not exist but the screen has partial rows, the node may be in a row that is not
    /// published yet: the app is asked to publish it, and the act is repeated then.
    private func findingRow(
        of node: String, _ stack: String, _ request: Request, _ act: @escaping () throws(WireError) -> Reply
    ) throws(WireError) -> Reply {
        do throws(WireError) { return try act() } catch {
            guard error.reason == Refusal.Reason.notFound.rawValue, !request.inBatch,
                let layer = screens.renderer.resolve(stack)?.layers.last, layer.root.hasPartialRows
            else { throw error }
            let sendReply = try clients.answerLater(request)
            let isAsked = try findRow(of: node, in: layer.entry, of: stack, request) { isFound in
                // Nobody looks at the rights of a client that has gone.
                guard !request.client.isGone else { return }
                guard isFound else { return sendReply(.error(error)) }
                do throws(WireError) {
                    let reply = try act()
                    // An action replies itself when it is handled.
                    if case .later = reply { return }
                    sendReply(reply)
                } catch {
                    sendReply(.error(error))
                }
            }
            guard isAsked else {
                clients.stopWaiting(request)
                throw error
            }
            return .later
        }
    }

    private func findRow(
        of node: String, in entry: Entry, of stack: String, _ request: Request, receive: @escaping (Bool) -> Void
    ) throws(WireError) -> Bool {
        do throws(Refusal) { return try rows.find(node, in: entry, of: stack, receive: receive) } catch {
            clients.stopWaiting(request)
            throw WireError(error)
        }
    }
}
