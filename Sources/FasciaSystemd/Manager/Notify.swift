import CSystemd
import FasciaModel
import Glibc

/// Tells the service manager how this daemon is doing (sd_notify(3)).
///
/// Everything here does nothing where no manager asked for it, that is without `NOTIFY_SOCKET`. Each function
/// answers whether a message was delivered; a daemon may ignore that, because the manager itself acts on what it
/// does not hear (start time-out, watchdog).
public struct Notify: Sendable {
    public init() {}

    /// The daemon listens and does its work. Also ends what `reloading()` began.
    @discardableResult
    public func ready(status: String) -> Bool { send([.ready, .status(status)]) }

    /// One line for `systemctl status`: what the daemon is doing now. Never waits for a manager that does not read.
    @discardableResult
    public func status(_ text: String) -> Bool { NotifyDatagram.send([.status(text)]) }

    /// The configuration is being read again. `ready(status:)` must follow.
    @discardableResult
    public func reloading() -> Bool { send([.reloading, .monotonicMicroseconds(Self.monotonicMicroseconds())]) }

    /// The daemon has begun to shut down.
    @discardableResult
    public func stopping(status: String) -> Bool { send([.stopping, .status(status)]) }

    /// The daemon's loop turns. To be called from that loop, at `Watchdog.interval`. Never waits, either.
    @discardableResult
    public func watchdog() -> Bool { NotifyDatagram.send([.watchdog]) }

    private func send(_ assignments: [NotifyAssignment]) -> Bool {
        sd_notify(0, assignments.map(\.text).joined(separator: "\n")) > 0
    }

    /// CLOCK_MONOTONIC, by which the manager tells a reload that has begun from one before it.
    private static func monotonicMicroseconds() -> UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
    }
}

/// One `NAME=value` line of a notification.
enum NotifyAssignment: Equatable {
    case ready
    case status(String)
    case reloading
    case monotonicMicroseconds(UInt64)
    case stopping
    case watchdog

    var text: String {
        switch self {
        case .ready: "READY=1"
        case .status(let text): "STATUS=" + Self.oneLine(text)
        case .reloading: "RELOADING=1"
        case .monotonicMicroseconds(let now): "MONOTONIC_USEC=\(now)"
        case .stopping: "STOPPING=1"
        case .watchdog: "WATCHDOG=1"
        }
    }

    /// A line feed would begin another assignment, and the manager drops a status with control characters.
    private static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { Printable.isPrintable($0) ? $0 : " " }))
    }
}
