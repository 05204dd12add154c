import CSystemd
import FasciaModel
import Glibc

/// Reports the daemon's state to the service manager (sd_notify(3)).
///
/// Does nothing without `NOTIFY_SOCKET`. Each function returns whether a message was delivered. A daemon may ignore it,
/// because the manager acts on missing messages itself (start timeout, watchdog).
public struct Notify: Sendable {
    public init() {}

    /// The daemon is ready. Also ends a reload that `reloading()` began.
    @discardableResult
    public func ready(status: String) -> Bool { send([.ready, .status(status)]) }

    /// The line that `systemctl status` shows. Never blocks if the manager does not read.
    @discardableResult
    public func status(_ text: String) -> Bool { NotifyDatagram.send([.status(text)]) }

    /// A reload has begun. `ready(status:)` must follow.
    @discardableResult
    public func reloading() -> Bool { send([.reloading, .monotonicMicroseconds(Self.monotonicMicroseconds())]) }

    /// The daemon is shutting down.
    @discardableResult
    public func stopping(status: String) -> Bool { send([.stopping, .status(status)]) }

    /// The event loop is alive. Call it from the loop, at `Watchdog.interval`. Never blocks.
    @discardableResult
    public func watchdog() -> Bool { NotifyDatagram.send([.watchdog]) }

    private func send(_ assignments: [NotifyAssignment]) -> Bool {
        sd_notify(0, assignments.map(\.text).joined(separator: "\n")) > 0
    }

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
