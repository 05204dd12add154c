import FasciaDocument
import FasciaInteraction
import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaScene
import FasciaWire

/// Attaches terminals and handles their input.
final class TerminalInput {
    private let live: LivePanel
    private let clients: Clients
    private let terminals: Terminals
    private let renderer: FrameRenderer
    private let frames: Frames
    private let following: Following
    private let ownStacks: OwnStacks
    private let gestures: Gestures
    private let actions: TerminalActions
    private let executor: InputExecutor
    private let finder: Finder
    private let countdown: Countdown
    private let attention: Attention
    private let loop: EventLoop
    private let questions: QuestionSheets
    /// Letters typed with shorter pauses than this form one search text.
    private let typingPause: Duration

    init(
        _ live: LivePanel, _ clients: Clients, _ terminals: Terminals, renderer: FrameRenderer, frames: Frames,
        gestures: Gestures, finder: Finder, actions: ActionRouter, issues: IssueLog, countdown: Countdown,
        attention: Attention, questions: QuestionSheets, history: HistoryRequests, loop: EventLoop, typingPause: Duration
    ) {
        self.questions = questions
        self.live = live
        self.clients = clients
        self.terminals = terminals
        self.renderer = renderer
        self.frames = frames
        self.gestures = gestures
        self.finder = finder
        self.countdown = countdown
        self.attention = attention
        self.loop = loop
        self.typingPause = typingPause
        following = Following(terminals: terminals, renderer: renderer)
        ownStacks = OwnStacks(live: live, terminals: terminals)
        self.actions = TerminalActions(terminals: terminals, actions: actions)
        executor = InputExecutor(
            live: live, sheets: OwnSheets(live: live, terminals: terminals), gestures: gestures, actions: self.actions,
            issues: issues, finder: finder, attention: attention, history: history,
            questions: questions)
    }

    // MARK: - Attaching and detaching

    func attach(_ attach: TerminalAttach, _ request: Request) throws(WireError) -> Reply {
        let followed = try following.stack(of: attach.follow, by: request.client)
        // Before a stack is made for it.
        try refusing { () throws(Refusal) in try terminals.requireRoom(for: attach, of: request.client) }
        var shown = attach
        if let followed, !attach.isOwn {
            shown.stack = followed
        } else {
            // Until there is somebody to follow, it shows a stack like others.
            var alone = attach
            alone.follow = nil
            try AccessCheck(live: live).require(.terminalAttach(alone), request)
            shown.stack = try ownStacks.stack(for: attach, request)
        }
        let terminal = try refusing { () throws(Refusal) in try terminals.add(shown, of: request.client) }
        questions.show(on: terminal)
        clients.afterReply { [self] in frames.send(to: terminal) }
        return .result(["terminal": .int(terminal.id), "stack": .string(terminal.stack)])
    }

    func detach(_ id: Int, _ client: Client) throws(WireError) -> Reply {
        remove(try terminals.terminal(id, of: client))
        return .result(["terminal": .int(id)])
    }

    func resize(_ id: Int, columns: Int, rows: Int, _ client: Client) throws(WireError) -> Reply {
        let terminal = try terminals.terminal(id, of: client)
        try refusing { () throws(Refusal) in try terminals.resize(terminal, columns: columns, rows: rows) }
        if let layout = renderer.layOut(terminal.shape) { terminal.state = layout.reconcileRevealingFocus(terminal.state) }
        // A terminal's contents are undefined after a resize, so the next frame is a full one.
        terminal.lastPicture = nil
        terminal.lastLayout = nil
        frames.send(to: terminal)
        return .result(["terminal": .int(id)])
    }

    func remove(_ terminal: Terminal) {
        actions.sendHeldEdit(of: terminal)
        terminals.remove(terminal)
        ownStacks.remove(of: terminal)
    }

    /// Sends the edits that a client's terminals hold.
    func sendHeldEdits(of client: Client) {
        for terminal in client.terminals { actions.sendHeldEdit(of: terminal) }
    }

