import FasciaDocument

/// Runs an action when its content is tapped. On a control, it runs before the control's own action.
struct TapModifier: ViewModifier, PrimitiveModifier {
    /// The number of taps required, in quick succession.
    var count = 1
    var precedence = TapHandler.Precedence.low
    let action: () -> Void

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        let taps = viewNode.stored(Taps())
        let now = viewNode.environment.tapClock
        let handler = TapHandler(precedence: precedence) { [count, action] in
            guard count <= 1 || taps.complete(count, at: now()) else { return false }
            action()
            return true
        }
        viewNode.eventHandler = .tap(nodes: [], handler)
        viewNode.setLowering { [unowned viewNode] in
            var nodes: Set<String> = []
            let tappable = viewNode.childNodes.map { node in
                guard let id = node.id else { return node }
                nodes.insert(id)
                if node.takesFocus { return node }
                viewNode.graph.registerControl(id, at: viewNode)
                // What has no words of its own is named after the words in it.
                return node.with(node.nameFromContent.map { [.accessibilityLabel($0)] } ?? []).with([.tap(.tapped(id))])
            }
            viewNode.eventHandler = .tap(nodes: nodes, handler)
            return tappable
        }
    }
}

/// Counts taps, to recognize multiple ones.
private final class Taps {
    /// A tap after a longer pause starts a new count. Desktops use a similar time for double clicks.
    private static let longestPause = Duration.milliseconds(500)

    private var count = 0
    private var last: ContinuousClock.Instant?

    /// Counts a tap.
    ///
    /// - Returns: whether it completes the wanted number.
    func complete(_ wanted: Int, at time: ContinuousClock.Instant) -> Bool {
        if let last, time - last > Self.longestPause { count = 0 }
        count += 1
        last = time
        guard count >= wanted else { return false }
        count = 0
        return true
    }
}

extension EnvironmentValues {
    /// The clock for taps, which tests replace.
    @Entry var tapClock: () -> ContinuousClock.Instant = { .now }
}

extension Action {
    /// The action that a node sends when it is tapped. The node's id identifies the control.
    static func tapped(_ node: String, target: Bool? = nil) -> Action {
        var payload: JSON.Object = ["node": .string(node)]
        payload["on"] = target.map { .bool($0) }
        return .control(target == nil ? .tap : .toggle, payload)
    }
}

extension View {
    /// - Parameter count: the number of taps, each within half a second of the one before, by mouse, keyboard or
    ///   `fascia tap`.
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        modifier(TapModifier(count: count, action: action))
    }

    /// The place of a tap is not known: a key and `fascia tap` make it as well.
    public func onTapGesture(
        count: Int = 1, coordinateSpace: CoordinateSpace = .local, perform action: @escaping (CGPoint) -> Void
    ) -> some View { onTapGesture(count: count) { action(.zero) } }
}
