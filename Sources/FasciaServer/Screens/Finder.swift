import FasciaDocument
import FasciaInteraction
import FasciaModel
import FasciaRender
import FasciaScene
import FasciaWire

/// Finds things in the panel by a few letters, for terminals and scripts, and opens them.
final class Finder: Stage {
    private let live: LivePanel
    private let gestures: Gestures
    private let questions: QuestionSheets
    /// The index of a stack, and the revision that it shows.
    private var index: (stack: String, permit: Permit?, revision: Int, things: Findables)?
    /// Whether there may be other things than in the index, rather than only other states.
    private var isIncomplete = false

    init(live: LivePanel, gestures: Gestures, questions: QuestionSheets) {
        self.live = live
        self.gestures = gestures
        self.questions = questions
    }

    /// Records what an event has changed.
    func take(_ turn: Turn) {
        isIncomplete =
            isIncomplete
            || turn.changes.contains { change in
                switch change {
                case .declared, .removed, .screen, .nav, .question: true
                default: false
                }
            }
    }

    /// - Parameter isTyping: Whether the states may be old: each key searches, and a panel may change all the time.
    ///   Then there are still all things of the panel.
    private func things(_ stack: String, _ client: Client, isTyping: Bool = false) -> Findables {
        let permit = client.permit.hides ? client.permit : nil
        if let index, index.stack == stack, index.permit == permit, index.revision == live.revision || isTyping && !isIncomplete {
            return index.things
        }
        let things = client.permit.panel(live).findables(stack: stack)
        index = (stack, permit, live.revision, things)
        isIncomplete = false
        return things
    }

    private func thing(_ address: FindAddress, _ stack: String, _ client: Client) -> Findable? {
        things(stack, client).all.first { $0.address == address }
    }

    /// The matches that a client may see: a question may be for others.
    private func matching(
        _ query: String, in things: Findables, for client: Client, _ terminal: Terminal? = nil
    ) -> (things: [Findable], isComplete: Bool) {
        var found = things.matching(query)
        found.things.removeAll { thing in
            guard thing.kind == .question, let asked = live.panel.question(thing.address.name) else { return false }
            if let terminal { return !questions.mayAnswer(asked, on: terminal) }
            return !questions.desk.rights.isVisible(asked, to: client)
        }
        return found
    }

    // MARK: - Scripts

    /// Executes `ui.find`.
    func find(_ find: UIFind, _ client: Client) throws(WireError) -> JSON {
        try refusing { () throws(Refusal) in _ = try client.permit.panel(live).requireStack(find.stack) }
        // The states of switches can be read without a new index, which takes long in a large panel.
        var things = things(find.stack, client, isTyping: true)
        var found = matching(find.query, in: things, for: client)
        if found.things.prefix(find.limit).contains(where: { $0.address.space != .switch && $0.kind != .screen }) {
            things = self.things(find.stack, client)
            found = matching(find.query, in: things, for: client)
        }
        // A group has the state of those of its switches that are seen.
        let panel = client.permit.panel(live)
        return [
            "found": .array(found.things.prefix(find.limit).map { $0.json(in: panel) }), "count": .int(found.things.count),
            "complete": .bool(found.isComplete),
        ]
    }

    /// Executes `ui.open`: shows the thing on its screen.
    func open(_ address: String, stack: String, _ request: Request) throws(WireError) -> Reply {
        _ = try request.client.permit.ask(live) { panel throws(Refusal) in try panel.requireStack(stack) }
        let things = things(stack, request.client)
        let parsed = FindAddress(address)
        guard let thing = things.all.first(where: { $0.address == parsed }) else {
            let near = matching(parsed?.name ?? address, in: things, for: request.client).things.prefix(5).map(\.address.text)
            throw WireError(
                .notFound,
                "there is nothing with the address \"\(address)\": "
                    + (near.isEmpty ? "ui.find finds the addresses" : "there is " + near.joined(separator: ", ")))
        }
        if thing.kind == .question {
            throw WireError(.refused, "the question \"\(thing.address.name)\" is on no screen: answer it with ask.answer")
        }
        let changed = try show(thing, stack: stack, request)
        let entry = live.panel.stack(stack)?.top.id.rawValue ?? ""
        return .mutation(revision: live.revision, changed: changed, extra: ["entry": .string(entry)])
    }

