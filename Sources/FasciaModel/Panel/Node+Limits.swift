import FasciaDocument

extension Node {
    /// Whether the tree has at most this many levels. Does not recurse deeper than that.
    func isNested(atMost levels: Int) -> Bool {
        levels > 0 && inner.allSatisfy { $0.isNested(atMost: levels - 1) }
    }

    /// Whether every path from this node to a leaf has at most this many nodes and modifiers in total. Does not recurse
    /// deeper than that.
    func hasLayers(atMost layers: Int) -> Bool {
        let left = layers - 1 - modifiers.count
        return left >= 0 && inner.allSatisfy { $0.hasLayers(atMost: left) }
    }

    /// - Precondition: the tree's depth is within the limits, because this recurses.
    /// - Throws: `invalid` if an environment, a call's parameters or a payload is nested too deeply.
    func checkJSON(_ limits: Limits, _ place: String) throws(Refusal) {
        for case .environment(let values) in modifiers {
            try limits.checkNesting(of: .object(values), "an environment in \(place)")
        }
        for action in actions {
            switch action.action {
            case .call(let method, let params):
                try limits.checkNesting(of: params, "the params of \"\(method)\" in \(place)")
            case .emit(let name, let payload):
                try limits.checkNesting(of: payload, "the payload of \"\(name)\" in \(place)")
            }
        }
        for child in inner { try child.checkJSON(limits, place) }
    }
}
