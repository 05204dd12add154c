import FasciaDocument
import FasciaModel
import FasciaRender
import FasciaScene

extension TerminalState {
    /// A press that may become a gesture. Only the release shows whether it is a tap.
    public struct Press: Hashable, Sendable {
        let entry: EntryID
        let start: CellPoint
        var at: CellPoint
        /// The element that a tap would operate.
        let stop: String?
        /// The gestures that it can still become; `nil` if it cannot.
        var hold: Target?
        var drag: Target?
        var phase = Phase.down
        /// Whether another layer has come over it: it becomes nothing any more.
        var isCovered = false

        enum Phase: Hashable, Sendable { case down, held, dragged }

        /// A gesture, and the corner of its node.
        struct Target: Hashable, Sendable {
            let element: String
            let gesture: PointerGesture
            let corner: CellPoint
            let metrics: CellMetrics

            /// Whether the pointer has moved by the gesture's distance.
            func hasMoved(_ from: CellPoint, _ to: CellPoint, beyond: Bool = false) -> Bool {
                let columns = abs(to.column - from.column) - (beyond ? 1 : 0)
                let rows = abs(to.row - from.row) - (beyond ? 1 : 0)
                return columns >= metrics.columns(gesture.distance) || rows >= metrics.rows(gesture.distance)
            }
        }

        /// The duration of a long press, in seconds; `nil` if the press cannot become one.
        public var seconds: Double? {
            guard phase == .down, !isCovered, case .longPress(let seconds)? = hold?.gesture.kind else { return nil }
            return seconds
        }
    }
}

extension SceneLayout {
    /// Call it when the button has been down for `Press.seconds`.
    public func held(_ state: TerminalState) -> InputResult {
        var now = reconcile(state)
        guard let press = now.press, press.seconds != nil, let hold = press.hold else { return InputResult(now) }
        now.press?.phase = .held
        // It may be disabled or gone by now.
        var scroll = now.scroll
        guard let top, top.windowed(&scroll).gestures.contains(where: { $0.stop.element == hold.element }) else {
            return InputResult(now)
        }
        return InputResult(now, press.outcome(hold, .held))
    }
}

extension LayerLayout {
    /// Starts a press that may become a gesture; `nil` if there is none at this point.
    func beginPress(at point: CellPoint, _ before: TerminalState, stop: FocusTarget?) -> InputResult? {
        let here = gestures.filter { visibleRect(of: $0.stop, before.scroll).contains(point) }
        func target(_ matches: (PointerGesture.Kind) -> Bool) -> TerminalState.Press.Target? {
            // The innermost area.
            here.last { matches($0.gesture.kind) }.map {
                .init(
                    element: $0.stop.element, gesture: $0.gesture, corner: visibleOrigin(of: $0.stop, before.scroll),
                    metrics: $0.metrics)
            }
        }
        let hold = target { if case .longPress = $0 { true } else { false } }
        let drag = target { $0 == .drag }
        guard hold != nil || drag != nil else { return nil }
        var now = before
        var press = TerminalState.Press(
            entry: entry, start: point, at: point, stop: stop?.element, hold: hold, drag: drag)
        var preceding: [InputResult.Outcome] = []
        if let hold, hold.gesture.reports { preceding.append(press.outcome(hold, .began)) }
        guard let drag, drag.hasMoved(point, point) else {
            now.press = press
            return InputResult(now, preceding: preceding)
        }
        // A drag without a minimum distance starts at once and rules out a long press.
        if let hold, hold.gesture.reports { preceding.append(press.outcome(hold, .ended)) }
        (press.phase, press.hold) = (.dragged, nil)
        now.press = press
        return InputResult(now, press.outcome(drag, .changed), preceding: preceding)
    }

    /// Handles a pointer movement during the press.
    func movePress(to point: CellPoint, _ before: TerminalState) -> InputResult {
        var now = before
        guard var press = before.press, press.entry == entry, press.at != point else { return InputResult(now) }
        press.at = point
        var preceding: [InputResult.Outcome] = []
        if press.phase == .down, let drag = press.drag, drag.hasMoved(press.start, point) { press.phase = .dragged }
        if let hold = press.hold, press.phase == .dragged || hold.hasMoved(press.start, point, beyond: true) {
            if hold.gesture.reports { preceding.append(press.outcome(hold, .ended)) }
            press.hold = nil
        }
        now.press = press
        guard press.phase == .dragged, let drag = press.drag else { return InputResult(now, preceding: preceding) }
        return InputResult(now, press.outcome(drag, .changed), preceding: preceding)
    }

    /// Handles the release: a tap, unless the press has become a gesture.
    func endPress(at point: CellPoint, _ before: TerminalState) -> InputResult {
        var now = before
        guard var press = before.press, press.entry == entry else { return InputResult(now) }
        now.press = nil
        press.at = point
        var preceding: [InputResult.Outcome] = []
        if let hold = press.hold, hold.gesture.reports { preceding.append(press.outcome(hold, .ended)) }
        switch press.phase {
        case .held: return InputResult(now, preceding: preceding)
        case .dragged:
            guard let drag = press.drag else { return InputResult(now, preceding: preceding) }
            return InputResult(now, press.outcome(drag, .ended), preceding: preceding)
        case .down:
            guard let element = press.stop, let stop = stop(of: element),
                visibleRect(of: stop, now.scroll).contains(point)
            else { return InputResult(now, preceding: preceding) }
            var result = self.press(stop, at: point, now)
            result.preceding = preceding + result.preceding
            return result
        }
    }
}

extension TerminalState.Press {
    /// The ends of the gestures that it has begun.
    var ends: [InputResult.Outcome] {
        var ended: [Target] = []
        if let hold, hold.gesture.reports { ended.append(hold) }
        if phase == .dragged, let drag { ended.append(drag) }
        return ended.map { .ended(entry: entry, element: $0.element, activation($0, .ended)) }
    }

    fileprivate func outcome(_ target: Target, _ phase: PointerGesture.Phase) -> InputResult.Outcome {
        phase == .changed
            ? .drag(entry: entry, element: target.element, activation(target, phase))
            : .activate(entry: entry, element: target.element, activation(target, phase))
    }

    private func activation(_ target: Target, _ phase: PointerGesture.Phase) -> Activation {
        var value: JSON.Object = ["phase": .string(phase.rawValue)]
        if target.gesture.kind == .drag {
            value["start"] = target.points(start)
            value["at"] = target.points(at)
        }
        return .action(target.gesture.action.carrying(.object(value)))
    }
}

extension TerminalState.Press.Target {
    /// The centre of a cell, in points from the node's corner.
    fileprivate func points(_ cell: CellPoint) -> JSON {
        [
            .double((Double(cell.column - corner.column) + 0.5) * metrics.width),
            .double((Double(cell.row - corner.row) + 0.5) * metrics.height),
        ]
    }
}
