import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaWire

/// Attached terminals: input and lifetime.
extension Core {
    func attachTerminal(_ attach: TerminalAttach, _ client: Client) throws(WireError) -> Reply {
        _ = try visible(attach.stack)
        try refusing { () throws(Refusal) in
            try require(.terminals, for: client)
            _ = try checkedSize(attach.columns, attach.rows, for: client)
        }
        try checkLeader(attach.follow)
        let terminal = Terminal(id: nextTerminal(), client: client, attach, sizing: nextSizing())
        client.terminals.append(terminal)
        terminalsChanged()
        afterReply { [self] in show(terminal) }
        return .result(["terminal": .int(terminal.id)])
    }

    func detach(_ id: Int, _ client: Client) throws(WireError) -> Reply {
        let terminal = try terminal(id, of: client)
        remove(terminal)
        return .result(["terminal": .int(id)])
    }

    func resize(_ id: Int, columns: Int, rows: Int, _ client: Client) throws(WireError) -> Reply {
        let terminal = try terminal(id, of: client)
        terminal.size = try refusing { () throws(Refusal) in try checkedSize(columns, rows, for: client, instead: terminal) }
        forgetUnusedLayouts()
        terminal.sizing = nextSizing()
        if let layout = layout(for: terminal) { terminal.presentation = layout.reconcileResized(terminal.presentation) }
        // A terminal's contents are undefined after a resize, so the next frame is a full one.
        terminal.shown = nil
        terminal.seen = nil
        show(terminal)
        return .result(["terminal": .int(id)])
    }

    func press(_ key: String, on id: Int, _ request: Request) throws(WireError) -> Reply {
        // Letters typed within `typingPause` form one search text.
        if let terminal = request.client.terminals.first(where: { $0.id == id }) {
            let now = Moment.now
            if !terminal.presentation.typed.isEmpty, let last = terminal.lastKey,
                last.advanced(by: settings.typingPause) < now
            {
                terminal.presentation.typed = ""
            }
            terminal.lastKey = now
        }
        return try operate(id, request) { layout, terminal in
            layout.handle(Key(key), terminal.presentation)
        }
    }

    func point(_ mouse: TerminalMouse, _ request: Request) throws(WireError) -> Reply {
        let gesture = Mouse(Mouse.Kind(mouse.kind), at: CellPoint(column: mouse.column, row: mouse.row))
        defer { waitForLongPress(mouse.terminal, request) }
        return try operate(mouse.terminal, request) { layout, terminal in
            // Only the left button presses and drags.
            if mouse.kind == .press || mouse.kind == .move, mouse.button != .left {
                return InputResult(terminal.presentation)
            }
            // A press refers to the picture that the user saw, even if the layout has changed since.
            guard let seen = terminal.seen, mouse.kind == .press || mouse.kind == .release else {
                return layout.handle(gesture, terminal.presentation)
            }
            return layout.handle(gesture, terminal.presentation, seeing: seen)
        }
    }

    func paste(_ text: String, on id: Int, _ request: Request) throws(WireError) -> Reply {
        let terminal = try terminal(id, of: request.client)
        guard layout(for: terminal)?.paste("", terminal.presentation) != nil else {
            throw WireError(
                Refusal(.refused, "nothing here takes text: a paste needs a text field that has the focus"))
        }
        return try operate(id, request) { layout, terminal in
            layout.paste(text, terminal.presentation) ?? InputResult(terminal.presentation)
        }
    }

    // MARK: - Gestures

    /// Starts the timer of a long press if the pressed element has one.
    private func waitForLongPress(_ id: Int, _ request: Request) {
        guard let terminal = request.client.terminals.first(where: { $0.id == id }) else { return }
        guard let seconds = terminal.presentation.press?.seconds else {
            terminal.holdTimer?.cancel()
            return terminal.holdTimer = nil
        }
        // Small movements do not restart the timer.
        guard terminal.holdTimer == nil else { return }
        terminal.holdTimer = loop.schedule(in: .seconds(seconds)) { [self] in
            terminal.holdTimer = nil
            guard let layout = layout(for: terminal) else { return }
            let reaction = layout.held(terminal.presentation)
            terminal.presentation = reaction.presentation
            do throws(WireError) {
                for part in reaction.first + [reaction.outcome] { _ = try execute(part, terminal, request) }
            } catch {
                terminal.banners.refuse(error.message)
            }
            show(terminal)
            flush()
        }
    }

