import FasciaLoop
import FasciaServer
import FasciaSystemd
import FasciaWire
import Glibc

/// Tells the service manager how the daemon is, and ends it when a client asks for that.
final class Manager: ManagerLink {
    private let core: Core
    private let notify: Notify
    private let loop: EventLoop
    /// Without a manager nothing reads the status line, so the loop is not woken for it.
    private let reads = getenv("NOTIFY_SOCKET") != nil
    private var isPending = false

    init(core: Core, notify: Notify, loop: EventLoop) {
        self.core = core
        self.notify = notify
        self.loop = loop
    }

    /// Updates the status line, at most once a second.
    func statusChanged() {
        guard reads, !isPending else { return }
        isPending = true
        loop.schedule(in: .seconds(1)) { [self] in
            isPending = false
            _ = notify.status(core.statusLine)
        }
    }

    func reloadBegins() { _ = notify.reloading() }

    func reloadEnds() { _ = notify.reloaded(status: core.statusLine) }

    func stop() { loop.stop() }
}