    // MARK: - Terminals

    /// A terminal's palette with the current matches.
    ///
    /// - Parameters:
    ///   - wasOpen: Whether the palette was open before this key.
    ///   - terminal: the terminal; `nil` for one that is asked nothing.
    func updated(
        _ old: FindPalette, stack: String, for client: Client, wasOpen: Bool, on terminal: Terminal? = nil
    ) -> FindPalette {
        var palette = old
        if let picker = palette.picker {
            let options = thing(picker.address, stack, client)?.options
            let match = FuzzyMatch(palette.text)
            let rows = (options?.all ?? []).enumerated().compactMap { index, option -> FindPalette.Row? in
                guard match.isEmpty || match.score(FuzzyText(option.label)) != nil else { return nil }
                return FindPalette.Row(id: option.id, title: option.label, isChecked: index == options?.selected)
            }
            palette.count = rows.count
            palette.rows = rows
        } else {
            let things = things(stack, client, isTyping: wasOpen)
            let found = matching(palette.text, in: things, for: client, terminal)
            palette.count = found.things.count
            palette.isComplete = found.isComplete
            palette.rows = found.things.prefix(FindPalette.maximumRows).map(\.row)
        }
        palette.chosen = min(palette.chosen, max(0, palette.rows.count - 1))
        return palette
    }

    /// What choosing a row of a terminal's palette does: it goes where the thing is shown, with the focus on it. To operate
    /// it flips a switch, presses a button, or lists the options of a picker.
    ///
    /// - Parameter state: what the user saw: a switch that somebody else has flipped meanwhile is not flipped back.
    func choose(
        _ id: String, operates: Bool, state: String, on terminal: Terminal, _ request: Request
    ) throws(WireError) -> InputResult.Outcome {
        let palette = terminal.state.find
        if let picker = palette?.picker {
            terminal.state.find = nil
            let thing = thing(picker.address, terminal.stack, request.client)
            let activation = thing?.options?.all.first { $0.id == id }?.activation
            guard let thing, let activation else { return .none }
            return try operate(activation, thing, on: terminal, request)
        }
        guard let thing = FindAddress(id).flatMap({ thing($0, terminal.stack, request.client) }) else { return .none }
        if thing.kind == .question {
            questions.look(at: thing.address.name, on: terminal)
            return .none
        }
        if let options = thing.options, operates || thing.place == nil {
            var picker = FindPalette(picker: .init(address: thing.address, title: thing.title))
            picker.chosen = options.shown ?? 0
            terminal.state.find = picker
            return .none
        }
        if operates {
            guard let activation = thing.activation, !thing.isDestructive else { return .none }
            // Behind its state a row has the condition.
            if thing.isSwitch, thing.state != state.prefix(while: { $0 != " " }) {
                let when = thing.isUnknown ? "now" : "already"
                throw WireError(.conflict, "\(thing.title) is \(thing.state) \(when): nothing was changed")
            }
            terminal.state.find = nil
            return try operate(activation, thing, on: terminal, request)
        }
        guard thing.place != nil else {
            throw WireError(.refused, "\(thing.kind.rawValue) \"\(thing.title)\" is on no screen: Space operates it here")
        }
        terminal.state.find = nil
        _ = try show(thing, stack: terminal.stack, request)
        if let node = thing.place?.node, !node.isEmpty, let top = live.panel.stack(terminal.stack)?.top {
            terminal.state.focus[top.id] = TerminalState.Focus(element: node)
        }
        return .none
    }

