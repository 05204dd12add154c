import FasciaDocument

/// Carries out the changes of one thing and reads its state: by commands, or by another interface of the machine.
///
/// `Carriers` does the rest: it claims the thing, waits for it to settle, compares the state with the request, and reports.
package protocol Carrier: Sendable {
    /// Makes a change.
    ///
    /// - Throws: why it could not be made.
    func carryOut(_ change: ThingChange) async throws(Refusal)
    /// Reads the state once; `nil` if there is nothing to read, so that the state is what was set.
    func read() async -> StatusReading?
    /// Passes on each state that it learns without being asked, until the task is cancelled.
    func observe(_ report: @Sendable (StatusReading) async -> Void) async
}

/// A change of a thing that has been requested.
package struct ThingChange: Hashable, Sendable {
    /// The value last reported; `null` if none was.
    package var from: JSON
    package var to: JSON
    /// Whether it takes back a change that nobody has confirmed.
    package var isRevert = false

    package init(from: JSON, to: JSON, isRevert: Bool = false) {
        self.from = from
        self.to = to
        self.isRevert = isRevert
    }
}

/// The state of a thing.
package enum StatusReading: Hashable, Sendable {
    case value(JSON)
    /// The state is unknown, and why.
    case unknown(String)
}
