import FasciaDocument
import FasciaLoop
import FasciaWire

/// A `ui.wait` request, which is answered when its condition holds.
final class Waiter {
    let client: Client
    let wait: UIWait
    let sendReply: (Reply) -> Void
    /// The value that it waits to change.
    let before: JSON?
    var timer: Timer?
    /// Whether it is queued for a check.
    var isQueued = false
    /// Whether it has been answered or its client is gone.
    var isDone = false

    init(client: Client, wait: UIWait, before: JSON? = nil, sendReply: @escaping (Reply) -> Void) {
        self.client = client
        self.wait = wait
        self.sendReply = sendReply
        self.before = before
    }
}
