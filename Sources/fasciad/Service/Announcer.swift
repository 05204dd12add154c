import FasciaLoop
import FasciaSystemd
import FasciaWire

/// Keeps the service manager's status line up to date, at most once a second, and not at all while nothing changes.
final class Announcer {
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

extension Core {
    /// SIGHUP: tries again to load the plugins that could not be loaded.
    ///
    /// - Returns: why those could not be loaded that still cannot.
    @discardableResult
    func reloadNow(notify: Notify) -> [WireError] {
        _ = notify.reloading()
        let failures = plugins.retry()
        redrawAll()
        flush()
        logger.info("reloaded", metadata: ["plugins": "\(plugins.loadedNames.joined(separator: " "))"])
        _ = notify.ready(status: statusLine)
        return failures
    }

    /// Sends everybody what there is for them and closes.
    func closeAll() {
        flush()
        for client in clients.values { client.transport?.closeNow() }
    }
}