    /// What an operation of the thing on its screen does. An action is sent from an entry of that screen, which is
    /// opened if it is not in the stack.
    private func operate(
        _ activation: Activation, _ thing: Findable, on terminal: Terminal, _ request: Request
    ) throws(WireError) -> InputResult.Outcome {
        if case .action(.emit) = activation, let place = thing.place, entry(of: place.screen, terminal.stack) == nil {
            guard terminal.held == nil else {
                throw WireError(.refused, "others have opened a screen meanwhile: Ctrl-G shows it")
            }
            _ = try show(thing, stack: terminal.stack, request)
        }
        let top = live.panel.stack(terminal.stack)?.top.id
        guard let entry = thing.place.flatMap({ entry(of: $0.screen, terminal.stack) }) ?? top else { return .none }
        return .activate(entry: entry, element: thing.place?.node ?? "", activation)
    }

    // MARK: - Screens

    /// The topmost entry that shows a screen.
    private func entry(of screen: String, _ stack: String) -> EntryID? {
        live.panel.stack(stack)?.entries.last { live.panel.screenID(of: $0) == screen }?.id
    }

    /// Goes back to the screen of a thing if it is in the stack, else opens it.
    ///
    /// - Returns: Whether the panel changed.
    private func show(_ thing: Findable, stack: String, _ request: Request) throws(WireError) -> Bool {
        guard let place = thing.place else {
            throw WireError(.refused, "\(thing.kind.rawValue) \"\(thing.title)\" is on no screen")
        }
        guard let entry = entry(of: place.screen, stack) else {
            return try gestures.execute(.push(stack: stack, route: Route(place.screen), handles: []), request)
        }
        guard live.panel.stack(stack)?.top.id != entry else { return false }
        return try gestures.execute(.popTo(stack: stack, .entry(entry)), request)
    }
}

extension Findable {
    /// Conditions may differ although the panel has no other revision.
    fileprivate func json(in panel: Panel) -> JSON {
        var thing = self
        if address.space == .switch { thing.state = panel.findableState(of: address) ?? state }
        if !panel.claims.isEmpty { thing.noteCondition(in: panel) }
        var members: JSON.Object = [
            "address": .string(address.text), "kind": .string(kind.rawValue), "title": .string(title),
            "state": .string(thing.state), "path": .array(path.map { .string($0) }),
        ]
        if !thing.conditions.isEmpty { members["conditions"] = .array(thing.conditions.map { .string($0.rawValue) }) }
        members["condition"] = thing.condition?.json(isSecret: address.space == .value && panel.isSecret(value: address.name))
        return .object(members)
    }
}

extension Findable {
    fileprivate var isSwitch: Bool { kind == .switch || kind == .group }

    /// What a palette shows.
    fileprivate var row: FindPalette.Row {
        var row = FindPalette.Row(
            id: address.text, title: title, path: path.joined(separator: " › "), state: shownState, format: format,
            kind: kind.rawValue)
        if options != nil {
            row.operation = "choose"
        } else if activation != nil, !isDestructive {
            row.operation = isSwitch ? FindPalette.flip(state) : "press"
        }
        return row
    }
}

extension FindPalette {
    /// What flipping a switch does.
    fileprivate static func flip(_ state: String) -> String {
        // As the row on its screen, of which nobody knows what the other state is.
        if state == FoundState.unknown { return "switch" }
        return state == GroupState.on.rawValue ? "turn off" : "turn on"
    }

    /// Shows the current states of the panel. A value without a state may be a secret.
    mutating func updateStates(in panel: Panel) {
        guard picker == nil else { return }
        for index in rows.indices where rows[index].kind != Findable.Kind.value.rawValue || !rows[index].state.isEmpty {
            let row = rows[index]
            guard let address = FindAddress(row.id), let state = panel.foundState(of: address, row.format) else { continue }
            rows[index].state = state.shown
            if address.space == .switch, !row.operation.isEmpty { rows[index].operation = FindPalette.flip(state.text) }
        }
    }
}
