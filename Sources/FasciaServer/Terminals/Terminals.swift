import FasciaModel
import FasciaRender
import FasciaWire

/// The attached terminals of all clients.
final class Terminals: Stage {
    private let live: LivePanel
    private let clients: Clients
    private let limits: ConnectionLimits
    /// In the order of their ids.
    private(set) var all: [Terminal] = []
    /// The last id given out. It is handed over, so that no id is reused by the next process.
    var lastID = 0
    private var lastSizeOrder = 0
    private var lastInputOrder = 0
    /// A terminal was added, resized or removed.
    private var hasChanged = false

    init(_ live: LivePanel, _ clients: Clients, limits: ConnectionLimits) {
        self.live = live
        self.clients = clients
        self.limits = limits
    }

    func take(_ turn: Turn) {
        forgetEntries(removedBy: turn.changes)
        noteRefusals(turn.changes)
    }

    /// Whether a terminal was added, resized or removed since the last call.
    func takeChanged() -> Bool {
        defer { hasChanged = false }
        return hasChanged
    }

    // MARK: - Adding and removing

    /// - Throws: `limit` if a client cannot have this terminal, too.
    func requireRoom(for attach: TerminalAttach, of client: Client) throws(Refusal) {
        try limits.require(.terminals, used: client.terminals.count, by: client)
        let viewBytes = client.terminals.reduce(0) { $0 + $1.viewBytes }
        try limits.require(.viewBytes, used: viewBytes, adding: attach.viewBytes, by: client)
        _ = try checkedSize(attach.columns, attach.rows, for: client)
    }

    func add(_ attach: TerminalAttach, of client: Client) throws(Refusal) -> Terminal {
        try requireRoom(for: attach, of: client)
        lastID += 1
        let terminal = Terminal(id: lastID, client: client, attach, sizeOrder: nextSizeOrder())
        client.terminals.append(terminal)
        update()
        return terminal
    }

    func remove(_ terminal: Terminal) {
        terminal.cancelTimers()
        terminal.client.terminals.removeAll { $0 === terminal }
        update()
        redrawSizeOwner(of: terminal.stack)
        for follower in all where follower.follows == .terminal(terminal.id) { follower.redraw() }
    }

    /// What the next process needs to continue a client's terminals.
    func records(of client: Client, in live: LivePanel) -> [ClientSession.TerminalRecord] {
        client.terminals.map { terminal in
            var attach = terminal.attach
            // The stack of somebody else's terminal does not go with this one.
            attach.isOwn = attach.isOwn && attach.stack == terminal.stack
            (attach.stack, attach.follow) = (terminal.stack, terminal.follows?.number)
            // The entries that the terminal shows come first, then those that it has not returned to yet.
            attach.resume = TerminalViewState(entries: terminal.viewState(in: live.panel).entries + terminal.unrestored)
            return ClientSession.TerminalRecord(
                id: terminal.id, attach: attach, frame: terminal.sequence,
                isCurrent: terminal.shownRevision == live.revision)
        }
    }

    /// Takes over the terminals of a client from the previous process. A terminal whose stack is gone shows the main one.
    func restore(_ records: [ClientSession.TerminalRecord], of client: Client, in live: LivePanel) {
        client.terminals = records.map { record in
            let terminal = Terminal(id: record.id, client: client, record.attach, sizeOrder: nextSizeOrder())
            terminal.sequence = record.frame
            if record.isCurrent { terminal.handedOver = (record.frame, live.revision) }
            return terminal
        }
        for terminal in client.terminals where live.panel.stack(terminal.stack) == nil { terminal.stack = "main" }
        update()
    }

    private func update() {
        let before = all.count
        all = clients.all.flatMap(\.terminals).sorted { $0.id < $1.id }
        if all.count != before { redrawFooters() }
        hasChanged = true
    }

    // MARK: - Finding

    /// - Throws: `notFound` if the client has no such terminal.
    func terminal(_ id: Int, of client: Client) throws(WireError) -> Terminal {
        if let terminal = client.terminals.first(where: { $0.id == id }) { return terminal }
        let own = client.terminals.map { String($0.id) }.joined(separator: ", ")
        throw WireError(
            .notFound,
            "this connection has no terminal \(id): "
                + (own.isEmpty ? "attach one with terminal.attach" : "its terminals are \(own)"))
    }

    func contains(_ terminal: Terminal) -> Bool { all.contains { $0 === terminal } }

    /// Refuses to remove a stack that a terminal shows.
    func checkShown(_ command: Command) throws(WireError) {
        guard case .removeStack(let name) = command, let terminal = all.first(where: { $0.stack == name }) else { return }
        throw WireError(
            .refused,
            "terminal \(terminal.id) of \(terminal.client.origin.name ?? "a client") (pid \(terminal.client.peer.pid)) "
                + "shows the stack \"\(name)\": detach it first",
            details: ["stack": .string(name), "terminal": .int(terminal.id)])
    }

