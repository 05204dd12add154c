import FasciaServer
import FasciaLoop
import FasciaSystemd
import FasciaWire

/// Updates the service manager's status line, at most once a second and only after changes.
final class StatusAnnouncer {
    private let core: Core
    private let notify: Notify
    private let loop: EventLoop
    private var isPending = false

    init(core: Core, notify: Notify, loop: EventLoop) {
        self.core = core
        self.notify = notify
        self.loop = loop
    }

    func announce() {
        guard !isPending else { return }
        isPending = true
        loop.schedule(in: .seconds(1)) { [self] in
            isPending = false
            _ = notify.status(core.statusLine)
        }
    }
}
