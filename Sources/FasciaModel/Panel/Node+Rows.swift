import FasciaDocument

extension Node {
    /// This tree with the rows of one node updated.
    ///
    /// - Throws: `notFound` if no node has the id, `invalid` if the node is not of the kind `rows`, or if a row's index
    ///   is out of range.
    func updated(_ update: RowsUpdate, screen: String) throws(Refusal) -> Node {
        guard let node = first(named: update.node) else {
            throw Refusal(
                .notFound, "no node \"\(update.node)\" in screen \"\(screen)\": name one of the kind rows by its id",
                details: ["screen": .string(screen), "node": .string(update.node)])
        }
        guard case .rows(let old) = node.content else {
            throw Refusal(
                .invalid,
                "node \"\(update.node)\" of screen \"\(screen)\" is not of the kind rows: "
                    + "screen.put publishes other nodes")
        }
        let total = update.total ?? old.total
        if let run = update.runs.first(where: { $0.first + $0.children.count > total }) {
            throw Refusal(
                .invalid,
                "rows \(run.first) to \(run.first + run.children.count - 1) of node \"\(update.node)\": it has "
                    + "\(total) rows, counted from 0")
        }
        return replaying(update) ?? self
    }

    private func first(named id: String) -> Node? {
        if self.id == id { return self }
        // Not a lazy `compactMap`: its `first` evaluates the closure twice at each level, which takes exponential time.
        for child in children { if let found = child.first(named: id) { return found } }
        return nil
    }
}
