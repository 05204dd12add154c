import FasciaModel

/// Runs something when its content is tapped. On a control, it runs before what the control does by itself.
struct TapModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let action: () -> Void

    func update(_ place: Place, content: any View) {
        place.updateContent(content)
        place.gesture = .tap(nodes: [], action)
        place.lower { [unowned place] in
            var nodes: Set<String> = []
            let tappable = place.childNodes.map { node in
                guard let id = node.id else { return node }
                nodes.insert(id)
                if node.isOperable { return node }
                place.graph.handle(id, at: place)
                return node.with([.tap(.tapped(id))])
            }
            place.gesture = .tap(nodes: nodes, action)
            return tappable
        }
    }
}

extension Node {
    fileprivate var isOperable: Bool {
        switch content {
        case .button, .toggle, .picker, .textField, .slider, .stepper, .menu: true
        default: modifiers.contains { if case .tap = $0 { true } else { false } }
        }
    }
}

extension Action {
    /// What a node of an app's says when it is tapped. The app knows by the node's id what to do.
    static func tapped(_ node: String, target: Bool? = nil) -> Action {
        var payload: JSON.Object = ["node": .string(node)]
        payload["on"] = target.map { .bool($0) }
        return .own(target == nil ? .tap : .toggle, payload)
    }
}

extension View {
    /// - Note: a terminal has no double tap; whatever `count` is, one tap counts.
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        modifier(TapModifier(action: action))
    }
}
