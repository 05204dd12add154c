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
        var reader: EvaluationContext
        /// Whether a later evaluation has replaced this one.
        var isOver = false
    }

    private let state: Mutex<State>

    private init(_ reader: EvaluationContext) { state = Mutex(State(reader: reader)) }

    /// Calls `read`, and invalidates the reader when an observable property that was read changes.
    ///
    /// - Parameter before: the reads of the previous evaluation.
    /// - Returns: the result of `read`, and its reads; `nil` for the reads if nothing observable was read.
    static func read<Value>(
        _ reader: EvaluationContext, after before: ObservationRegistration?, _ read: () -> Value
    ) -> (Value, ObservationRegistration?) {
        before?.state.withLock { $0.reader = reader }
        defer { before?.end() }
        let (value, reads) = track(reader, read)
        // Nothing was registered during the first read, so it may have missed a change. Read again while it is
        // registered.
        guard let reads, before == nil else { return (value, reads) }
        defer { reads.end() }
        return track(reader, read)
    }

    private static func track<Value>(_ reader: EvaluationContext, _ read: () -> Value) -> (Value, ObservationRegistration?) {
        var reads = ObservationRegistration(reader)
        let value = withObservationTracking(read, didSet: { [reads] tracking in reads.changed(tracking) })
        // If nothing observable was read, the tracking closure is gone and this is the only reference.
        return isKnownUniquelyReferenced(&reads) ? (value, nil) : (value, reads)
    }

    /// Stops reporting changes.
    func end() { state.withLock { $0.isOver = true } }

    private func changed(_ tracking: ObservationTracking) {
        let reader = state.withLock { $0.isOver ? nil : $0.reader }
        if let reader { reader.inbox.note(reader) } else { tracking.cancel() }
    }
}
