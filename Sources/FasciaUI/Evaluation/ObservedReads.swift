// Of the SPI: `withObservationTracking(_:didSet:)`, which is in the library of every toolchain that this builds with. What
// is public tells of a change before it is made, and only there: on another thread, the view may be evaluated between that
// and the change itself, and nobody says when it is made.
@_spi(SwiftUI) import Observation
import Synchronization

/// What one evaluation has read of observable objects.
///
/// It hears of changes, made by any thread, until the next evaluation has been registered in its turn: so no change goes
/// unheard that is made while that runs.
final class ObservedReads: Sendable {
    private struct State {
        /// The evaluation that is out of date when something changes.
        var reader: Reader
        /// Whether a later evaluation has taken its place.
        var isOver = false
    }

    private let state: Mutex<State>

    private init(_ reader: Reader) { state = Mutex(State(reader: reader)) }

    /// Reads something, and has the reader noted when that changes.
    ///
    /// - Parameter before: what the evaluation before has read.
    /// - Returns: what was read; `nil` instead of the reads where none of it can be observed.
    static func read<Value>(
        _ reader: Reader, after before: ObservedReads?, _ read: () -> Value
    ) -> (Value, ObservedReads?) {
        before?.state.withLock { $0.reader = reader }
        defer { before?.end() }
        let (value, reads) = track(reader, read)
        // Nobody has listened while it was read: what has changed until now went unheard.
        guard let reads, before == nil else { return (value, reads) }
        defer { reads.end() }
        return track(reader, read)
    }

    private static func track<Value>(_ reader: Reader, _ read: () -> Value) -> (Value, ObservedReads?) {
        var reads = ObservedReads(reader)
        let value = withObservationTracking(read, didSet: { [reads] tracking in reads.changed(tracking) })
        // Where nothing was read that can be observed, nobody keeps what would hear of it.
        return isKnownUniquelyReferenced(&reads) ? (value, nil) : (value, reads)
    }

    /// Nobody needs to hear of changes any more.
    func end() { state.withLock { $0.isOver = true } }

    private func changed(_ tracking: ObservationTracking) {
        let reader = state.withLock { $0.isOver ? nil : $0.reader }
        if let reader { reader.inbox.note(reader) } else { tracking.cancel() }
    }
}
