// Animations in several steps. They stand still at their first step, which is where SwiftUI's end.

/// Shows the first of its phases.
public struct PhaseAnimator<Phase: Equatable, Content: View>: View {
    public let body: Content?

    public init<Trigger: Equatable>(
        _ phases: some Sequence<Phase>, trigger: Trigger = 0, @ViewBuilder content: @escaping (Phase) -> Content,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) { body = phases.first { _ in true }.map(content) }
}

/// Shows its initial value.
public struct KeyframeAnimator<Value, Content: View>: View {
    public let body: Content

    public init<Trigger: Equatable>(
        initialValue: Value, repeating: Bool = true, trigger: Trigger = 0, @ViewBuilder content: @escaping (Value) -> Content,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> Keyframes
    ) { body = content(initialValue) }
}

extension View {
    public func phaseAnimator<Phase: Equatable, Trigger: Equatable>(
        _ phases: some Sequence<Phase>, trigger: Trigger = 0, @ViewBuilder content: @escaping (Self, Phase) -> some View,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) -> some View { PhaseAnimator(phases) { content(self, $0) } }

    public func keyframeAnimator<Value, Trigger: Equatable>(
        initialValue: Value, repeating: Bool = true, trigger: Trigger = 0,
        @ViewBuilder content: @escaping (Self, Value) -> some View,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> Keyframes
    ) -> some View { content(self, initialValue) }
}

/// Steps of an animation. They are not shown.
public struct Keyframes: Sendable {}

@resultBuilder public enum KeyframesBuilder<Root> {
    public static func buildExpression(_ track: KeyframeTrack<Root>) -> Keyframes { Keyframes() }
    public static func buildExpression(_ keyframe: LinearKeyframe<Root>) -> Keyframes { Keyframes() }
    public static func buildBlock(_ parts: Keyframes...) -> Keyframes { Keyframes() }
}

public struct KeyframeTrack<Root> {
    public init(@KeyframesBuilder<Root> content: () -> Keyframes) {}
    public init<Value>(_ path: WritableKeyPath<Root, Value>, @KeyframesBuilder<Value> content: () -> Keyframes) {}
}

public struct LinearKeyframe<Value> {
    public init(_ to: Value, duration: TimeInterval = 0) {}
    public init(_ to: Value, duration: TimeInterval = 0, spring: Spring, startVelocity: Value? = nil) {}
}
public typealias CubicKeyframe = LinearKeyframe
public typealias SpringKeyframe = LinearKeyframe
public typealias MoveKeyframe = LinearKeyframe

extension View {
    /// Changes the view at once.
    public func animation<V: View>(_ animation: Animation?, @ViewBuilder body: (Self) -> V) -> some View { body(self) }
    public func colorScheme(_ scheme: ColorScheme) -> some View { environment(\.colorScheme, scheme) }
    public static func _printChanges() {}
}

public struct EmptyModifier: ViewModifier {
    public init() {}
    public func body(content: Content) -> some View { content }
}
public typealias HSplitView = HStack
public typealias VSplitView = VStack

/// A change of the places of a view's points. It is accepted and not shown: a cell stands where it stands.
public protocol GeometryEffect: Animatable, ViewModifier {
    func effectValue(size: CGSize) -> ProjectionTransform
}

extension GeometryEffect { public func body(content: Content) -> some View { content } }

public struct ProjectionTransform: Hashable, Sendable {
    public init() {}
    public init(_ transform: CGAffineTransform) {}
}
