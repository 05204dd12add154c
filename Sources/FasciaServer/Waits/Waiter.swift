import FasciaLoop
import FasciaWire

/// A `ui.wait` request, which is answered when its condition holds.
final class Waiter {
    let client: Client
    let wait: UIWait
    /// Sends the reply.
    let finish: (Reply) -> Void
    var timer: Timer?
    /// Whether it is in `stale`.
    var isStale = false
    /// Whether it has been answered or its client is gone.
    var isDone = false

    init(client: Client, wait: UIWait, finish: @escaping (Reply) -> Void) {
        self.client = client
        self.wait = wait
        self.finish = finish
    }
}
