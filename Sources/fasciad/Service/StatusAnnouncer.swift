import FasciaServer
import FasciaLoop
import FasciaSystemd
import FasciaWire

/// Updates the service manager's status line, at most once a second and only after changes.
final class StatusAnnouncer {
    private let core: Core
    private let notify: Notify
    private var isPending = false

    init(core: Core, notify: Notify) {
        self.core = core
        self.notify = notify
    }

    func announce() {
        guard !isPending else { return }
        isPending = true
        core.loop.schedule(in: .seconds(1)) { [self] in
            isPending = false
            _ = notify.status(core.statusLine)
        }
    }
}
