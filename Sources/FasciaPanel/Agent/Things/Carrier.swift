import FasciaAgent
import FasciaDocument

/// Carries out the changes of one thing and reads its state: by commands, or by another interface of the machine.
///
/// `Carriers` does the rest: it compares the state with the request, and reports.
package protocol Carrier: Sendable {
    /// Makes a change, and waits until the thing has settled.
    ///
    /// - Parameter progress: called with what it is doing.
    /// - Throws: why it could not be made.
    func carryOut(_ change: ThingChange, progress: @escaping @Sendable (String) async -> Void) async throws(CommandRefusal)
    /// Reads the state once. `nil` means that the thing has no status: its state is the last value set.
    func read() async -> StatusReading?
    /// Called when a change begins and when it has ended. In between, the reads of this thing come before those of others.
    func setChanging(_ isChanging: Bool) async
    /// Calls `read` at the start and whenever the state may have changed, until the task is cancelled.
    func observe(_ read: @Sendable () async -> Void) async
}

extension Carrier {
    package func setChanging(_ isChanging: Bool) async {}
}

/// A change of a thing that has been requested.
package struct ThingChange: Hashable, Sendable {
    /// The value last reported; `null` if none was.
    package var from: JSON
    package var to: JSON
    /// Who has requested it.
    package var cause: JSON
    /// Whether this change reverts an unconfirmed one.
    package var isRevert = false
    /// When it is too late to begin.
    package var deadline: ContinuousClock.Instant?
    /// Cancelled when another change waits for the end of this one: what waits need not begin, a command goes on, and the job of a
    /// unit is cancelled. When the daemon is gone, what waits must not begin.
    package var cancellation = ChangeCancellation()

    package init(
        from: JSON, to: JSON, cause: JSON = .null, isRevert: Bool = false, deadline: ContinuousClock.Instant? = nil,
        cancellation: ChangeCancellation = ChangeCancellation()
    ) {
        self.from = from
        self.to = to
        self.cause = cause
        self.isRevert = isRevert
        self.deadline = deadline
        self.cancellation = cancellation
    }
}

/// The state of a thing.
package enum StatusReading: Hashable, Sendable {
    case value(JSON)
    /// The state, and what has failed.
    case failed(JSON, String)
    /// What is nearest to the state, and why it is not quite that, such as of a unit that is stopped but enabled.
    case doubtful(JSON, String)
    /// The state is unknown, and why.
    case unknown(String)

    /// The state, if it is known.
    package var value: JSON? {
        switch self {
        case .value(let value), .failed(let value, _), .doubtful(let value, _): value
        case .unknown: nil
        }
    }
}