    // MARK: - Input

    /// - Parameter frame: the number of the frame that its user saw; `nil` for the latest.
    func press(_ key: String, on id: Int, at frame: Int? = nil, _ request: Request) throws(WireError) -> Reply {
        if let terminal = request.client.terminals.first(where: { $0.id == id }) {
            // Leaving always works.
            if key != "ctrl+c", let reply = dropIfMeantForClosed(key, on: terminal) { return reply }
            let now = Moment.now
            if !terminal.state.typed.isEmpty, let last = terminal.lastKey,
                last.advanced(by: typingPause) < now
            {
                terminal.state.typed = ""
            }
            terminal.lastKey = now
            attention.pressed(on: terminal)
            if TerminalKey(key) == Attention.key, terminal.held != nil { return look(terminal) }
        }
        if TerminalKey(key) == Countdown.key, let terminal = request.client.terminals.first(where: { $0.id == id }),
            let thing = countdown.thing(for: terminal)
        {
            return try confirm(thing, on: id, at: frame, request)
        }
        if let reply = try answer(.key(key), on: id, at: frame, request) { return reply }
        return try operate(id, at: key == "ctrl+c" ? nil : frame, request) { layout, terminal in
            layout.handle(Key(key), terminal.state)
        }
    }

    /// Drops a key that was meant for a question or a field that has gone: it must not operate what is there now.
    ///
    /// - Returns: `nil` if it was meant for what is shown.
    private func dropIfMeantForClosed(_ key: String?, on terminal: Terminal) -> Reply? {
        guard questions.wasMeantForClosed(key, on: terminal) else { return nil }
        attention.pressed(on: terminal)
        return .mutation(revision: live.revision, changed: false, extra: [:])
    }

    /// Gives an input to the question over the picture.
    ///
    /// - Returns: `nil` if there is none.
    private func answer(
        _ input: QuestionSheets.Input, on id: Int, at frame: Int?, _ request: Request
    ) throws(WireError) -> Reply? {
        guard let terminal = request.client.terminals.first(where: { $0.id == id }) else { return nil }
        defer { if terminal.shownRevision == nil { redraw(terminal) } }
        guard var isChanged = try questions.take(input, on: terminal, at: frame, request) else { return nil }
        if let (act, reason) = terminal.questions.explained.take() {
            isChanged = try attention.acting(on: terminal) { () throws(WireError) in
                try executor.retry(act, because: reason, on: terminal, request)
            }
        }
        terminals.recordInput(on: terminal)
        terminal.redraw()
        return .mutation(revision: live.revision, changed: isChanged, extra: [:])
    }

    /// Shows what others have opened.
    private func look(_ terminal: Terminal) -> Reply {
        (terminal.state.find, terminal.state.open) = (nil, nil)
        terminals.recordInput(on: terminal)
        attention.reveal(terminal)
        redraw(terminal)
        return .mutation(revision: live.revision, changed: false, extra: [:])
    }

    /// Keeps the change of which the countdown speaks.
    private func confirm(_ thing: ThingID, on id: Int, at frame: Int?, _ request: Request) throws(WireError) -> Reply {
        let terminal = try terminals.terminal(id, of: request.client)
        terminals.recordInput(on: terminal)
        do throws(WireError) {
            try executor.requireOperate(terminal)
            if let frame, terminal.glass.seen(at: frame, latest: terminal.sequence)?.front.unconfirmed != thing {
                throw Self.notSeen
            }
            let isChanged = try gestures.execute(.confirm(thing), request)
            frames.send(to: terminal)
            return .mutation(revision: live.revision, changed: isChanged, extra: [:])
        } catch {
            terminal.banners.show(error.message)
            frames.send(to: terminal)
            throw error
        }
    }

