import CSystemd
import Glibc

/// The time in which the service manager wants to hear from this daemon (`WatchdogSec=`).
public struct Watchdog: Sendable, Equatable {
    /// Without a sign of life for this long the manager kills the daemon.
    public let limit: Duration

    public init(limit: Duration) { self.limit = limit }

    /// How often to call `Notify.watchdog()`: half of the limit, as sd_watchdog_enabled(3) advises.
    public var interval: Duration { limit / 2 }

    /// What the manager asked of this process, or nil where it asked for nothing.
    ///
    /// Throws where `WATCHDOG_USEC` or `WATCHDOG_PID` is not a number.
    public static func requested() throws(WatchdogError) -> Watchdog? {
        var microseconds: UInt64 = 0
        let answer = sd_watchdog_enabled(0, &microseconds)
        guard answer >= 0 else {
            throw WatchdogError(
                microseconds: getenv("WATCHDOG_USEC").map { String(cString: $0) } ?? "",
                process: getenv("WATCHDOG_PID").map { String(cString: $0) } ?? "")
        }
        return answer > 0 ? Watchdog(limit: .microseconds(microseconds)) : nil
    }
}

/// The environment asks for a watchdog in a way that cannot be understood.
public struct WatchdogError: Error, Equatable, CustomStringConvertible {
    public let microseconds: String
    public let process: String

    public var description: String {
        """
        WATCHDOG_USEC="\(microseconds)" with WATCHDOG_PID="\(process)" is not a time in microseconds and a process \
        id: unset both, or set WatchdogSec= in the unit
        """
    }
}
