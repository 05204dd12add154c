import FasciaDocument

extension Node {
    /// The body of a screen: a single node as it is, or several in a vertical stack.
    static func screen(_ nodes: [Node]) -> Node {
        if nodes.count == 1, let only = nodes.first { return only }
        return Node(.stack(StackContent(.vertical, children: nodes)))
    }
}

extension ViewGraph {
    /// Performs an action that a node of these views has sent.
    ///
    /// - Returns: whether the action has a handler.
    func perform(_ action: Action) -> Bool {
        guard case .emit(let name, let payload) = action, let controlAction = ControlAction(name: name),
            let node = payload["node"]?.stringValue
        else { return false }
        switch controlAction {
        case .gesture:
            let value = payload["value"] ?? .null
            guard let phase = value["phase"]?.stringValue.flatMap(PointerGesture.Phase.init(rawValue:)) else {
                return false
            }
            return handlePointer(node, phase, GestureReport(value))
        case .focus: return focusMoved(node, payload["value"]?.boolValue ?? false)
        case .tap, .toggle, .change, .submit:
            return operate(
                node, target: payload["on"]?.boolValue, value: payload["value"], isSubmit: controlAction == .submit)
        }
    }
}

extension GestureReport {
    /// Decodes the report that a terminal sends.
    fileprivate init(_ value: JSON) {
        func point(_ name: String) -> CGPoint {
            CGPoint(x: value[name]?[0]?.doubleValue ?? 0, y: value[name]?[1]?.doubleValue ?? 0)
        }
        self.init()
        (start, location) = (point("start"), point("at"))
    }
}
