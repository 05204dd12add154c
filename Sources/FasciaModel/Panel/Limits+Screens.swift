import FasciaDocument

extension Limits {
    /// - Throws: `limit` when a screen exceeds a limit; `invalid` when two of its nodes have the same id.
    func check(_ screen: Screen) throws(Refusal) {
        // Depth comes first because the later checks recurse through the tree.
        guard screen.body.isNested(atMost: nesting) else {
            throw Refusal(
                .limit, "screen \"\(screen.id)\" is nested more than \(nesting) levels deep",
                details: ["limit": "nesting", "value": .int(nesting)])
        }
        guard screen.body.hasLayers(atMost: layers) else {
            throw Refusal(
                .limit,
                "screen \"\(screen.id)\" has more than \(layers) nodes and modifiers on one path: remove some modifiers",
                details: ["limit": "layers", "value": .int(layers)])
        }
        try checkNesting(of: .object(screen.environment), "the environment of screen \"\(screen.id)\"")
        try screen.body.checkJSON(self, "screen \"\(screen.id)\"")
        let count = screen.body.count
        guard count <= nodes else {
            throw Refusal(
                .limit, "screen \"\(screen.id)\" has \(count) nodes, but at most \(nodes) are allowed",
                details: ["limit": "nodes", "value": .int(nodes)])
        }
        let overdraw = screen.body.overdraw
        guard overdraw <= self.overdraw else {
            throw Refusal(
                .limit,
                "screen \"\(screen.id)\" has \(overdraw) overlapping areas, but at most \(self.overdraw) are allowed",
                details: ["limit": "overdraw", "value": .int(self.overdraw)])
        }
        if let duplicate = screen.body.duplicateID {
            throw Refusal(
                .invalid,
                "node id \"\(duplicate.id)\" occurs twice in screen \"\(screen.id)\", "
                    + "the second time at body\(duplicate.pointer): ids in one screen must be unique",
                details: ["screen": .string(screen.id), "node": .string(duplicate.id)])
        }
    }
}
