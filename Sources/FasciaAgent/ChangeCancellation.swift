import FasciaClient

/// Gives up a change that an agent was asked for.
package struct ChangeCancellation: Hashable, Sendable {
    /// Keeps it from beginning while it waits for another change, a lock or a place.
    package let start = Cancellation()
    /// Stops it once it has begun, where that can be done.
    package let job = Cancellation()

    package init() {}

    package func cancel() {
        start.cancel()
        job.cancel()
    }
}
