extension Screen {
    /// The row updates that turn `old` into this screen; `nil` if they also differ in something else.
    public func rowsUpdates(from old: Screen) -> [RowsUpdate]? {
        guard id == old.id, title == old.title, emits == old.emits, environment == old.environment else { return nil }
        var updates: [RowsUpdate] = []
        return body.collectRows(from: old.body, into: &updates) ? updates : nil
    }
}

extension Node {
    /// - Returns: whether only rows differ.
    fileprivate func collectRows(from old: Node, into updates: inout [RowsUpdate]) -> Bool {
        if case .rows(let now) = content, case .rows(let before) = old.content, let id, id == old.id,
            modifiers == old.modifiers
        {
            if let update = now.update(from: before, node: id) { updates.append(update) }
            return true
        }
        guard modifiers == old.modifiers, isShallowlyEqual(as: old), children.count == old.children.count else {
            return false
        }
        return zip(children, old.children).allSatisfy { $0.collectRows(from: $1, into: &updates) }
    }
}

extension RowsContent {
    /// The update that turns `old` into these rows; `nil` if they are equal.
    func update(from old: RowsContent, node: String) -> RowsUpdate? {
        guard self != old else { return nil }
        let before = old.rows
        let rows = rows
        let places = known.flatMap { Array($0.range) }
        let same = places.filter { before[$0] != nil && before[$0] == rows[$0] }
        let keep = RowRange.runs(of: same)
        let unchanged = Set(same)
        let runs = RowRange.runs(of: places.filter { !unchanged.contains($0) })
        return RowsUpdate(
            node: node, total: total == old.total ? nil : total, keep: keep == old.known ? nil : keep,
            runs: runs.map { run in .init(first: run.first, children: run.range.compactMap { rows[$0] }) })
    }
}

extension RowsUpdate {
    /// Splits the update into two consecutive ones, each with half of the rows; `nil` if it has at most one row.
    public var halves: (RowsUpdate, RowsUpdate)? {
        let count = runs.reduce(0) { $0 + $1.children.count }
        guard count > 1 else { return nil }
        var (first, second) = (self, RowsUpdate(node: node, runs: []))
        first.runs = []
        var left = count / 2
        for run in runs {
            let taken = min(left, run.children.count)
            left -= taken
            if taken > 0 { first.runs.append(Run(first: run.first, children: Array(run.children.prefix(taken)))) }
            if taken < run.children.count {
                second.runs.append(Run(first: run.first + taken, children: Array(run.children.dropFirst(taken))))
            }
        }
        return (first, second)
    }
}
