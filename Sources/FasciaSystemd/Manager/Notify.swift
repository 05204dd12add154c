import CSystemd
import FasciaDocument
import Glibc

/// Reports the daemon's state to the service manager (sd_notify(3)).
///
/// Every function does nothing without `NOTIFY_SOCKET`, and returns whether the message was delivered. Only `ready(status:)`
/// waits while the manager's queue is full, because the daemon serves no client before it. Every other message is dropped
/// then, because the event loop must not block for a manager that does not read. Those of a reload have to be sent again.
public struct Notify: Sendable {
    public init() {}

    /// What has become of a message.
    public enum Delivery: Sendable {
        case delivered
        /// The manager's queue is full: it may be sent again.
        case full
        /// There is no manager.
        case impossible
    }

    /// The daemon has started and listens.
    @discardableResult
    public func ready(status: String) -> Bool {
        sd_notify(0, [NotifyAssignment.ready, .status(status)].map(\.text).joined(separator: "\n")) > 0
    }

    /// The line that `systemctl status` shows.
    @discardableResult
    public func status(_ text: String) -> Bool { NotifyDatagram.send([.status(text)]) }

    /// A reload has begun. `reloaded(status:)` must follow.
    public func reloading() -> Delivery {
        NotifyDatagram.deliver([.reloading, .monotonicMicroseconds(Self.monotonicMicroseconds())])
    }

    /// Ends the reload that `reloading()` began.
    public func reloaded(status: String) -> Delivery { NotifyDatagram.deliver([.ready, .status(status)]) }

    /// The daemon is shutting down.
    @discardableResult
    public func stopping(status: String) -> Bool { NotifyDatagram.send([.stopping, .status(status)]) }

    /// The event loop is alive. Call it from the loop, at `Watchdog.interval`.
    @discardableResult
    public func watchdog() -> Bool { NotifyDatagram.send([.watchdog]) }

    /// CLOCK_MONOTONIC in microseconds, which the manager requires with RELOADING=1.
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

    /// A line feed would begin another assignment, and the manager rejects a status with control characters.
    private static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { Printable.isPrintable($0) ? $0 : " " }))
    }
}
