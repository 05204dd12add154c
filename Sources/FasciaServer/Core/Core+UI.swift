import FasciaModel
import FasciaRender
import FasciaWire

/// The user interface for scripts: the same scene and the same gestures as on a terminal.
extension Core {
    func visible(_ stack: String) throws(WireError) -> Scene {
        _ = try refusing { () throws(Refusal) in try panel.requireStack(stack) }
        guard let scene = picture.scene(stack, of: panel) else { throw .internalError("no scene of \(stack)") }
        return scene
    }

    func tap(_ node: String, stack: String, _ request: Request) throws(WireError) -> Reply {
        try withRow(of: node, stack, request) { [self] () throws(WireError) in
            try tapVisible(node, stack: stack, request)
        }
    }

    func set(_ node: String, to value: JSON, stack: String, _ request: Request) throws(WireError) -> Reply {
        try withRow(of: node, stack, request) { [self] () throws(WireError) in
            try setVisible(node, to: value, stack: stack, request)
        }
    }

    private func tapVisible(_ node: String, stack: String, _ request: Request) throws(WireError) -> Reply {
        let target = try operable(node, stack)
        return try execute(target.activation, of: target.element, entry: target.entry, stack: stack, request)
    }

    private func setVisible(
        _ node: String, to value: JSON, stack: String, _ request: Request
    ) throws(WireError) -> Reply {
        let scene = try visible(stack)
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
        switch (element.activation, element.content) {
        case (.flip(let id, _)?, _): changed = try command(.setToggle(id: id, on: on), request)
        case (let tap?, .toggle(_, let state)) where state != (on ? .on : .off):
            // Only the author's action knows what a tap does to a mixed toggle, so it cannot be set to "off".
            guard state != .mixed || on else {
                throw WireError(
                    Refusal(.refused, "\(element.named) is mixed: ui.tap says what a tap makes of it"))
            }
            return try execute(tap, of: element.id, entry: target.entry, stack: stack, request)
        default: break
        }
        return .mutation(revision: panel.revision, changed: changed, beside: ["node": .string(element.id)])
    }

    /// Executes a gesture of a script. The reply contains the outcome.
    private func execute(
        _ activation: Activation, of node: String, entry: EntryID, stack: String, _ request: Request
    ) throws(WireError) -> Reply {
        guard case .action(.emit(let name, let payload)) = activation else {
            let changed = try activate(activation, entry: entry, stack: stack, request)
            return .mutation(revision: panel.revision, changed: changed, beside: ["node": .string(node)])
        }
        let send = ActionSend(entry: entry, name: name, payload: payload)
        // The action's outcome is itself one revision; any further revision is the handler's work.
        let before = panel.revision
        return try start(send, node: node, isSecret: isSecret(node, stack), request) { [self] answer in
            var members = answer.members
            members["node"] = .string(node)
            return .mutation(revision: panel.revision, changed: panel.revision > before + 1, beside: members)
        }
    }

    /// Whether the node's payload must not be shown to others: the text of a secure field.
    func isSecret(_ node: String, _ stack: String) -> Bool {
        guard let element = picture.scene(stack, of: panel)?.element(node) else { return false }
        if case .textField(let field) = element.content { return field.isSecure }
        return false
    }

    private func operable(_ node: String, _ stack: String) throws(WireError) -> Scene.Operable {
        let scene = try visible(stack)
        return try refusing { () throws(Refusal) in try scene.operable(node) }
    }

    func picture(of render: UIRender, _ client: Client) throws(WireError) -> JSON {
        let colors: TerminalCapabilities.Colors = render.renderer == .text ? .none : TerminalCapabilities.Colors(render.colors)
        let buffer: CellBuffer
        if let id = render.terminal {
            buffer = try painted(try looked(at: id, by: client))
        } else {
            let size = CellSize(pictureOf: render.columns, render.rows)
            buffer = picture.renderer.picture(try visible(render.stack), size: size, colors: colors)
        }
        return switch render.renderer {
        case .text: ["mime": "text/plain", "data": .string(buffer.plainText)]
        case .ansi:
            [
                "mime": "text/x-ansi",
                "data": .string(buffer.styledText(colors: colors)),
            ]
        }
    }

    // MARK: - What a terminal shows

    /// The terminal, brought up to date with the one that it follows.
    ///
    /// - Throws: `notFound`, or `denied` if the client may not see what is being typed there.
    func looked(at id: Int, by client: Client) throws(WireError) -> Terminal {
        guard let terminal = terminals.first(where: { $0.id == id }) else {
            throw WireError(
                Refusal(.notFound, "there is no terminal \(id): daemon.status lists those that are attached"))
        }
        guard mayView(at: terminal, client) else {
            throw WireError(
                Refusal(
                    .denied,
                    "terminal \(id) belongs to uid \(terminal.client.peer.uid): only that user and the owner "
                        + "of the panel may look at it",
                    details: ["role": .string(client.role.rawValue), "needed": .string(Role.admin.rawValue)]))
        }
        follow(terminal)
        return terminal
    }

    /// Whether a client may see what is being typed at a terminal: only its own user and the owner of the panel may.
    func mayView(at terminal: Terminal, _ client: Client) -> Bool {
        terminal.client === client || terminal.client.peer.uid == client.peer.uid || client.role == .admin
    }

    func tree(of terminal: Terminal, details: Bool) throws(WireError) -> Reply {
        let scene = try visible(terminal.stack)
        let focus = layout(for: terminal).flatMap { layout in
            layout.top.flatMap { layout.reconcile(terminal.presentation).focus[$0.entry]?.element }
        }
        return .written { $0.writeTree(of: scene, focused: focus, details: details) }
    }

    /// The current picture of a terminal, even if its client has not read it yet.
    func painted(_ terminal: Terminal) throws(WireError) -> CellBuffer {
        guard let layout = layout(for: terminal) else {
            throw .internalError("the stack of terminal \(terminal.id) is gone")
        }
        return picture.renderer.paint(layout, terminal.presentation, chrome(of: terminal), terminal.profile)
    }

    // MARK: - Gestures, wherever they come from

    /// Executes a gesture's activation, from a script or a terminal.
    ///
    /// - Returns: Whether the panel changed.
    func activate(
        _ activation: Activation, entry: EntryID, stack: String, _ request: Request
    ) throws(WireError) -> Bool {
        switch activation {
        case .flip(let id, let expect): return try command(.flipToggle(id: id, expect: expect), request)
        case .pick(let id, let element): return try command(.pick(id: id, element: element), request)
        case .setValue(let key, let value): return try command(.setValue(key: key, value), request)
        case .action(let action):
            guard let meant = try Catalogue.command(from: action, entry: entry, stack: stack) else { return false }
            return try command(meant, request)
        }
    }

    /// Applies the command of a gesture.
    ///
    /// - Returns: Whether the panel changed.
    func command(_ command: Command, _ request: Request) throws(WireError) -> Bool {
        let command = try resolved(command, request)
        let (changes, effects) = try refusing { () throws(Refusal) in
            try apply(command, by: request.uid, bytes: 0)
        }
        guard !changes.isEmpty else { return false }
        commit(changes, effects, cause: request.cause)
        return true
    }
}

extension Scene {
    /// The node of the front layer with this id, otherwise the first with this label.
    func element(_ name: String) -> Element? { elements(name).first }

    /// The node of the front layer with this id, otherwise all nodes with this label.
    func elements(_ name: String) -> [Element] {
        let all = layers.last?.root.accessible ?? []
        return all.first { $0.id == name }.map { [$0] } ?? all.filter { $0.label == name }
    }
}
