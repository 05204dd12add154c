import FasciaDocument

/// A user gesture: a tap, or a long press or drag with the mouse.
@MainActor public protocol Gesture {
    associatedtype Value
    var _handlers: GestureHandlers<Value> { get set }
    /// The built-in gesture that this one is based on.
    var _kind: GestureKind { get }
    /// The gesture's value for a report.
    func _value(_ report: GestureReport) -> Value
}

/// The actions of a gesture.
public struct GestureHandlers<Value> {
    var changed: [(Value) -> Void] = []
    var ended: [(Value) -> Void] = []
    /// Called when the gesture is over, whether or not it has succeeded.
    var finished: [() -> Void] = []
    nonisolated public init() {}
}

/// The gestures that terminals support.
public enum GestureKind: Hashable, Sendable {
    /// A gesture that no terminal has, or several in one.
    case none
    case tap(count: Int)
    case longPress(minimumDuration: Double, maximumDistance: CGFloat)
    case drag(minimumDistance: CGFloat)
}

/// The start and current location of a gesture, in points from the top left corner of the view.
public struct GestureReport: Hashable, Sendable {
    public var start = CGPoint.zero
    public var location = CGPoint.zero
    nonisolated public init() {}
}

extension Gesture {
    public func onEnded(_ action: @escaping (Value) -> Void) -> Self {
        var gesture = self
        gesture._handlers.ended.append(action)
        return gesture
    }

    public func onChanged(_ action: @escaping (Value) -> Void) -> Self {
        var gesture = self
        gesture._handlers.changed.append(action)
        return gesture
    }

    /// Updates a state while the gesture lasts. Afterwards the state is reset to its initial value.
    public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> Self {
        var gesture = onChanged { value in
            var transaction = Transaction()
            var new = state.wrappedValue
            body(value, &new, &transaction)
            state.set(new)
        }
        gesture._handlers.finished.append(state.reset)
        return gesture
    }
}

public struct TapGesture: Gesture {
    public typealias Value = Void
    public var count: Int
    public var _handlers = GestureHandlers<Void>()
    public var _kind: GestureKind { .tap(count: count) }
    public func _value(_ report: GestureReport) {}

    /// - Parameter count: the number of taps, each within half a second of the one before.
    nonisolated public init(count: Int = 1) { self.count = count }
}

/// Holding down the mouse button. It changes when the button goes down, and ends once it was down long enough.
public struct LongPressGesture: Gesture {
    public typealias Value = Bool
    public var minimumDuration: Double
    public var maximumDistance: CGFloat
    public var _handlers = GestureHandlers<Bool>()
    public var _kind: GestureKind { .longPress(minimumDuration: minimumDuration, maximumDistance: maximumDistance) }
    public func _value(_ report: GestureReport) -> Bool { true }

    nonisolated public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {
        self.minimumDuration = minimumDuration
        self.maximumDistance = maximumDistance
    }
}

/// Moving the mouse with its button down. Locations are the centres of cells, relative to the view.
public struct DragGesture: Gesture {
    public struct Value: Hashable, Sendable {
        public var time: Date
        public var startLocation, location: CGPoint
        public var translation: CGSize { CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y) }
        /// The pointer has no inertia: it stops where the button is released.
        public var predictedEndLocation: CGPoint { location }
        public var predictedEndTranslation: CGSize { translation }
        public var velocity: CGSize { .zero }
    }

    public var minimumDistance: CGFloat
    public var _handlers = GestureHandlers<Value>()
    public var _kind: GestureKind { .drag(minimumDistance: minimumDistance) }

    public func _value(_ report: GestureReport) -> Value {
        Value(time: Date(), startLocation: report.start, location: report.location)
    }

    nonisolated public init(minimumDistance: CGFloat = 10, coordinateSpace: CoordinateSpace = .local) {
        self.minimumDistance = minimumDistance
    }
}

/// Which gestures are enabled when one is added to a view.
public struct GestureMask: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let none: GestureMask = []
    public static let gesture = GestureMask(rawValue: 1), subviews = GestureMask(rawValue: 2)
    public static let all: GestureMask = [.gesture, .subviews]
}

extension View {
    /// Adds a gesture. A tap works like `onTapGesture`; long presses and drags need the mouse.
    public func gesture<G: Gesture>(_ gesture: G, including mask: GestureMask = .all) -> some View {
        adding(gesture, mask, .low)
    }

    @ViewBuilder fileprivate func adding<G: Gesture>(
        _ gesture: G, _ mask: GestureMask, _ precedence: TapHandler.Precedence
    ) -> some View {
        if let gestures = gesture as? any CompoundGesture, mask.contains(.gesture) {
            gestures.parts.reduce(AnyView(self)) { view, part in AnyView(erased: view.adding(part, .all, precedence)) }
        } else {
            modifier(GestureModifier(gesture: mask.contains(.gesture) ? gesture : nil, precedence: precedence))
        }
    }

    public func gesture<G: Gesture>(_ gesture: G, isEnabled: Bool) -> some View {
        self.gesture(gesture, including: isEnabled ? .all : .subviews)
    }

