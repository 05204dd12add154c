import CSystemd
import Glibc

/// The watchdog that the service manager requests (`WatchdogSec=`).
public struct Watchdog: Sendable, Equatable {
    /// The manager kills the daemon after this time without a message.
    public let limit: Duration

    public init(limit: Duration) { self.limit = limit }

    /// The interval of `Notify.watchdog()` calls: half of the limit, as sd_watchdog_enabled(3) recommends.
    public var interval: Duration { limit / 2 }

    /// The manager's request to this process; `nil` if there is none.
    ///
    /// - Throws: `WatchdogError` if `WATCHDOG_USEC` or `WATCHDOG_PID` is not a number.
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

/// The environment variables of the watchdog are malformed.
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
