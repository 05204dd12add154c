/// Gestures put together. A view has all of them, each for itself.
@MainActor protocol CompoundGesture {
    var parts: [any Gesture] { get }
}

extension Gesture {
    /// A part of this gesture, which calls its own handlers and those of this one.
    fileprivate func part<Part: Gesture>(_ part: Part, _ value: @escaping (Part.Value) -> Value) -> Part {
        var part = part
        part._handlers.changed += _handlers.changed.map { handler in { handler(value($0)) } }
        part._handlers.ended += _handlers.ended.map { handler in { handler(value($0)) } }
        part._handlers.finished += _handlers.finished
        return part
    }

    public func simultaneously<Other: Gesture>(with other: Other) -> SimultaneousGesture<Self, Other> { .init(self, other) }
    public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> { .init(self, other) }
    public func sequenced<Other: Gesture>(before other: Other) -> SequenceGesture<Self, Other> { .init(self, other) }
}

public struct SimultaneousGesture<First: Gesture, Second: Gesture>: Gesture, CompoundGesture {
    public struct Value {
        public var first: First.Value?
        public var second: Second.Value?
    }

    public var first: First, second: Second
    public var _handlers = GestureHandlers<Value>()
    public var _kind: GestureKind { .none }
    public init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }
    public func _value(_ report: GestureReport) -> Value { Value(first: first._value(report), second: second._value(report)) }
    var parts: [any Gesture] { [part(first) { Value(first: $0) }, part(second) { Value(second: $0) }] }
}

public struct ExclusiveGesture<First: Gesture, Second: Gesture>: Gesture, CompoundGesture {
    public enum Value { case first(First.Value), second(Second.Value) }

    public var first: First, second: Second
    public var _handlers = GestureHandlers<Value>()
    public var _kind: GestureKind { .none }
    public init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }
    public func _value(_ report: GestureReport) -> Value { .first(first._value(report)) }
    var parts: [any Gesture] { [part(first) { .first($0) }, part(second) { .second($0) }] }
}

/// The second gesture counts without the first one, too: a terminal tells a long press from a drag by itself.
public struct SequenceGesture<First: Gesture, Second: Gesture>: Gesture, CompoundGesture {
    public enum Value { case first(First.Value), second(First.Value, Second.Value?) }

    public var first: First, second: Second
    public var _handlers = GestureHandlers<Value>()
    public var _kind: GestureKind { .none }
    public init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }
    public func _value(_ report: GestureReport) -> Value { .first(first._value(report)) }

    var parts: [any Gesture] {
        // The whole has ended with the second one.
        var start = self
        start._handlers.ended = [{ _ in for handler in _handlers.changed { handler(.second(done, nil)) } }]
        return [start.part(first) { .first($0) }, part(second) { .second(done, $0) }]
    }

    private var done: First.Value { first._value(GestureReport()) }
}

/// A tap, whose place is not known: a key makes it as well.
public struct SpatialTapGesture: Gesture {
    public struct Value: Hashable, Sendable { public var location: CGPoint }
    public var count: Int
    public var _handlers = GestureHandlers<Value>()
    public var _kind: GestureKind { .tap(count: count) }
    public func _value(_ report: GestureReport) -> Value { Value(location: report.location) }
    nonisolated public init(count: Int = 1, coordinateSpace: CoordinateSpace = .local) { self.count = count }
}

// MARK: - Gestures of two fingers

/// A gesture that no terminal has. Its actions never run.
public struct AbsentGesture<Value>: Gesture {
    public var _handlers = GestureHandlers<Value>()
    public var _kind: GestureKind { .none }
    public func _value(_ report: GestureReport) -> Value { preconditionFailure("no terminal has this gesture") }
    nonisolated public init(minimumScaleDelta: CGFloat = 0.01) {}
    nonisolated public init(minimumAngleDelta: Angle) {}
}

public struct PinchValue: Sendable {
    public var time: Date, magnification, velocity: CGFloat, rotation: Angle, startAnchor: UnitPoint, startLocation: CGPoint
}

@available(*, deprecated, message: "has no effect in a terminal: a terminal has one pointer with one button")
public typealias MagnifyGesture = AbsentGesture<PinchValue>
@available(*, deprecated, message: "has no effect in a terminal: a terminal has one pointer with one button")
public typealias RotateGesture = AbsentGesture<PinchValue>
@available(*, deprecated, message: "has no effect in a terminal: a terminal has one pointer with one button")
public typealias MagnificationGesture = AbsentGesture<CGFloat>
@available(*, deprecated, message: "has no effect in a terminal: a terminal has one pointer with one button")
public typealias RotationGesture = AbsentGesture<Angle>

/// No gesture if it is `nil`.
extension Optional: Gesture where Wrapped: Gesture {
    public typealias Value = Wrapped.Value
    public var _handlers: GestureHandlers<Value> {
        get { self?._handlers ?? GestureHandlers() }
        set { self?._handlers = newValue }
    }
    public var _kind: GestureKind { self?._kind ?? .none }
    public func _value(_ report: GestureReport) -> Value {
        guard let self else { preconditionFailure("there is no gesture") }
        return self._value(report)
    }
}
