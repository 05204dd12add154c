import FasciaRender

extension SceneLayout {
    /// The state of a terminal that follows another one, possibly of another size.
    ///
    /// - Parameters:
    ///   - leader: the state of the other terminal.
    ///   - size: the size of the other terminal. If this one differs, the focus is scrolled into sight.
    public func following(_ leader: TerminalState, ofSize size: CellSize) -> TerminalState {
        var now = reconcile(leader)
        guard size != self.size, let top else { return now }
        if top.hasLists {
            let layer = top.windowed(&now.scroll)
            layer.storeRowAnchors(&now.scroll)
            layer.scrollToFocusedRow(&now)
        }
        let layer = top.windowed(&now.scroll)
        layer.reveal(&now)
        layer.storeRowAnchors(&now.scroll)
        return now
    }
}

extension TerminalState {
    /// Removes drafts, cut text and typed letters, which are private to a terminal.
    public mutating func removeDrafts() {
        (drafts, restoredDrafts, cut, typed) = ([:], nil, "", "")
    }

    /// Keeps the state that a follower does not share: whether the key help, a story and the palette are open.
    public mutating func keepUnsharedState(of own: TerminalState) { (help, story, find) = (own.help, own.story, own.find) }
}
