import FasciaDocument

/// A number with the format `percent` is that many percent, or a part of 1 if its range ends there.
enum PercentFormat {
    static func isUsed(_ format: JSON?) -> Bool { (format?["kind"] ?? format) == "percent" }

    static func isPart(_ range: ClosedRange<Double>?) -> Bool { range.map { $0.upperBound <= 1 } ?? false }

    /// The format for the daemon, which takes an integer for that many percent, and each other number for a part of 1.
    static func published(_ format: JSON?, isPart: Bool) -> JSON? {
        guard isUsed(format), !isPart else { return format }
        return ["kind": "number", "digits": format?["digits"] ?? 0, "unit": "%"]
    }
}
