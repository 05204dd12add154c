import FasciaRender
import FasciaScene

extension SceneLayout {
    /// The keys for the footer, the most important first.
    public func keyHints(_ state: TerminalState) -> [StatusLine.KeyHint] {
        var now = reconcile(state)
        guard now.help == nil, let layer = top?.windowed(&now.scroll) else { return [.close] }
        func escape(_ meaning: String) -> StatusLine.KeyHint { StatusLine.KeyHint("escape", meaning) }
        if let find = now.find {
            return find.rows.isEmpty ? [escape("close")] : [.choose, escape(find.picker == nil ? "close" : "back")]
        }
        if let menu = layer.openMenu(now) {
            let isFiltered = now.open?.filter != nil
            let choose = menu.chosen == nil ? [] : [StatusLine.KeyHint.choose]
            return choose + (isFiltered ? [escape("show all")] : [escape("close"), StatusLine.KeyHint("/", "filter")])
        }
        var hints: [StatusLine.KeyHint] = []
        let focused = layer.focusIndex(now).map { layer.stops[$0] }
        if let focused, focused.isEnabled { hints += focused.hints }
        if layer.activeFilter(now) != nil { return hints + [escape("show all")] }
        if layer.hasLeftEndOfLog(now) { hints.append(StatusLine.KeyHint("end", "follow")) }
        if layer.hasUnsentText(now) {
            hints.append(StatusLine.KeyHint("escape", "discard"))
        } else if let back = layer.back {
            hints.append(StatusLine.KeyHint("escape", back.closes ? "close" : "back"))
        }
        if focused?.field == nil { hints.append(StatusLine.KeyHint("/", focused?.row == nil ? "find" : "filter")) }
        hints.append(StatusLine.KeyHint(focused?.field == nil ? "?" : "f1", "keys"))
        return hints
    }
}

extension FocusTarget {
    /// What the keys do with this element.
    fileprivate var hints: [StatusLine.KeyHint] {
        if element == SceneLayout.backElement { return [] }
        if let field {
            // Otherwise each key has already sent the text.
            let sends = submit != nil || edit != nil && field.updates == .submit
            return sends ? [StatusLine.KeyHint("enter", "submit")] : []
        }
        if opensMenu, !isWheel { return [StatusLine.KeyHint("enter", "open")] }
        var hints: [StatusLine.KeyHint] = []
        if isWheel || steps != nil { hints.append(StatusLine.KeyHint("right", isWheel ? "another" : "more")) }
        guard let activation else { return hints }
        let meaning =
            switch activation {
            case .flip: "switch"
            case .pick: isWheel ? "open" : "choose"
            case .setValue: "set"
            case .action: leadsOn ? "open" : "press"
            }
        return hints + [StatusLine.KeyHint("enter", meaning)]
    }
}

extension StatusLine.KeyHint {
    fileprivate static let close = StatusLine.KeyHint("escape", "close")
    fileprivate static let choose = StatusLine.KeyHint("enter", "choose")
}
