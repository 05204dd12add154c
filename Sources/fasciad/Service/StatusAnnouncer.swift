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

extension Core {
    /// Reloads (SIGHUP): retries the plugins that could not be loaded.
    ///
    /// - Returns: the errors of the plugins that still cannot be loaded.
    @discardableResult
    func reloadNow(notify: Notify) -> [WireError] {
        _ = notify.reloading()
        let failures = plugins.retry()
        redrawAll()
        flush()
        logger.info("reloaded", metadata: ["plugins": "\(plugins.loadedNames.joined(separator: " "))"])
        _ = notify.reloaded(status: statusLine)
        return failures
    }

    /// Sends pending output and closes all connections.
    func closeAll() {
        flush()
        for client in clients.values { client.transport?.closeNow() }
    }
}
