// SwiftUI's animation interface. It is accepted without effect: changes appear immediately.

/// An animation. It has no effect.
public struct Animation: Hashable, Sendable {
    public static let `default` = Animation(), linear = Animation(), easeIn = Animation(), easeOut = Animation()
    public static let easeInOut = Animation(), spring = Animation(), interactiveSpring = Animation(), bouncy = Animation()
    public static let smooth = Animation(), snappy = Animation(), interpolatingSpring = Animation()
    public static func linear(duration: TimeInterval) -> Animation { Animation() }
    public static func easeIn(duration: TimeInterval) -> Animation { Animation() }
    public static func easeOut(duration: TimeInterval) -> Animation { Animation() }
    public static func easeInOut(duration: TimeInterval) -> Animation { Animation() }

    public static func spring(
        response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: TimeInterval = 0
    ) -> Animation { Animation() }
    public static func spring(_ spring: Spring, blendDuration: TimeInterval = 0) -> Animation { Animation() }
    public static func interpolatingSpring(
        mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Animation { Animation() }
    public static func interpolatingSpring(_ spring: Spring, initialVelocity: Double = 0) -> Animation { Animation() }
    public static func interpolatingSpring(
        duration: TimeInterval = 0.5, bounce: Double = 0, initialVelocity: Double = 0
    ) -> Animation { Animation() }
    public static func interactiveSpring(
        response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: TimeInterval = 0.25
    ) -> Animation { Animation() }
    public static func timingCurve(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: TimeInterval = 0.35
    ) -> Animation { Animation() }

    public static func spring(duration: TimeInterval = 0.5, bounce: Double) -> Animation { Animation() }
    public static func spring(duration: TimeInterval) -> Animation { Animation() }
    public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
    public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
    public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }

    @available(*, deprecated, message: "has no effect in a terminal: changes appear immediately")
    public func delay(_ delay: TimeInterval) -> Animation { self }
    @available(*, deprecated, message: "has no effect in a terminal: changes appear immediately")
    public func speed(_ speed: Double) -> Animation { self }
    @available(*, deprecated, message: "has no effect in a terminal: changes appear immediately")
    public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Animation { self }
    @available(*, deprecated, message: "has no effect in a terminal: changes appear immediately")
    public func repeatForever(autoreverses: Bool = true) -> Animation { self }
}

/// How a spring swings. It has no effect.
public struct Spring: Hashable, Sendable {
    public static let bouncy = Spring(), smooth = Spring(), snappy = Spring()
    public init(duration: TimeInterval = 0.5, bounce: Double = 0) {}
    public init(mass: Double = 1, stiffness: Double, damping: Double, allowOverDamping: Bool = false) {}
    public init(response: Double, dampingRatio: Double) {}
}

/// A transition. It has no effect.
public struct AnyTransition: Hashable, Sendable {
    init() {}
    public static let opacity = AnyTransition(), slide = AnyTransition(), scale = AnyTransition(), identity = AnyTransition()
    public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition { AnyTransition() }
    public static func modifier<M: ViewModifier>(active: M, identity: M) -> AnyTransition { AnyTransition() }
    public static let blurReplace = AnyTransition(), symbolEffect = AnyTransition()
    public static func move(edge: Edge) -> AnyTransition { AnyTransition() }
    public static func push(from edge: Edge) -> AnyTransition { AnyTransition() }
    public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition { AnyTransition() }
    @available(*, deprecated, message: "has no effect in a terminal: changes appear immediately")
    public func combined(with other: AnyTransition) -> AnyTransition { self }
    @available(*, deprecated, message: "has no effect in a terminal: changes appear immediately")
    public func animation(_ animation: Animation?) -> AnyTransition { self }
    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition { insertion }
}

/// A transition of an app's own. It has no effect.
@MainActor @preconcurrency public protocol Transition {
    typealias Content = EmptyView
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency func body(content: Content, phase: TransitionPhase) -> Body
}
public enum TransitionPhase: Hashable, Sendable {
    case willAppear, identity, didDisappear
    public var isIdentity: Bool { self == .identity }
    public var value: Double { self == .identity ? 0 : self == .willAppear ? -1 : 1 }
}
extension AnyTransition { public init<T: Transition>(_ transition: T) { self.init() } }

/// A content transition. It has no effect.
public struct ContentTransition: Hashable, Sendable {
    public static let identity = ContentTransition(), interpolate = ContentTransition(), opacity = ContentTransition()
    public static func numericText(value: Double) -> ContentTransition { ContentTransition() }
    public static func symbolEffect(_ effect: SymbolEffect) -> ContentTransition { ContentTransition() }
    public static func numericText(countsDown: Bool = false) -> ContentTransition { ContentTransition() }
}

/// The context of a change.
public struct Transaction: Sendable {
    public var animation: Animation?
    public var disablesAnimations = false
    public init(animation: Animation? = nil) { self.animation = animation }
}

/// Runs `body`. Its changes appear immediately.
public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }

/// Runs `body`, then `completion`. Changes appear immediately.
public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result, completion: () -> Void
) rethrows -> Result {
    let result = try body()
    completion()
    return result
}

public func withTransaction<Result>(
    _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result { try body() }

/// Identifies views for `matchedGeometryEffect`, which has no effect.
@propertyWrapper
public struct Namespace: DynamicProperty, CustomStructuralEquality {
    public struct ID: Hashable, Sendable {
        fileprivate let number: Int
    }

    public init() {}
    public var wrappedValue: ID { ID(number: 0) }
    func isStructurallyEqual(to other: Namespace) -> Bool { true }
}

public struct MatchedGeometryProperties: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let position = MatchedGeometryProperties(rawValue: 1), size = MatchedGeometryProperties(rawValue: 2)
    public static let frame: MatchedGeometryProperties = [.position, .size]
}

extension Binding {
    @available(*, deprecated, message: "has no effect in a terminal: changes appear immediately")
    public func animation(_ animation: Animation? = .default) -> Binding<Value> { self }
    @available(*, deprecated, message: "has no effect in a terminal: changes appear immediately")
    public func transaction(_ transaction: Transaction) -> Binding<Value> { self }
}
