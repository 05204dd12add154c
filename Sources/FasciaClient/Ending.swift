import Synchronization

/// Why a connection has ended: for calls that come when its handler is gone.
final class Ending: Sendable {
    private let error = Mutex<(any Error)?>(nil)

    /// The first reason is the one that counts.
    func set(_ reason: any Error) { error.withLock { $0 = $0 ?? reason } }

    var reason: (any Error)? { error.withLock { $0 } }
}
