import FasciaClient
import FasciaDocument

/// What the agent does with what it has read: lists, and states that the panel has to know more of.
extension PanelAgent {
    // MARK: - Lists

    /// Takes the rows of one use of a list, without those that need what another program has. If the daemon refuses what they make
    /// otherwise, the list remains as it was, as do all others.
    ///
    /// - Returns: whether all are taken.
    func take(_ source: RowSources.RowSource, _ outcome: Lists.Rows) async -> Bool {
        await taking.take()
        let command = source.command
        let (oldRows, oldFailure) = (data.rows[command], data.failures[command])
        var rows = (try? outcome.get()) ?? oldRows
        var failure: String? = if case .failure(let refusal) = outcome { refusal.message } else { nil }
        var refused: RemoteError?
        let cursor = await latestCursor()
        // Nothing is tried that others have: two files that wait for each other would do so in turns for ever.
        var held = HeldRows()
        if hasHeldRows(of: command) { held = await leaveOut(&rows, &failure, of: command) }
        if rows != oldRows || failure != oldFailure {
            refused = await publish(rows, failure, of: command)
            if refused.flatMap(Holding.init) != nil {
                held = await leaveOut(&rows, &failure, of: command)
                if !held.isEmpty { refused = await publish(rows, failure, of: command) }
            }
            if refused != nil { await publishOrReport() }
        }
        awaitRows(of: command, held.holdings, tried: refused.flatMap(Holding.init), since: cursor)
        await taking.giveBack()
        return refused == nil && held.isEmpty
    }

    /// - Returns: why the rows are refused, which leaves those of before; `nil` if they are not.
    private func publish(_ rows: [[String: String]]?, _ failure: String?, of command: CommandTemplate) async -> RemoteError? {
        let (oldRows, oldMissing) = (data.rows[command], data.missing)
        return await publishOrReport(reportsRefusal: false) {
            (data.rows[command], data.failures[command]) = (rows, failure)
            data.missing = Requirements(file, rows: data.rows).missing
        } orElse: { refusal in
            (data.rows[command], data.failures[command], data.missing) = (oldRows, refusal.message, oldMissing)
        }
    }

    /// Leaves out the rows of a list that need what another program carries out, and says so.
    private func leaveOut(
        _ rows: inout [[String: String]]?, _ failure: inout String?, of command: CommandTemplate
    ) async -> HeldRows {
        var held = HeldRows()
        guard let all = rows else { return held }
        func things(of rows: [[String: String]]) -> Set<String> {
            var data = data
            data.rows[command] = rows
            data.missing = Requirements(file, rows: data.rows).missing
            return Set(ExpandedPanel(file, data).lists.lazy.filter { $0.value == command }.map(\.key))
        }
        let always = things(of: [])
        var free: [[String: String]] = []
        for row in all {
            let ids = things(of: [row]).subtracting(always).sorted()
            let isHeld = ids.isEmpty ? false : await held.isHeld(ids, link)
            if !isHeld { free.append(row) }
        }
        guard let message = held.message else { return held }
        (rows, failure) = (free, "\(all.count - free.count) of \(all.count) rows are left out: \(message)")
        return held
    }

    private func hasHeldRows(of command: CommandTemplate) -> Bool {
        heldRows.keys.contains { $0.hasPrefix("\(command)\n") }
    }

    /// Reads lists again whose rows have been refused, as soon as another program has let go of what they need: a row may move
    /// from the list of one file to that of another.
    ///
    /// - Parameters:
    ///   - holdings: of rows that are left out: one for each of those programs.
    ///   - tried: why the list is refused as a whole, which is tried only when that is free.
    private func awaitRows(
        of command: CommandTemplate, _ holdings: [Holding], tried: Holding?, since cursor: String?
    ) {
        var keys = Set(heldRows.keys.filter { $0.hasPrefix("\(command)\n") })
        let all = holdings + (tried.map { [$0] } ?? [])
        guard !keys.isEmpty || !all.isEmpty else { return }
        for key in keys { heldRows[key] = nil }
        for (number, holding) in all.enumerated() {
            heldRows["\(command)\n\(number)"] = holding
            keys.insert("\(command)\n\(number)")
        }
        awaitedRows.update(heldRows, restarting: keys) { [weak self] holding in
            guard let self else { return }
            await awaitEnd(of: holding, since: cursor, isTried: holding == tried) { await self.lists.readRefused() }
        }
    }

    /// Reports what is wrong with lists, each with its command and once.
    func reportLists() async {
        let problems = panel?.listProblems ?? [:]
        let changed = Set(problems.keys).union(reportedLists.keys).filter { problems[$0] != reportedLists[$0] }
        guard !changed.isEmpty else { return }
        reportedLists = problems
        for command in changed.inOrder {
            let subject = "\(command.position.file):\(command.position.line): \(command.text)"
            await issues.solved(subject)
            guard let problem = problems[command] else { continue }
            await report(command.report(problem), about: subject, isError: data.failures[command] != nil)
        }
    }

    /// A command of the file has run, after which lists may differ, and after a button also states.
    func commandEnded(isButton: Bool = false) async {
        guard !options.isDry else { return }
        if isButton { await carriers.readAll() }
        await readLists()
    }

