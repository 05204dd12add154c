import Glibc

/// A time of day and its date, in the time zone of this process.
struct LocalTime {
    private let parts: tm

    /// - Returns: `nil` if the year has no place in a calendar.
    init?(seconds: Double) {
        guard abs(seconds) < 1e11 else { return nil }
        var (time, parts) = (time_t(seconds.rounded(.down)), tm())
        guard localtime_r(&time, &parts) != nil else { return nil }
        self.parts = parts
    }

    /// `2026-11-23 13:21`.
    var minute: String {
        "\(parts.tm_year + 1900)-\(Self.two(parts.tm_mon + 1))-\(Self.two(parts.tm_mday)) " + time
    }

    /// `13:21`.
    var time: String { Self.two(parts.tm_hour) + ":" + Self.two(parts.tm_min) }

    /// `13:21:05`.
    var second: String { time + ":" + Self.two(parts.tm_sec) }

    /// `11-23`.
    var day: String { Self.two(parts.tm_mon + 1) + "-" + Self.two(parts.tm_mday) }

    private static func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
}
