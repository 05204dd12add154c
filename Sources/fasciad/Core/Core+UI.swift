import FasciaModel
import FasciaRender
import FasciaWire

/// What is to be seen, for scripts: the same scene that the terminals show, and the same gestures.
extension Core {
    func visible(_ stack: String) throws(WireError) -> Scene {
        _ = try refusing { () throws(Refusal) in try panel.requireStack(stack) }
        guard let scene = picture.scene(stack, of: panel) else { throw .internalError("no scene of \(stack)") }
        return scene
    }

    func tap(_ node: String, stack: String, _ request: Request) throws(WireError) -> Reply {
        let target = try operable(node, stack)
        return try carryOut(target.activation, of: target.element, entry: target.entry, stack: stack, request)
    }

    func set(_ node: String, to value: JSON, stack: String, _ request: Request) throws(WireError) -> Reply {
        let scene = try visible(stack)
        let target = try refusing { () throws(Refusal) in try scene.settable(node) }
        let element = target.element
        if let edit = element.edit {
            let activation = try refusing { () throws(Refusal) in
                try edit.activation(setting: value, of: element.id, options: element.options)
            }
            return try carryOut(activation, of: element.id, entry: target.entry, stack: stack, request)
        }
        guard case .bool(let on) = value else {
            throw .invalidParams(Mismatch(pointer: "/value", expected: "true or false", found: value.found))
        }
        var changed = false
        switch (element.activation, element.content) {
        case (.flip(let id, _)?, _): changed = try command(.setToggle(id: id, on: on), request)
        case (let tap?, .toggle(_, let state)) where state != (on ? .on : .off):
            // What a tap makes of a switch that is partly on is its author's affair.
            guard state != .mixed || on else {
                throw WireError(
                    Refusal(.refused, "node \"\(element.id)\" is mixed: ui.tap says what a tap makes of it"))
            }
            return try carryOut(tap, of: element.id, entry: target.entry, stack: stack, request)
        default: break
        }
        return .mutation(revision: panel.revision, changed: changed, beside: ["node": .string(element.id)])
    }

    /// A gesture of a script, which hears what became of it.
    private func carryOut(
        _ activation: Activation, of node: String, entry: EntryID, stack: String, _ request: Request
    ) throws(WireError) -> Reply {
        guard case .action(.emit(let name, let payload)) = activation else {
            let changed = try activate(activation, entry: entry, stack: stack, request)
            return .mutation(revision: panel.revision, changed: changed, beside: ["node": .string(node)])
        }
        let send = ActionSend(entry: entry, name: name, payload: payload)
        // What has become of the action is an event, too; more than that is what its handler did.
        let before = panel.revision
        return try start(send, node: node, isSecret: isSecret(node, stack), request) { [self] answer in
            var members = answer.members
            members["node"] = .string(node)
            return .mutation(revision: panel.revision, changed: panel.revision > before + 1, beside: members)
        }
    }

    /// Whether what a node sends is not to be told to others: a secure field's text.
    func isSecret(_ node: String, _ stack: String) -> Bool {
        guard let element = picture.scene(stack, of: panel)?.element(node) else { return false }
        if case .textField(let field) = element.content { return field.isSecure }
        return false
    }

    private func operable(_ node: String, _ stack: String) throws(WireError) -> Scene.Operable {
        let scene = try visible(stack)
        return try refusing { () throws(Refusal) in try scene.operable(node) }
    }

    func picture(of render: UIRender) throws(WireError) -> JSON {
        let scene = try visible(render.stack)
        let size = CellSize(columns: render.columns, rows: render.rows)
        let colors: Profile.Colors = render.renderer == .text ? .none : Profile.Colors(render.colors)
        let buffer = picture.renderer.picture(scene, size: size, colors: colors)
        return switch render.renderer {
        case .text: ["mime": "text/plain", "data": .string(buffer.plainText)]
        case .ansi:
            [
                "mime": "text/x-ansi",
                "data": .string(buffer.styledText(colors: colors)),
            ]
        }
    }

    // MARK: - Gestures, wherever they come from

    /// - Returns: whether the panel changed.
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

    /// Applies a command that a gesture means.
    func command(_ command: Command, _ request: Request) throws(WireError) -> Bool {
        let changes = try refusing { () throws(Refusal) in try panel.apply(command) }
        guard !changes.isEmpty else { return false }
        commit(changes, cause: request.cause)
        return true
    }
}

extension Scene {
    /// The node of the layer in front with this id, else the first one with this label.
    func element(_ name: String) -> Element? {
        guard let root = layers.last?.root else { return nil }
        let all = root.all
        return all.first { $0.id == name } ?? all.first { $0.label == name }
    }
}
