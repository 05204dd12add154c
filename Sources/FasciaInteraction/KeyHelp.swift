import FasciaRender

extension SceneLayout {
    /// What the box of the key help shows: the keys, or a story.
    func helpLines(_ state: TerminalState) -> (title: String, lines: [KeyHelp]) {
        state.story.map { ("Why \($0.thing)", $0.lines) } ?? ("Keys", keyHelp(state))
    }

    /// The keys that work in this state, those of the focused element first.
    public func keyHelp(_ state: TerminalState) -> [KeyHelp] {
        var now = reconcile(state)
        guard let layer = top?.windowed(&now.scroll) else { return KeyHelp.everywhere }
        return layer.keyHelp(now) + KeyHelp.everywhere
    }

    /// Handles a key while the key help or a story is open: scrolls or closes it. `nil` if it is closed, and for keys that always
    /// work.
    func handleHelp(_ key: Key, _ now: TerminalState) -> InputResult? {
        guard let first = now.help, key.name != "ctrl+c", key.name != "ctrl+l" else { return nil }
        var now = now
        let box = HelpBox(helpLines(now).lines, in: size)
        let page = max(1, box.inside.size.rows)
        let last = max(0, box.rows.count - page)
        let goal: Int? =
            switch key.name {
            case "down": first + 1
            case "up": first - 1
            case "pagedown", "space", " ": first + page
            case "pageup": first - page
            case "home": 0
            case "end": last
            default: nil
            }
        now.help = goal.map { min(max(0, $0), last) }
        if goal == nil { now.story = nil }
        return InputResult(now)
    }

    /// Handles a mouse event while the key help is open: a click closes it, the wheel scrolls it.
    func handleHelp(_ mouse: Mouse, _ now: TerminalState) -> InputResult? {
        guard now.help != nil else { return nil }
        return switch mouse.kind {
        case .press: handleHelp(Key("escape"), now)
        case .wheelUp: handleHelp(Key("up"), now)
        case .wheelDown: handleHelp(Key("down"), now)
        case .move, .release: InputResult(now)
        }
    }
}

extension KeyHelp {
    /// The keys that work everywhere.
    static let everywhere = [
        KeyHelp("Ctrl-L", "redraws the screen, dismisses all notices"),
        KeyHelp("?, F1", "these keys; in a text field only F1"),
        KeyHelp("q, Ctrl-C", "leaves; in a text field only Ctrl-C"),
    ]

    /// - Parameter hasSlash: whether `/` has no other meaning.
    fileprivate static func find(hasSlash: Bool) -> KeyHelp {
        KeyHelp(hasSlash ? "Ctrl-K, /" : "Ctrl-K", "finds anything in the panel")
    }

    fileprivate static let undo = KeyHelp("Ctrl-U", "takes back your last change")

    fileprivate static let why = KeyHelp("Alt-W", "tells who has changed it, and how")

    fileprivate static let field = [
        KeyHelp("Left, Right", "moves by a character"),
        KeyHelp("Ctrl-Left, Alt-B", "moves back by a word"),
        KeyHelp("Ctrl-Right, Alt-F", "moves on by a word"),
        KeyHelp("Home, Ctrl-A", "to the beginning"),
        KeyHelp("End, Ctrl-E", "to the end"),
        KeyHelp("Ctrl-W, Alt-D", "cuts the word before or after"),
        KeyHelp("Ctrl-U, Ctrl-K", "cuts all before or after"),
        KeyHelp("Ctrl-Y", "inserts the text that was cut"),
    ]

    fileprivate static let menu = [
        KeyHelp("Up, Down", "to another item"),
        KeyHelp("PgUp, PgDn", "a page up or down"),
        KeyHelp("Home, End", "to the first or the last one"),
        KeyHelp("letters", "to the next item that begins with them"),
        KeyHelp("/", "shows only the items that contain what you type"),
        KeyHelp("Enter, Space", "chooses it"),
        KeyHelp("Esc", "closes the menu"),
    ]

    fileprivate static let filteredMenu = [
        KeyHelp("letters, Backspace", "what the items contain"),
        KeyHelp("Up, Down, PgUp, PgDn", "to another item"),
        KeyHelp("Enter", "chooses it"),
        KeyHelp("Esc", "shows all items again"),
    ]

