/// A mouse gesture other than a tap: a long press or a drag.
public struct PointerGesture: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The button is held down for this many seconds.
        case longPress(seconds: Double)
        case drag
    }

    public var kind: Kind
    /// In points: the maximum movement of a long press, or the minimum movement of a drag.
    public var distance: Double
    /// Whether the start and the end of a press are also sent.
    public var reports: Bool
    /// The action to send. What happened is its member `value`: `{"phase": "held"}`, or for a drag `{"phase":
    /// "changed", "start": [x, y], "at": [x, y]}`, in points from the node's top left corner.
    public var action: Action

    public init(_ kind: Kind, distance: Double = 10, reports: Bool = false, action: Action) {
        self.kind = kind
        self.distance = distance
        self.reports = reports
        self.action = action
    }

    /// The state of a gesture.
    public enum Phase: String, CaseIterable, Hashable, Sendable {
        /// The button was pressed on the node.
        case began
        /// The button was held down long enough.
        case held
        /// The mouse was dragged to another place.
        case changed
        /// The button was released.
        case ended
    }
}

extension PointerGesture {
    static let longPressSchema = Schema.record(
        Press(),
        [
            .defaulted("seconds", \.seconds, .number(0...3_600), default: 0.5, "The minimum time that the button is held down."),
            .defaulted("distance", \.distance, .number(0...100_000), default: 10, "The maximum movement, in points."),
            .defaulted("reports", \.reports, .bool, default: false, "Whether the beginning and the end are reported, too."),
            .required("action", \.action, Action.schema, "The action, which gets the gesture as value."),
        ]
    ).map { press throws(Mismatch) in
        try checkAction(press.action)
        return PointerGesture(
            .longPress(seconds: press.seconds), distance: press.distance, reports: press.reports, action: press.action)
    } back: { gesture in
        let seconds: Double = if case .longPress(let seconds) = gesture.kind { seconds } else { 0 }
        return Press(
            seconds: seconds, distance: gesture.distance, reports: gesture.reports, action: gesture.action)
    }

    static let dragSchema = Schema.record(
        Press(),
        [
            .defaulted("distance", \.distance, .number(0...100_000), default: 10, "The minimum distance, in points."),
            .required("action", \.action, Action.schema, "The action, which gets the gesture as value."),
        ]
    ).map { press throws(Mismatch) in
        try checkAction(press.action)
        return PointerGesture(.drag, distance: press.distance, action: press.action)
    } back: {
        Press(distance: $0.distance, action: $0.action)
    }

    private static func checkAction(_ action: Action) throws(Mismatch) {
        do throws(Mismatch) { try action.checkCarries() } catch { throw error.below("action") }
    }

    private struct Press: Hashable, Sendable {
        var seconds = 0.5
        var distance = 10.0
        var reports = false
        var action = Action.emit(name: "", payload: .null)
    }
}
