extension Element {
    /// Whether it contains rows that are not known.
    public var hasPartialRows: Bool {
        if case .rows(let total, _) = content, children.count < total { return true }
        return children.contains(where: \.hasPartialRows)
    }
}

extension Scene {
    /// Whether it contains rows that are not known.
    public var hasPartialRows: Bool { layers.contains(where: \.root.hasPartialRows) }
}