    private func operate(
        _ id: Int, _ request: Request, _ react: (SceneLayout, Terminal) -> InputResult
    ) throws(WireError) -> Reply {
        let terminal = try terminal(id, of: request.client)
        guard let layout = layout(for: terminal) else { throw .internalError("the stack of terminal \(id) is gone") }
        terminal.banners.dismiss()
        terminal.lastUse = nextUse()
        let reaction = react(layout, terminal)
        if terminal.follows != nil, !reaction.isOwn(instead: terminal.presentation) {
            let error = Refusal(
                .denied, "this terminal follows another one: attach one without follow to do things")
            terminal.banners.refuse(error.message)
            show(terminal)
            throw WireError(error)
        }
        if terminal.operates, let complaint = reaction.complaint { terminal.banners.refuse(complaint) }
        // A view-only terminal keeps no drafts.
        let isTyping = reaction.presentation.drafts != terminal.presentation.drafts
        if terminal.operates || !isTyping {
            terminal.presentation = reaction.presentation
        }
        if reaction.outcome == .quit {
            letGo(terminal, reason: "quit")
            return .mutation(revision: panel.revision, changed: false, beside: ["detached": true])
        }
        var isChanged = false
        do throws(WireError) {
            if isTyping { try mayOperate(terminal) }
            // A view-only terminal does not execute what leaving the focused element causes.
            if terminal.operates {
                for part in reaction.first where try execute(part, terminal, request) == true { isChanged = true }
            }
            if try execute(reaction.outcome, terminal, request) == true { isChanged = true }
        } catch {
            // The banner informs the user, the reply a script that presses keys. An unimplemented action is already
            // published as an issue to all terminals.
            if error.reason != Refusal.Reason.unimplemented.rawValue { terminal.banners.refuse(error.message) }
            show(terminal)
            showFollowers(of: terminal)
            throw error
        }
        show(terminal)
        showFollowers(of: terminal)
        return .mutation(revision: panel.revision, changed: isChanged, beside: [:])
    }

    /// - Returns: Whether the panel changed; `nil` if the outcome is not a change.
    private func execute(
        _ outcome: InputResult.Outcome, _ terminal: Terminal, _ request: Request
    ) throws(WireError) -> Bool? {
        switch outcome {
        case .none, .quit: return nil
        case .redraw:
            terminal.shown = nil
            return nil
        case .activate(let entry, let element, let activation):
            try mayOperate(terminal)
            sendHeld(terminal)
            if case .action(.emit(let name, let payload)) = activation {
                try send(ActionSend(entry: entry, name: name, payload: payload), element, terminal, request)
                return false
            }
            return try activate(activation, entry: entry, stack: terminal.stack, request)
        case .drag(let entry, let element, let activation):
            let place = TerminalState.ElementID(entry: entry, element: element)
            guard terminal.unanswered[place] == nil else { return nil }
            return try execute(.activate(entry: entry, element: element, activation), terminal, request)
        case .edit(let entry, let element, let edit, let text):
            try mayOperate(terminal)
            do throws(WireError) {
                let activation = try refusing { () throws(Refusal) in try edit.activation(text: text) }
                if case .action(.emit(let name, let payload)) = activation,
                    hold(ActionSend(entry: entry, name: name, payload: payload), element, terminal, request)
                {
                    return false
                }
                return try execute(.activate(entry: entry, element: element, activation), terminal, request)
            } catch {
                terminal.presentation.refused(TerminalState.ElementID(entry: entry, element: element))
                throw error
            }
        case .back(let entry, let closes):
            try mayOperate(terminal)
            sendHeld(terminal)
            return try command(
                closes ? .close(stack: terminal.stack, entry: entry) : .pop(stack: terminal.stack, entry: entry),
                request)
        }
    }

    private func send(
        _ send: ActionSend, _ element: String, _ terminal: Terminal, _ request: Request
    ) throws(WireError) {
        let sending = held(send, element, terminal, request)
        terminal.presentation.sent(from: sending.place)
        try start(sending, terminal)
    }

    private func mayOperate(_ terminal: Terminal) throws(WireError) {
        guard !terminal.operates else { return }
        throw WireError(
            Refusal(.denied, "this terminal only shows the panel: attach one with mode operate to do things"))
    }

    // MARK: - Finding

    func terminal(_ id: Int, of client: Client) throws(WireError) -> Terminal {
        if let terminal = client.terminals.first(where: { $0.id == id }) { return terminal }
        let own = client.terminals.map { String($0.id) }.joined(separator: ", ")
        throw WireError(
            Refusal(
                .notFound,
                "this connection has no terminal \(id): "
                    + (own.isEmpty ? "it has none; terminal.attach makes one" : "it has \(own)")))
    }

    /// Detaches a terminal and notifies its client.
    func letGo(_ terminal: Terminal, reason: String) {
        remove(terminal)
        terminal.client.output.call(
            id: nil, method: "terminal.detached",
            params: ["terminal": .int(terminal.id), "reason": .string(reason)])
        hasOutput(terminal.client)
    }

    private func remove(_ terminal: Terminal) {
        sendHeld(terminal)
        terminal.cancel()
        terminal.client.terminals.removeAll { $0 === terminal }
        terminalsChanged()
        leaveRooms(of: [terminal])
        showFollowers(ofGone: terminal.id)
    }
}

extension TerminalCapabilities {
    init(_ attach: TerminalAttach) {
        let features = attach.features.map { feature -> Features in
            switch feature {
            case .erase: .erase
            case .lines: .lines
            case .repeat: .repeat
            case .synchronized: .synchronized
            }
        }
        self.init(
            colors: Colors(attach.colors), unicode: attach.unicode, scheme: attach.scheme == .light ? .light : .dark,
            features: Features(features))
    }
}

extension TerminalCapabilities.Colors {
    init(_ depth: ColorDepth) {
        self =
            switch depth {
            case .none: .none
            case .ansi16: .ansi16
            case .ansi256: .ansi256
            case .trueColor: .trueColor
            }
    }
}

extension Mouse.Kind {
    init(_ kind: TerminalMouse.Kind) {
        self =
            switch kind {
            case .press: .press
            case .release: .release
            case .move: .move
            case .wheelUp: .wheelUp
            case .wheelDown: .wheelDown
            }
    }
}
