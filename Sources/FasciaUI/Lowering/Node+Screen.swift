import FasciaModel

extension Node {
    /// The body of a screen: one node as it is, several below each other.
    static func screen(_ nodes: [Node]) -> Node {
        if nodes.count == 1, let only = nodes.first { return only }
        return Node(.stack(StackContent(.vertical, children: nodes)))
    }
}

extension ViewGraph {
    /// Does what the views say for an action that one of their nodes has sent.
    ///
    /// - Returns: whether it was one of theirs.
    func perform(_ action: Action) -> Bool {
        guard case .emit(_, let payload) = action, let node = payload["node"]?.stringValue else { return false }
        if payload["focus"] == true { return focusMoved(node, payload["value"]?.boolValue ?? false) }
        return operate(
            node, target: payload["on"]?.boolValue, value: payload["value"],
            isSubmit: payload["submit"]?.boolValue ?? false)
    }
}
