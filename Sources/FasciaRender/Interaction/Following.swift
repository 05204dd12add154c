import FasciaModel

extension SceneLayout {
    /// The presentation of a terminal that shows what another one shows, which may have another size.
    ///
    /// - Parameters:
    ///   - leader: the other one's.
    ///   - size: the other one's. In the same size both are the same; in another one the focus is brought into view.
    public func following(_ leader: Presentation, ofSize size: CellSize) -> Presentation {
        var now = settle(leader)
        guard size != self.size, let top else { return now }
        if top.hasLists {
            let layer = top.windowed(&now)
            layer.keepRows(&now)
            layer.bringBackFocus(&now)
        }
        let layer = top.windowed(&now)
        layer.reveal(&now)
        layer.keepRows(&now)
        return now
    }
}

extension Presentation {
    /// Removes all text that somebody is typing or has cut, and that not everybody sees.
    public mutating func removeDrafts() {
        (drafts, returned, cut, typed) = ([:], nil, "", "")
    }

    /// What a follower does not share with the one that it follows: whether the keys are shown.
    public mutating func keepOwn(of own: Presentation) { help = own.help }
}
