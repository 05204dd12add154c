/// A point in time, in milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Sendable {
    public var milliseconds: Int

    public init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// ISO 8601 in UTC: `2026-11-20T23:46:00.123Z`.
    ///
    /// The date is computed by Howard Hinnant's `civil_from_days` ("chrono-Compatible Low-Level Date Algorithms"): eras
    /// of 400 years, with years that begin on 1 March so that the leap day is the last day.
    public var text: String {
        let (days, inDay) = Self.floorDivide(milliseconds, 86_400_000)
        let (era, dayOfEra) = Self.floorDivide(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
        let (hour, minute) = (inDay / 3_600_000, inDay / 60_000 % 60)
        let (second, millisecond) = (inDay / 1_000 % 60, inDay % 1_000)
        return date + "T\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2))"
            + ".\(Self.padded(millisecond, 3))Z"
    }

    /// Pads with leading zeros to `width` digits.
    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