    public func simultaneousGesture<G: Gesture>(_ gesture: G, including mask: GestureMask = .all) -> some View {
        adding(gesture, mask, .simultaneous)
    }

    public func highPriorityGesture<G: Gesture>(_ gesture: G, including mask: GestureMask = .all) -> some View {
        adding(gesture, mask, .high)
    }

    /// Runs `action` when the mouse button was held down on this view for `minimumDuration` seconds.
    ///
    /// - Parameters:
    ///   - maximumDistance: how far the mouse may move meanwhile, in points.
    ///   - onPressingChanged: called when the button goes down, and when it is released or the mouse moves too far.
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> some View {
        var press = LongPressGesture(minimumDuration: minimumDuration, maximumDistance: maximumDistance)
            .onEnded { _ in action() }
        if let onPressingChanged {
            press = press.onChanged { _ in onPressingChanged(true) }
            press._handlers.finished.append { onPressingChanged(false) }
        }
        return gesture(press)
    }

    /// The form of the first SwiftUI versions.
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, pressing: ((Bool) -> Void)?,
        perform action: @escaping () -> Void
    ) -> some View {
        onLongPressGesture(
            minimumDuration: minimumDuration, maximumDistance: maximumDistance, perform: action,
            onPressingChanged: pressing)
    }
}

/// Handles a gesture. A tap is handled by `TapModifier`.
private struct GestureModifier<G: Gesture>: ViewModifier, PrimitiveModifier {
    let gesture: G?
    let precedence: TapHandler.Precedence

    func update(_ viewNode: ViewNode, content: any View) {
        guard let gesture else { return viewNode.updatePassthrough(content) }
        let handlers = gesture._handlers
        let kind: PointerGesture.Kind
        let distance: CGFloat
        switch gesture._kind {
        case .none: return viewNode.updatePassthrough(content)
        case .tap(let count):
            let tap = { for action in handlers.ended { action(gesture._value(GestureReport())) } }
            return TapModifier(count: count, precedence: precedence, action: tap).update(viewNode, content: content)
        case .longPress(let seconds, let maximum):
            (kind, distance) = (.longPress(seconds: Self.clamp(seconds, 3_600)), maximum)
        case .drag(let minimum): (kind, distance) = (.drag, minimum)
        }
        viewNode.updatePassthrough(content)
        let reports = !handlers.changed.isEmpty || !handlers.finished.isEmpty
        viewNode.eventHandler = .pointer { phase, report in
            let value = gesture._value(report)
            switch (phase, kind) {
            case (.began, _), (.changed, _): for action in handlers.changed { action(value) }
            case (.held, _): for action in handlers.ended { action(value) }
            case (.ended, .drag):
                for action in handlers.ended { action(value) }
                for action in handlers.finished { action() }
            case (.ended, .longPress): for action in handlers.finished { action() }
            }
        }
        viewNode.setLowering { [unowned viewNode] in
            viewNode.childNodes.map { node in
                guard let id = node.id else { return node }
                let name = "\(id)@\(viewNode.depth)"
                viewNode.graph.registerPointerGesture(name, at: viewNode)
                let action = Action.control(.gesture, ["node": .string(name)])
                let pointer = PointerGesture(
                    kind, distance: Self.clamp(Double(distance), 100_000), reports: reports, action: action)
                return node.with([kind == .drag ? .drag(pointer) : .longPress(pointer)])
            }
        }
    }

    private static func clamp(_ value: Double, _ maximum: Double) -> Double { value.isNaN ? 0 : min(max(0, value), maximum) }
}

// MARK: - State of a gesture

/// A view's state that a gesture updates while it lasts.
@propertyWrapper
public struct GestureState<Value>: DynamicProperty {
    private let initial: Value
    private let onReset: (Value) -> Void
    private var location: StoredLocation<Value>?

    public init(wrappedValue: Value) { self.init(initialValue: wrappedValue) }
    public init(initialValue: Value) {
        initial = initialValue
        onReset = { _ in }
    }

    /// - Parameter resetTransaction: ignored: the value changes back at once.
    public init(wrappedValue: Value, resetTransaction: Transaction) { self.init(initialValue: wrappedValue) }

    /// - Parameter reset: called with the last value when the gesture is over.
    public init(wrappedValue: Value, reset: @escaping (Value, inout Transaction) -> Void) {
        initial = wrappedValue
        onReset = { value in
            var transaction = Transaction()
            reset(value, &transaction)
        }
    }

    public var wrappedValue: Value { location?.value ?? initial }
    public var projectedValue: GestureState<Value> { self }

    func set(_ value: Value) { location?.value = value }

    func reset() {
        onReset(wrappedValue)
        set(initial)
    }
}

extension GestureState where Value: ExpressibleByNilLiteral { public init() { self.init(initialValue: nil) } }

extension GestureState: Installable, CustomStructuralEquality {
    mutating func install(_ installation: inout Installation) {
        let initial = initial
        location = installation.storedObject { StoredLocation(initial) }
    }

    /// The initial value only matters once.
    func isStructurallyEqual(to other: Self) -> Bool { true }
}
