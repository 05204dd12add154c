/// Who runs the daemon, such as systemd.
package protocol ManagerLink: AnyObject {
    /// The facts of the status line may have changed.
    func statusChanged()
    func reloadBegins()
    func reloadEnds()
    /// Ends the daemon.
    func stop()
}

/// Tells the service manager of changes. It is known only when everything else is there.
package final class Announcer: Stage {
    package weak var manager: (any ManagerLink)?

    func announce() { manager?.statusChanged() }

    func take(_ turn: Turn) { announce() }
}
