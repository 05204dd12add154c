import FasciaDocument

extension Limits {
    /// - Throws: `limit` when a screen exceeds a limit; `invalid` when two of its nodes have the same id.
    func check(_ screen: Screen) throws(Refusal) {
        // Depth comes first because the later checks recurse through the tree.
        guard screen.body.isNested(atMost: nesting) else {
            throw .limit("nesting", nesting, "screen \"\(screen.id)\" is nested more than \(nesting) levels deep")
        }
        guard screen.body.hasLayers(atMost: layers) else {
            throw .limit(
                "layers", layers,
                "screen \"\(screen.id)\" has more than \(layers) nodes and modifiers on one path: remove some modifiers")
        }
        try checkNesting(of: .object(screen.environment), "the environment of screen \"\(screen.id)\"")
        try screen.body.checkJSON(self, "screen \"\(screen.id)\"")
        let count = screen.body.count
        guard count <= nodes else {
            throw .limit("nodes", nodes, "screen \"\(screen.id)\" has \(count) nodes, but at most \(nodes) are allowed")
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