    /// Reads all lists, and then lets things go whose changes were over before: a row that has come back with the end of its
    /// change stays.
    func readLists() async {
        let over = keptThings.subtracting(await busyThings(of: keptThings))
        await lists.readAll()
        if !over.isEmpty { await publishOrReport(lettingGo: over) }
    }

    // MARK: - Reading on demand

    /// Reads the state of a thing, the list of a picker or a table, or everything in a group or on a screen.
    ///
    /// - Returns: why it cannot be read; `nil` if it is read and reported.
    func read(_ id: String) async -> String? {
        let name = Thing.name(of: id)
        var listReason: String?
        let rows = await lists.read(name)
        if case .failure(let refusal)? = rows { listReason = "its list: " + refusal.message }
        if await carriers.has(id) {
            let reason = await carriers.poll(id)
            // A picker whose state nothing reads has been read, too, if its list has.
            return listReason ?? (rows != nil && reason == Carriers.nothingReads ? nil : reason)
        }
        if rows != nil { return listReason }
        let isScreen = file.screens.contains { $0.id == name }
        guard let panel, isScreen || panel.declarations.toggles.contains(name) else { return "the panel has no \(id)" }
        await lists.readAll(retriesRefused: true)
        for thing in Thing.all(panel) {
            guard isScreen ? await carriers.shows(thing, on: name) : thing.id.hasPrefix(name + "/") else { continue }
            let reason = await carriers.poll(thing.id)
            if reason != Carriers.nothingReads { listReason = listReason ?? reason.map { "\(thing.name): \($0)" } }
        }
        return listReason
    }

    // MARK: - States

    /// A picker can show only elements that the daemon knows. A state that is not among the choices becomes one, which says so,
    /// before it is reported; what is no longer the state goes afterwards.
    func pickerRead(_ thing: Thing, _ state: String, isReported: Bool) async {
        guard let panel, let picker = panel.declarations.pickers.first(where: { "picker:" + $0.id == thing.id }) else { return }
        let isChoice = panel.isChoice(state, of: picker)
        let known = data.outside[picker.id] ?? []
        var wanted = isReported ? isChoice ? [] : [state] : isChoice || known.contains(state) ? known : known + [state]
        // It may go back to what it was.
        if isReported, known.contains(where: { $0 != state }), await isChanging(thing.id) {
            wanted = known.filter { $0 != state } + wanted
        }
        guard wanted != known else { return }
        // What the panel cannot hold must not keep it from other changes. The report of the state says why it is refused.
        await publishOrReport(reportsRefusal: false) {
            data.outside[picker.id] = wanted.isEmpty ? nil : wanted
        } orElse: { _ in
            data.outside[picker.id] = known.isEmpty ? nil : known
        }
    }

    /// A state is unknown, for this reason, or is known again.
    func known(_ id: String, _ reason: String?) async {
        let subject = "the state of \(id)"
        await issues.solved(subject)
        if let reason { await report("\(Thing.name(of: id)) is unknown: \(reason)", about: subject, isError: false) }
    }

    // MARK: - Changes of what has gone

    /// Those of some things with changes that run or wait for their confirmation.
    func busyThings(of things: Set<String>) async -> Set<String> {
        guard !things.isEmpty else { return [] }
        var busy = await carriers.busy.intersection(things)
        for id in things.subtracting(busy) {
            if await isChanging(id) { busy.insert(id) }
        }
        return busy
    }

    /// Before a change begins: it may remove its row, and this agent may end before that is over.
    func rememberRows(of id: String) async {
        guard !options.isDry, let rowMemory, let panel, let command = panel.lists[id],
            let source = RowSources(file, missing: data.missing).sources.first(where: { $0.command == command })
        else { return }
        do throws(CommandRefusal) {
            let present = Set(panel.lists.lazy.filter { $0.value == command }.map(\.key))
            try rowMemory.remember(panel.rows(of: command), of: source, with: present, changing: id)
            await issues.solved("the memory of rows")
        } catch {
            await report(
                "cannot remember the rows of \(command.text): \(error.message)", about: "the memory of rows", isError: false)
        }
    }

    /// Begins with the rows of an earlier agent whose changes are not over. They stay until they are.
    func recallRows() async {
        guard !options.isDry, let lists = rowMemory?.lists, !lists.isEmpty else { return }
        for source in RowSources(file, missing: data.missing).sources where data.rows[source.command] == nil {
            guard let list = lists.first(where: { $0.isOf(source) }) else { continue }
            for id in list.changing where await isChanging(id) {
                data.rows[source.command] = list.rows
                break
            }
        }
        data.missing = Requirements(file, rows: data.rows).missing
    }

    /// Whether the daemon waits for a change of a thing, or for its confirmation.
    private func isChanging(_ id: String) async -> Bool {
        let name = Thing.name(of: id)
        let condition: JSON?
        if id.hasPrefix("picker:") {
            let picker = try? await link.call("picker.get", ["id": .string(String(name.prefix { $0 != "/" }))])
            condition = picker?["components"]?.arrayValue?.first { $0["id"] == .string(name) }?["condition"]
        } else if id.hasPrefix("value:") {
            condition = try? await link.call("value.get", ["key": .string(name)])?["conditions"]?[name]
        } else {
            condition = try? await link.call("toggle.get", ["id": .string(name)])?["condition"]
        }
        return condition?["pending"] != nil || condition?["unconfirmed"] != nil
    }
}
