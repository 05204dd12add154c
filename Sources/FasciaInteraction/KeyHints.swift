import FasciaRender
import FasciaScene

extension SceneLayout {
    /// The keys for the footer, the most important first.
    public func keyHints(_ state: TerminalState) -> [Footer.KeyHint] {
        var now = reconcile(state)
        guard now.help == nil, let layer = top?.windowed(&now.scroll) else { return [.close] }
        func escape(_ meaning: String) -> Footer.KeyHint { Footer.KeyHint("escape", meaning) }
        if let find = now.find {
            return find.hints + [escape(find.picker == nil ? "close" : "back")]
        }
        if let menu = layer.openMenu(now) {
            let isFiltered = now.open?.filter != nil
            let choose = menu.chosen == nil ? [] : [Footer.KeyHint.choose]
            return choose + (isFiltered ? [escape("show all")] : [escape("close"), Footer.KeyHint("/", "filter")])
        }
        var hints: [Footer.KeyHint] = []
        let focused = layer.focusIndex(now).map { layer.stops[$0] }
        if let focused, focused.isEnabled { hints += focused.hints }
        if layer.activeFilter(now) != nil { return hints + [escape("show all")] }
        if layer.hasLeftEndOfLog(now) { hints.append(Footer.KeyHint("end", "follow")) }
        if layer.hasUnsentText(now) {
            hints.append(Footer.KeyHint("escape", "discard"))
        } else if let back = layer.back {
            hints.append(Footer.KeyHint("escape", back.closes ? "close" : "back"))
        }
        if focused?.field == nil { hints.append(Footer.KeyHint("/", layer.filterableList(now) == nil ? "find" : "filter")) }
        hints.append(Footer.KeyHint(focused?.field == nil ? "?" : "f1", "keys"))
        if layer.back == nil, focused?.field == nil { hints.append(Footer.KeyHint("q", "quit")) }
        return hints
    }
}

extension FocusTarget {
    /// What the keys do with this element.
    fileprivate var hints: [Footer.KeyHint] {
        if element == SceneLayout.backElement { return [] }
        if let field {
            // Otherwise each key has already sent the text.
            let sends = submit != nil || edit != nil && field.updates == .submit
            return sends ? [Footer.KeyHint("enter", "submit")] : []
        }
        if opensMenu, !isWheel { return [Footer.KeyHint("enter", "open")] }
        var hints: [Footer.KeyHint] = []
        if isWheel || steps != nil { hints.append(Footer.KeyHint("right", isWheel ? "another" : "more")) }
        guard let activation else { return hints }
        let meaning =
            switch activation {
            case .flip: "switch"
            case .pick: isWheel ? "open" : "choose"
            case .setValue: "set"
            case .action: leadsOn ? "open" : "press"
            }
        return hints + [Footer.KeyHint("enter", meaning)]
    }
}

extension FindPalette {
    /// What the keys do with the chosen row.
    fileprivate var hints: [Footer.KeyHint] {
        guard let row = chosenRow else { return [] }
        guard picker == nil else { return [.choose] }
        return [Footer.KeyHint("enter", "go there")] + (spaceOperates ? [Footer.KeyHint("space", row.operation)] : [])
    }
}

extension Footer.KeyHint {
    fileprivate static let close = Footer.KeyHint("escape", "close")
    fileprivate static let choose = Footer.KeyHint("enter", "choose")
}
