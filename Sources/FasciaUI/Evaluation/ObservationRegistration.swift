// Uses `withObservationTracking(_:didSet:)`, an SPI in the library of every supported toolchain. The public function
// only calls back before a change. If another thread makes the change, the view may be evaluated between the callback
// and the change, and nothing would report the change itself.
@_spi(SwiftUI) import Observation
import Synchronization

/// The observable properties that one evaluation has read.
///
/// Changes, made by any thread, are reported until the next evaluation has registered its own reads. So no change
/// during that evaluation is missed.
final class ObservationRegistration: Sendable {
    private struct State {
        /// The evaluation to invalidate on a change.
        var context: EvaluationContext
        /// Whether a later evaluation has replaced this one.
        var isCancelled = false
    }

    private let state: Mutex<State>

    private init(_ context: EvaluationContext) { state = Mutex(State(context: context)) }

    /// Calls `read`, and invalidates the evaluation when an observable property that was read changes.
    ///
    /// - Parameter before: the registration of the previous evaluation.
    /// - Returns: the result of `read`, and the registration; `nil` if nothing observable was read.
    static func read<Value>(
        _ context: EvaluationContext, after before: ObservationRegistration?, _ read: () -> Value
    ) -> (Value, ObservationRegistration?) {
        before?.state.withLock { $0.context = context }
        defer { before?.cancel() }
        let (value, registration) = track(context, read)
        // Nothing was registered during the first read, so it may have missed a change. Read again while it is
        // registered.
        guard let registration, before == nil else { return (value, registration) }
        defer { registration.cancel() }
        return track(context, read)
    }

    private static func track<Value>(_ context: EvaluationContext, _ read: () -> Value) -> (Value, ObservationRegistration?) {
        var registration = ObservationRegistration(context)
        let value = withObservationTracking(read, didSet: { [registration] tracking in registration.changed(tracking) })
        // If nothing observable was read, the tracking closure is gone and this is the only reference.
        return isKnownUniquelyReferenced(&registration) ? (value, nil) : (value, registration)
    }

    /// Stops reporting changes.
    func cancel() { state.withLock { $0.isCancelled = true } }

    private func changed(_ tracking: ObservationTracking) {
        let context = state.withLock { $0.isCancelled ? nil : $0.context }
        if let context { context.invalidations.insert(context) } else { tracking.cancel() }
    }
}