    func point(_ mouse: TerminalMouse, _ request: Request) throws(WireError) -> Reply {
        let cell = CellPoint(column: mouse.column, row: mouse.row)
        if mouse.kind == .press, let terminal = request.client.terminals.first(where: { $0.id == mouse.terminal }),
            terminal.footerRows > 0, cell.row == terminal.contentSize.rows, let keys = terminal.footerKeys,
            let key = keys.shown.first(where: { $0.columns.contains(cell.column) })?.name
        {
            // Another key may have been there.
            if let frame = mouse.frame, frame < keys.since {
                terminal.banners.show(Self.notSeen.message)
                redraw(terminal)
                throw Self.notSeen
            }
            return try press(key, on: mouse.terminal, at: mouse.frame, request)
        }
        let gesture = Mouse(mouse.kind, at: cell)
        defer { waitForLongPress(mouse.terminal, request) }
        if mouse.kind == .press, let terminal = request.client.terminals.first(where: { $0.id == mouse.terminal }) {
            attention.pressed(on: terminal)
        }
        if let reply = try answer(.mouse(gesture), on: mouse.terminal, at: mouse.frame, request) { return reply }
        let clicked = mouse.kind == .press ? cell : nil
        return try operate(mouse.terminal, at: mouse.frame, clicked: clicked, request) { layout, terminal in
            // Under a banner nothing was in sight, whether or not it is still there: the click only dismisses it.
            let glass = mouse.frame.map { terminal.glass.seen(at: $0, latest: terminal.sequence) } ?? terminal.glass.last
            if mouse.kind == .press, let glass, glass.bannerRows.contains(cell.row) { return InputResult(terminal.state) }
            // Only the left button presses and drags.
            if mouse.kind == .press || mouse.kind == .move, mouse.button != .left {
                return InputResult(terminal.state)
            }
            // A press refers to the picture that the user saw, even if the layout has changed since.
            guard let seen = terminal.lastLayout, mouse.kind == .press || mouse.kind == .release else {
                return layout.handle(gesture, terminal.state)
            }
            return layout.handle(gesture, terminal.state, seeing: seen)
        }
    }

    func paste(_ text: String, on id: Int, at frame: Int? = nil, _ request: Request) throws(WireError) -> Reply {
        if let terminal = request.client.terminals.first(where: { $0.id == id }),
            let reply = dropIfMeantForClosed(nil, on: terminal)
        {
            return reply
        }
        if let reply = try answer(.paste(text), on: id, at: frame, request) { return reply }
        let terminal = try terminals.terminal(id, of: request.client)
        guard renderer.layOut(terminal.shape)?.paste("", terminal.state) != nil else {
            throw WireError(.refused, "no text field has the focus, and no filter is open: focus a field, then paste again")
        }
        attention.pressed(on: terminal)
        return try operate(id, at: frame, request) { layout, terminal in
            layout.paste(text, terminal.state) ?? InputResult(terminal.state)
        }
    }

    // MARK: - Gestures

    /// Starts the timer of a long press if the pressed element has one.
    private func waitForLongPress(_ id: Int, _ request: Request) {
        guard let terminal = request.client.terminals.first(where: { $0.id == id }) else { return }
        guard let seconds = terminal.state.press?.seconds else {
            terminal.longPressTimer?.cancel()
            return terminal.longPressTimer = nil
        }
        // Small movements do not restart the timer.
        guard terminal.longPressTimer == nil else { return }
        terminal.longPressTimer = loop.schedule(in: .seconds(seconds)) { [self] in
            terminal.longPressTimer = nil
            guard let layout = renderer.layOut(terminal.shape) else { return }
            let before = terminal.state
            let result = layout.held(before)
            terminal.state = result.state
            _ = try? attention.acting(on: terminal) { () throws(WireError) in
                try executor.execute(result, after: before, on: terminal, request)
            }
            redraw(terminal)
        }
    }