    // MARK: - Size and use

    func resize(_ terminal: Terminal, columns: Int, rows: Int) throws(Refusal) {
        terminal.size = try checkedSize(columns, rows, for: terminal.client, replacing: terminal)
        terminal.sizeOrder = nextSizeOrder()
        hasChanged = true
    }

    /// The size of a terminal with so many columns and rows.
    ///
    /// - Parameter terminal: The terminal that gets this size; `nil` for a new one.
    /// - Throws: `limit` if the terminals of one user would have too many cells.
    private func checkedSize(
        _ columns: Int, _ rows: Int, for client: Client, replacing terminal: Terminal? = nil
    ) throws(Refusal) -> CellSize {
        let size = CellSize(pictureOf: columns, rows)
        let others = all.filter { $0 !== terminal && $0.client.peer.uid == client.peer.uid }
        guard others.reduce(size.cells, { $0 + $1.size.cells }) <= CellSize.maximumCellsOfOneUser else {
            throw .limit(
                "cellsOfOneUser", CellSize.maximumCellsOfOneUser,
                "the terminals of uid \(client.peer.uid) would have more than \(CellSize.maximumCellsOfOneUser) cells together: "
                    + "detach one, or use fewer columns or rows")
        }
        return size
    }

    private func nextSizeOrder() -> Int {
        lastSizeOrder += 1
        return lastSizeOrder
    }

    /// The terminal that was attached or resized last determines the size of a stack's screens.
    func determinesSize(_ terminal: Terminal) -> Bool {
        !all.contains { $0.stack == terminal.stack && $0.sizeOrder > terminal.sizeOrder }
    }

    func recordInput(on terminal: Terminal) {
        lastInputOrder += 1
        terminal.inputOrder = lastInputOrder
    }

    /// The terminal that was used last, of those that follow no other and whose stack somebody sees.
    func lastUsed(seenBy permit: Permit) -> Terminal? {
        let leaders = all.filter { $0.follows == nil && permit.sees(Resource(.nav, $0.stack)) }
        return leaders.max { ($0.inputOrder, $1.id) < ($1.inputOrder, $0.id) }
    }

    // MARK: - Redrawing

    func redrawAll() { for terminal in all { terminal.redraw() } }

    func redraw(stacks: Set<String>) { for terminal in all where stacks.contains(terminal.stack) { terminal.redraw() } }

    func redrawFooters() { for terminal in all where terminal.footerRows > 0 { terminal.redraw() } }

    /// Redraws the terminal that determines the size of a stack's screens.
    private func redrawSizeOwner(of stack: String) { all.first { $0.stack == stack && determinesSize($0) }?.redraw() }

    /// Shows errors as banners on all terminals.
    func show(_ errors: [ReportedIssue]) {
        for issue in errors {
            for terminal in all where terminal.client.permit.sees(issue.issue) {
                terminal.banners.add(issue)
                terminal.redraw()
            }
        }
    }

    /// Removes the banners of issues that are no longer open; the footers may show them too.
    func withdraw(_ issues: Set<Int>) {
        for terminal in all where terminal.banners.withdraw(issues) || terminal.footerRows > 0 { terminal.redraw() }
    }

    /// Tells everybody who typed a value why it was not carried out: the reason is below the field. A field whose value is neither
    /// being carried out nor queued is told at once, so that it does not get the outcome of somebody else's value.
    private func noteRefusals(_ changes: [Change]) {
        for case .bound(let change) in changes {
            guard case .value(let key) = change.thing else { continue }
            switch change.kind {
            case .reverted(_, let reason):
                for terminal in all where terminal.state.recordRefusal(ofValue: key, reason) { terminal.redraw() }
            case .pending:
                guard let state = live.panel.boundState(of: change.thing), let running = state.running else { continue }
                let senders = [running.requester?.client, state.queued?.requester?.client]
                let failure = changes.failure(of: change.thing)
                for terminal in all where !senders.contains(terminal.client.id) {
                    if let failure, terminal.state.recordRefusal(ofValue: key, failure) {
                        terminal.redraw()
                    } else if terminal.state.recordReplacement(ofValue: key) {
                        terminal.redraw()
                    }
                }
            default: break
            }
        }
    }

    /// Drops the focus targets of entries that were removed.
    private func forgetEntries(removedBy changes: [Change]) {
        guard !all.isEmpty else { return }
        for case .nav(let change) in changes where !change.removed.isEmpty {
            let entries = Set(live.panel.stack(change.stack)?.entries.map(\.id) ?? [])
            for terminal in all where terminal.stack == change.stack { SceneLayout.forget(&terminal.state, except: entries) }
        }
    }
}

extension [Change] {
    /// Why a change of a thing has failed, though another one follows.
    fileprivate func failure(of thing: ThingID) -> String? {
        for case .bound(let change) in self where change.thing == thing {
            if case .failed(let reason) = change.kind { return reason }
        }
        return nil
    }
}
