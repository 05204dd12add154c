/// A moment in milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Sendable {
    public var milliseconds: Int

    public init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// As ISO 8601 in UTC: `2026-11-20T23:46:00.123Z`.
    public var text: String {
        var writer = JSONWriter(capacity: 24)
        writer.write(self)
        return writer.text
    }

    /// The most bytes that `write` needs; years with more than four digits are possible.
    static let maximumBytes = 40

    /// The date is found by Howard Hinnant's `civil_from_days` ("chrono-Compatible Low-Level Date Algorithms"):
    /// eras of 400 years that begin on the first of March, so that the leap day is the last one of a year.
    func write(to scratch: inout Scratch) {
        let (days, inDay) = Self.floorDivide(milliseconds, 86_400_000)
        let (era, dayOfEra) = Self.floorDivide(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        scratch.int(year, width: 4)
        scratch.raw("-")
        scratch.int(month, width: 2)
        scratch.raw("-")
        scratch.int(day, width: 2)
        scratch.raw("T")
        scratch.int(inDay / 3_600_000, width: 2)
        scratch.raw(":")
        scratch.int(inDay / 60_000 % 60, width: 2)
        scratch.raw(":")
        scratch.int(inDay / 1_000 % 60, width: 2)
        scratch.raw(".")
        scratch.int(inDay % 1_000, width: 3)
        scratch.raw("Z")
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension JSONWriter {
    /// Without quotes.
    mutating func write(_ time: Timestamp) {
        assemble(capacity: Timestamp.maximumBytes) { time.write(to: &$0) }
    }
}