    /// - Parameters:
    ///   - frame: the number of the frame at which the input was made; `nil` for the latest.
    ///   - cell: where a click was made.
    private func operate(
        _ id: Int, at frame: Int?, clicked cell: CellPoint? = nil, _ request: Request,
        _ handle: (SceneLayout, Terminal) -> InputResult
    ) throws(WireError) -> Reply {
        let terminal = try terminals.terminal(id, of: request.client)
        guard let layout = renderer.layOut(terminal.shape) else {
            throw .internalError("terminal \(id) shows a stack that does not exist")
        }
        terminal.banners.dismiss()
        terminals.recordInput(on: terminal)
        if terminal.shownRevision != live.revision, layout.movesFocus(from: terminal.state, to: layout.reconcile(terminal.state))
        {
            terminal.loseFocus(isTyping: layout.isTyping(terminal.state))
        }
        let result = handle(layout, terminal)
        try checkFollower(terminal, result)
        if let frame { try checkSeen(result, layout, terminal, at: frame, clicked: cell) }
        let before = terminal.state
        adopt(result, on: terminal)
        if result.outcome == .quit { return quit(terminal) }
        defer { redraw(terminal) }
        defer {
            attention.inputEnded(on: terminal)
            questions.inputEnded(on: terminal)
        }
        let isChanged = try attention.acting(on: terminal) { () throws(WireError) in
            try executor.execute(result, after: before, on: terminal, request)
        }
        if let find = terminal.state.find {
            terminal.state.find = finder.updated(
                find, stack: terminal.stack, for: terminal.client, wasOpen: before.find != nil, on: terminal)
        }
        terminal.glass.follow(
            from: layout.front(layout.reconcile(before), focusMoves: terminal.focusMoves),
            to: layout.front(terminal.state, focusMoves: terminal.focusMoves))
        return .mutation(revision: live.revision, changed: isChanged, extra: [:])
    }

    /// Refuses an input that would operate something that was not in the frame at which it was made.
    private func checkSeen(
        _ result: InputResult, _ layout: SceneLayout, _ terminal: Terminal, at frame: Int, clicked cell: CellPoint?
    ) throws(WireError) {
        let before = layout.reconcile(terminal.state)
        let now = layout.front(before, focusMoves: terminal.focusMoves)
        let seen = terminal.glass.seen(at: frame, latest: terminal.sequence)
        if let seen, layout.allows(result, before, now, seen: seen, clickedAt: cell) { return }
        guard seen != nil || result.operates(comparedTo: before) else { return }
        terminal.state = before
        terminal.banners.show(Self.notSeen.message)
        redraw(terminal)
        throw Self.notSeen
    }

    private static let notSeen = WireError(
        .conflict, "the picture has changed since that was pressed: nothing was changed, press it again")

    /// Refuses an input of a terminal that follows another one, unless it concerns only its own window.
    private func checkFollower(_ terminal: Terminal, _ result: InputResult) throws(WireError) {
        guard terminal.follows != nil, !result.isLocal(comparedTo: terminal.state) else { return }
        let error = Refusal(.denied, "this terminal follows another one: attach one without follow to operate the panel")
        terminal.banners.show(error.message)
        frames.send(to: terminal)
        throw WireError(error)
    }

    /// Takes the state after an input. A view-only terminal keeps no drafts.
    private func adopt(_ result: InputResult, on terminal: Terminal) {
        if terminal.operates, let notice = result.notice { terminal.banners.show(notice) }
        let isTyping = result.state.drafts != terminal.state.drafts
        if terminal.operates || !isTyping { terminal.state = result.state }
    }

    private func quit(_ terminal: Terminal) -> Reply {
        remove(terminal)
        clients.notify(
            terminal.client, "terminal.detached", ["terminal": .int(terminal.id), "reason": .string("quit")])
        return .mutation(revision: live.revision, changed: false, extra: ["detached": true])
    }

    private func redraw(_ terminal: Terminal) {
        frames.send(to: terminal)
        following.redrawFollowers(of: terminal)
    }
}
