import FasciaDocument
import FasciaModel
import FasciaRender
import FasciaScene
import FasciaWire

/// Reads screens for scripts: the same scenes and pictures as on a terminal.
struct ScreenReader {
    let live: LivePanel
    let renderer: FrameRenderer
    let terminals: Terminals
    let frames: Frames
    let renderers: Renderers
    let questions: QuestionSheets

    /// - Parameters:
    ///   - view: the part of the stack to show.
    ///   - size: the size to show it in; `nil` for only what can be operated.
    ///   - client: who sees it.
    func scene(
        _ stack: String, view: StackView = .whole, for size: CellSize? = nil, _ client: Client
    ) throws(WireError) -> Scene {
        let permit = client.permit
        _ = try refusing { () throws(Refusal) in try permit.panel(live).requireStack(stack) }
        guard let scene = renderer.resolve(stack, view: view, for: size, permit: permit.isLimited ? permit : nil) else {
            throw .internalError("stack \(stack) has no scene")
        }
        return scene
    }

    /// Executes `ui.tree`.
    ///
    /// - Parameter terminal: The terminal whose focus is included; `nil` for the stack alone.
    func tree(_ stack: String, terminal: Int?, details: Bool, _ client: Client) throws(WireError) -> Reply {
        let (scene, focus) = try visible(stack, terminal: terminal, client)
        let questions = try visibleQuestions(terminal, client)
        return .written { $0.writeTree(of: scene, focused: focus, details: details, questions: questions) }
    }

    /// The open questions that a client may know of, or those of a terminal.
    private func visibleQuestions(_ terminal: Int?, _ client: Client) throws(WireError) -> [VisibleQuestion] {
        guard live.panel.hasQuestions else { return [] }
        let terminal = try terminal.map { id throws(WireError) in try self.terminal(id, for: client) }
        return live.panel.allQuestions.filter(\.isOpen).compactMap { asked in
            if let terminal {
                guard questions.mayAnswer(asked, on: terminal) else { return nil }
                return VisibleQuestion(asked, isEnabled: true, isFocused: terminal.questions.sheet?.id == asked.id)
            }
            guard questions.desk.rights.isVisible(asked, to: client) else { return nil }
            return VisibleQuestion(asked, isEnabled: questions.desk.rights.takesAnswer(to: asked, of: client))
        }
    }

    /// The visible screens, and the id of the node in the front one that has the terminal's focus.
    private func visible(
        _ stack: String, terminal: Int?, _ client: Client
    ) throws(WireError) -> (scene: Scene, focus: String?) {
        guard let terminal = try terminal.map({ id throws(WireError) in try self.terminal(id, for: client) }) else {
            return (try scene(stack, client), nil)
        }
        let focus = renderer.layOut(terminal.shape).flatMap { layout in
            layout.top.flatMap { layout.reconcile(terminal.state).focus[$0.entry]?.element }
        }
        return (try scene(terminal.stack, view: terminal.view, client), focus)
    }

    /// Executes `ui.render`.
    func render(_ render: UIRender, _ request: Request) throws(WireError) -> Reply {
        switch render.renderer {
        case .text: .result(["mime": "text/plain", "data": .string(try cells(of: render, .none, request.client).plainText)])
        case .ansi: .result(try ansi(render, request.client))
        case .json: .result(json(try nodes(of: render, request.client)))
        case .cells: .result(json(try picture(of: render, request.client)))
        case .plugin(let name): try self.render(render, with: name, request)
        }
    }

    /// The plugin says what it reads when it runs. Only that is made, and only then: many requests may wait for their turn.
    private func render(_ render: UIRender, with plugin: String, _ request: Request) throws(WireError) -> Reply {
        if let terminal = render.terminal {
            _ = try self.terminal(terminal, for: request.client)
        } else {
            _ = try refusing { () throws(Refusal) in try request.client.permit.panel(live).requireStack(render.stack) }
        }
        let client = request.client
        return try renderers.render(
            { input throws(WireError) in
                switch input {
                case .nodes: try nodes(of: render, client)()
                case .cells: try picture(of: render, client)()
                }
            }, with: plugin, request)
    }

    private func json(_ document: () -> [UInt8]) -> JSON {
        ["mime": "application/json", "data": .string(String(decoding: document(), as: UTF8.self))]
    }

    /// The picture as text, for `ui.wait`.
    func text(of render: UIRender, _ client: Client) throws(WireError) -> String {
        try cells(of: render, .none, client).plainText
    }

    private func ansi(_ render: UIRender, _ client: Client) throws(WireError) -> JSON {
        let colors = render.colors
        return ["mime": "text/x-ansi", "data": .string(try cells(of: render, colors, client).styledText(colors: colors))]
    }

    private func cells(
        of render: UIRender, _ colors: ColorDepth, _ client: Client
    ) throws(WireError) -> CellBuffer {
        guard let id = render.terminal else {
            let size = CellSize(pictureOf: render.columns, render.rows)
            return renderer.picture(
                of: try scene(render.stack, for: size, client), size: size, unicode: render.unicode, colors: colors)
        }
        guard let picture = frames.picture(of: try terminal(id, for: client)) else {
            throw .internalError("terminal \(id) shows a stack that does not exist")
        }
        return picture
    }

    /// The visible screens as they are now, for renderers that read nodes.
    private func nodes(of render: UIRender, _ client: Client) throws(WireError) -> () -> [UInt8] {
        let (scene, focus) = try visible(render.stack, terminal: render.terminal, client)
        return {
            var writer = JSONWriter()
            writer.writeDocument(of: scene, focused: focus)
            return writer.bytes
        }
    }

    /// The same for renderers that read cells.
    private func picture(of render: UIRender, _ client: Client) throws(WireError) -> () -> [UInt8] {
        let frame = try cells(of: render, .trueColor, client)
        return {
            var writer = JSONWriter()
            writer.writeDocument(of: frame)
            return writer.bytes
        }
    }

    /// The terminal, brought up to date with the one that it follows.
    ///
    /// - Throws: `notFound`, or `denied` if the client may not see what is being typed there.
    private func terminal(_ id: Int, for client: Client) throws(WireError) -> Terminal {
        guard let terminal = terminals.all.first(where: { $0.id == id }) else {
            throw WireError(.notFound, "there is no terminal \(id): daemon.status lists the attached ones")
        }
        guard terminal.isVisible(to: client) else {
            throw WireError(
                .denied,
                "terminal \(id) belongs to uid \(terminal.client.peer.userID): only that user and the owner "
                    + "of the panel may view it",
                details: ["role": .string(client.role.rawValue), "needed": .string(Role.admin.rawValue)])
        }
        Following(terminals: terminals, renderer: renderer).update(terminal)
        return terminal
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