    fileprivate static let filteredLog = [
        KeyHelp("letters, Backspace", "what the lines contain"),
        KeyHelp("Up, Down, PgUp, PgDn", "scrolls the lines"),
        KeyHelp("Esc", "shows all lines again"),
        find(hasSlash: false),
    ]

    fileprivate static let filteredList = [
        KeyHelp("letters, Backspace", "what the rows contain"),
        KeyHelp("Up, Down, PgUp, PgDn", "to another row"),
        KeyHelp("Enter", "operates it"),
        KeyHelp("Esc", "shows all rows again"),
        find(hasSlash: false),
    ]
}

extension LayerLayout {
    fileprivate func keyHelp(_ now: TerminalState) -> [KeyHelp] {
        if openMenu(now) != nil { return now.open?.filter == nil ? KeyHelp.menu : KeyHelp.filteredMenu }
        if let (list, _) = activeFilter(now) {
            return windows[list]?.rows.followsEnd == true ? KeyHelp.filteredLog : KeyHelp.filteredList
        }
        var lines: [KeyHelp] = []
        if let index = focusIndex(now), stops[index].isEnabled { lines += keyHelp(for: stops[index], now) }
        let isInField = focusIndex(now).map { stops[$0].field != nil } ?? false
        if stops.filter(\.takesFocus).count > 1 {
            lines.append(KeyHelp("Up, Down, Tab", "to another control"))
            if stops.count > 2, !isInField {
                lines.append(KeyHelp("Home, End", "to the first or the last one"))
                lines.append(KeyHelp("letters", "to the next one that begins with them"))
            }
        }
        if filterableList(now) != nil { lines.append(KeyHelp("/", "shows only the rows that contain what you type")) }
        if scrolls.contains(where: { $0.maximumRows > 0 }) || hasLists {
            lines.append(KeyHelp("PgUp, PgDn", "a page up or down; so does the wheel"))
            if stops.count <= 2, !isInField { lines.append(KeyHelp("Home, End", "to the beginning or the end")) }
        }
        for stop in stops where stop.isEnabled {
            guard let shortcut = stop.shortcut, let label = body.label(of: stop.element) else { continue }
            lines.append(KeyHelp(shortcut.capitalizedKey, label))
        }
        if let back { lines.append(KeyHelp("Esc, Backspace", back.closes ? "closes this" : "goes back")) }
        if !isInField { lines += [.find(hasSlash: filterableList(now) == nil), .undo] }
        if focusIndex(now).flatMap({ stops[$0].thing }) != nil { lines.append(.why) }
        return lines
    }

    private func keyHelp(for stop: FocusTarget, _ now: TerminalState) -> [KeyHelp] {
        if stop.element == SceneLayout.backElement { return [KeyHelp("Enter", "goes back")] }
        if stop.field != nil {
            let enter = stop.submit != nil || stop.edit != nil ? [KeyHelp("Enter", "submits the text")] : []
            let escape = hasUnsentText(now) ? [KeyHelp("Esc", "puts back the text from before")] : []
            return enter + escape + KeyHelp.field
        }
        if stop.isWheel {
            let opens = KeyHelp("Enter, Space", tentativeIndex(stop, now) == nil ? "opens the list" : "selects the one shown")
            return [KeyHelp("Left, Right", "shows another one"), opens]
        }
        if stop.opensMenu { return [KeyHelp("Enter, Space", stop.options == nil ? "opens the menu" : "opens the list")] }
        if let rows = windows[stop.element]?.rows, rows.followsEnd {
            return [KeyHelp("Up, Down, Home", "scrolls the log"), KeyHelp("End", "to its latest lines, and follows them")]
        }
        var lines: [KeyHelp] = []
        if stop.steps != nil { lines.append(KeyHelp("Left, Right", "less or more; the mouse can drag it")) }
        if stop.activation != nil {
            let what = body.label(of: stop.element) ?? "it"
            lines.append(KeyHelp("Enter, Space", "operates \(what)"))
        }
        return lines
    }
}

extension LayoutBox {
    /// The label of the control for an element.
    fileprivate func label(of id: String) -> String? {
        if element == id, case .control(let control, _, _) = content, !control.label.isEmpty { return control.label }
        for child in children {
            if let label = child.label(of: id) { return label }
        }
        return nil
    }
}

extension String {
    /// Converts `ctrl+s` to the usual `Ctrl-S`.
    fileprivate var capitalizedKey: String {
        split(separator: "+", omittingEmptySubsequences: false)
            .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
    }
}
