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
        if case .action(.emit(let name, let payload)) = target.activation {
            let send = ActionSend(entry: target.entry, name: name, payload: payload)
            // What has become of the action is an event, too; more than that is what its handler did.
            let before = panel.revision
            return try start(send, node: target.element, request) { [self] answer in
                var members = answer.members
                members["node"] = .string(target.element)
                return .mutation(revision: panel.revision, changed: panel.revision > before + 1, beside: members)
            }
        }
        let changed = try activate(target.activation, entry: target.entry, stack: stack, request)
        return .mutation(revision: panel.revision, changed: changed, beside: ["node": .string(target.element)])
    }

    func set(_ node: String, to value: JSON, stack: String, _ request: Request) throws(WireError) -> Reply {
        let target = try operable(node, stack)
        if case .pick(let id, _) = target.activation {
            let element = try element(value, in: id)
            let changed = try command(.pick(id: id, element: element), request)
            return .mutation(revision: panel.revision, changed: changed, beside: ["node": .string(target.element)])
        }
        guard case .flip(let id, _) = target.activation else {
            throw WireError(
                Refusal(.invalid, "node \"\(target.element)\" has no value that could be set: ui.tap operates it"))
        }
        guard case .bool(let on) = value else {
            throw .invalidParams(Mismatch(pointer: "/value", expected: "true or false", found: value.found))
        }
        let changed = try command(.setToggle(id: id, on: on), request)
        return .mutation(revision: panel.revision, changed: changed, beside: ["node": .string(target.element)])
    }

    /// The element of a component that a value means: by its id, else by its label; null for none.
    private func element(_ value: JSON, in component: String) throws(WireError) -> String? {
        switch value {
        case .null: return nil
        case .string(let name):
            let elements = panel.pickerComponent(component)?.elements ?? []
            if elements.contains(where: { $0.id == name }) { return name }
            // One that is not there is refused by name.
            return elements.first { $0.label == name }?.id ?? name
        default:
            throw .invalidParams(
                Mismatch(pointer: "/value", expected: "the id or the label of an element, or null", found: value.found))
        }
    }

    private func operable(_ node: String, _ stack: String) throws(WireError) -> Scene.Operable {
        let scene = try visible(stack)
        return try refusing { () throws(Refusal) in try scene.operable(node) }
    }

    func picture(of render: UIRender) throws(WireError) -> JSON {
        let scene = try visible(render.stack)
        let size = CellSize(columns: render.columns, rows: render.rows)
        let buffer = picture.renderer.picture(scene, size: size)
        return switch render.renderer {
        case .text: ["mime": "text/plain", "data": .string(buffer.plainText)]
        case .ansi:
            [
                "mime": "text/x-ansi",
                "data": .string(buffer.styledText(colors: Profile.Colors(render.colors))),
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
