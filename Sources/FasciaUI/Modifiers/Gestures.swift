/// Something a person does with a view. At a terminal it is a tap, or it is not.
@MainActor public protocol Gesture {
    associatedtype Value
    /// What a tap does; `nil` for what is no tap.
    var tapped: (() -> Void)? { get }
    var onEndedActions: [(Value) -> Void] { get set }
}

extension Gesture {
    public func onEnded(_ action: @escaping (Value) -> Void) -> Self {
        var gesture = self
        gesture.onEndedActions.append(action)
        return gesture
    }

    public func onChanged(_ action: @escaping (Value) -> Void) -> Self { self }
    public var tapped: (() -> Void)? { nil }
}

public struct TapGesture: Gesture {
    public typealias Value = Void
    public var onEndedActions: [(()) -> Void] = []

    /// - Note: a terminal has no double tap; whatever `count` is, one tap counts.
    nonisolated public init(count: Int = 1) {}

    public var tapped: (() -> Void)? { { [onEndedActions] in for action in onEndedActions { action(()) } } }
}

/// Is never made at a terminal: a key press has no length.
public struct LongPressGesture: Gesture {
    public typealias Value = Bool
    public var onEndedActions: [(Bool) -> Void] = []
    nonisolated public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {}
}

/// Is never made at a terminal: there is nothing to drag.
public struct DragGesture: Gesture {
    public struct Value: Hashable, Sendable {
        public var startLocation, location: CGPoint
        public var translation: CGSize {
            CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y)
        }
    }

    public var onEndedActions: [(Value) -> Void] = []
    nonisolated public init(minimumDistance: CGFloat = 10) {}
}

/// Which gestures of a view count beside one that was added.
public struct GestureMask: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let gesture = GestureMask(rawValue: 1)
    public static let subviews = GestureMask(rawValue: 2)
    public static let all: GestureMask = [.gesture, .subviews]
}

extension View {
    /// A tap is carried out as `onTapGesture` does; other gestures are never made at a terminal.
    public func gesture<G: Gesture>(_ gesture: G, including mask: GestureMask = .all) -> some View {
        modifier(GestureModifier(tapped: mask.contains(.gesture) ? gesture.tapped : nil))
    }

    public func simultaneousGesture<G: Gesture>(_ gesture: G, including mask: GestureMask = .all) -> some View {
        self.gesture(gesture, including: mask)
    }

    public func highPriorityGesture<G: Gesture>(_ gesture: G, including mask: GestureMask = .all) -> some View {
        self.gesture(gesture, including: mask)
    }

    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> some View { self }

    public func onHover(perform action: @escaping (Bool) -> Void) -> some View { self }
}

private struct GestureModifier: ViewModifier {
    let tapped: (() -> Void)?

    func body(content: Content) -> some View {
        if let tapped { content.onTapGesture(perform: tapped) } else { content }
    }
}
