import ArgumentParser

/// A duration with a unit: `90s`, `30d`.
struct Age: Hashable {
    var milliseconds: Int

    private static let units: [(name: Character, milliseconds: Int)] = [
        ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000),
    ]

    init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// Parses the argument of an option.
    @Sendable static func parse(_ argument: String) throws -> Age {
        guard let unit = units.first(where: { $0.name == argument.last })?.milliseconds,
            let milliseconds = product(argument.dropLast(), unit)
        else { throw ValidationError("expected a whole number with a unit (s, m, h, d or w), such as 30d") }
        return Age(milliseconds: milliseconds)
    }
}

/// A size in bytes: `4096`, `256M`; K, M and G are powers of 1024.
struct ByteCount: Hashable {
    var bytes: Int

    private static let units: [(name: Character, bytes: Int)] = [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)]

    init(bytes: Int) { self.bytes = bytes }

    /// Parses the argument of an option.
    @Sendable static func parse(_ argument: String) throws -> ByteCount {
        let unit = units.first { $0.name == argument.last }
        guard let bytes = product(unit == nil ? argument[...] : argument.dropLast(), unit?.bytes ?? 1) else {
            throw ValidationError("expected a whole number of bytes, or one with K, M or G, such as 256M")
        }
        return ByteCount(bytes: bytes)
    }
}

/// - Returns: `nil` if `digits` contains anything but digits, or the product overflows.
private func product(_ digits: Substring, _ factor: Int) -> Int? {
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits) else { return nil }
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: factor)
    return isTooLarge ? nil : product
}
