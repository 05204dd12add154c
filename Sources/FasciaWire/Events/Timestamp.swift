/// A moment in milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Sendable {
    public var milliseconds: Int

    public init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// As ISO 8601 in UTC: `2026-11-20T23:46:00.123Z`.
    ///
    /// The date is found by Howard Hinnant's `civil_from_days` ("chrono-Compatible Low-Level Date Algorithms"):
    /// eras of 400 years that begin on the first of March, so that the leap day is the last one of a year.
    public var text: String {
        let (days, inDay) = Self.floorDivide(milliseconds, 86_400_000)
        let (era, dayOfEra) = Self.floorDivide(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let date = Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2)
        let hours = Self.padded(inDay / 3_600_000, 2)
        let minutes = Self.padded(inDay / 60_000 % 60, 2)
        let seconds = Self.padded(inDay / 1_000 % 60, 2)
        return "\(date)T\(hours):\(minutes):\(seconds).\(Self.padded(inDay % 1_000, 3))Z"
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
        let remainder = (value % divisor + divisor) % divisor
        return ((value - remainder) / divisor, remainder)
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
