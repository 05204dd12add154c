import FasciaModel
import FasciaRender
import FasciaWire

/// What is to be seen, for scripts: the same scene that the terminals show, and the same gestures.
extension Core {
    func visible(_ stack: String) throws(WireError) -> Scene {
        _ = try self.stack(stack)
        guard let scene = picture.scene(stack, of: panel) else { throw .internalError("no scene of \(stack)") }
        return scene
    }

    func tree(_ stack: String) throws(WireError) -> JSON {
        SceneTree.json(try visible(stack))
    }

    /// The element with an id or a label in the topmost layer; `nil` where there is none.
    func find(_ node: String, in scene: Scene) throws(WireError) -> SceneTree.Item? {
        try refusing { () throws(Refusal) in try SceneTree.find(node, in: scene) }
    }

    func tap(_ node: String, stack: String, _ request: Request) throws(WireError) -> Reply {
        let scene = try visible(stack)
        let element = try refusing { () throws(Refusal) in try SceneTree.operable(node, in: scene) }
        let changed = try activate(element.activation, entry: element.entry, stack: stack, request)
        return .mutation(revision: panel.revision, changed: changed, beside: ["node": .string(element.id)])
    }

    func set(_ node: String, to value: JSON, stack: String, _ request: Request) throws(WireError) -> Reply {
        let scene = try visible(stack)
        let element = try refusing { () throws(Refusal) in try SceneTree.operable(node, in: scene) }
        guard case .flip(let id, _) = element.activation else {
            throw WireError(
                Refusal(.invalid, "node \"\(element.id)\" has no value that could be set: ui.tap operates it"))
        }
        guard case .bool(let on) = value else {
            throw .invalidParams(Mismatch(pointer: "/value", expected: "true or false", found: value.found))
        }
        let changed = try command(.setToggle(id: id, on: on), request)
        return .mutation(revision: panel.revision, changed: changed, beside: ["node": .string(element.id)])
    }

    func picture(of render: UIRender) throws(WireError) -> JSON {
        let scene = try visible(render.stack)
        let size = CellSize(columns: render.columns, rows: render.rows)
        let buffer = picture.renderer.picture(scene, size: size)
        return switch render.renderer {
        case .text: ["mime": "text/plain", "data": .string(TextRenderer.text(buffer))]
        case .ansi:
            [
                "mime": "text/x-ansi",
                "data": .string(TextRenderer.ansi(buffer, colors: Profile.Colors(render.colors))),
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
        case .action(.emit(let name, _)):
            // Loud, and never fatal.
            let screen = panel.find(entry)?.entry.route.screen ?? "?"
            logger.warning(
                "unimplemented action",
                metadata: ["action": "\(name)", "screen": "\(screen)", "entry": "\(entry)", "client": "\(request.client.id)"])
            throw WireError(
                Refusal(
                    .unimplemented,
                    "nobody handles \(name) of the screen \"\(screen)\": its app is not connected",
                    details: ["action": .string(name), "entry": .string(entry.rawValue)]))
        case .action(.call):
            guard case .action(let action) = activation else { return false }
            return try command(try Catalogue.command(from: action, entry: entry, stack: stack), request)
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
