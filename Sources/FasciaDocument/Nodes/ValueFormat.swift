/// How a value is written for people.
public struct ValueFormat: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// With a comma between thousands.
        case number
        /// An integer is a number of percent, a fraction a part of 1.
        case percent
        /// In units of 1024.
        case bytes
        /// A number of seconds, in its two largest units.
        case duration
        /// Seconds since 1970, in the daemon's time zone.
        case date
    }

    public var kind: Kind
    /// The number of decimals; `nil` for as many as make sense.
    public var digits: Int?
    /// The unit after a `number`, such as `°C`.
    public var unit: String?

    public init(_ kind: Kind, digits: Int? = nil, unit: String? = nil) {
        self.kind = kind
        self.digits = digits
        self.unit = unit
    }
}

// MARK: - JSON

extension ValueFormat {
    /// A kind; with a number of decimals or a unit, `{"digits": 1, "unit": "°C"}`.
    public static let schema: Schema<ValueFormat> = {
        let exact = Schema.record(
            ValueFormat(.number),
            [
                .defaulted("kind", \.kind, .oneOf, default: .number, "The kind."),
                .optional("digits", \.digits, .int(0...9), "The number of decimals."),
                .optional("unit", \.unit, .string, "The unit after a number, such as °C."),
            ])
        let kind = Schema<Kind>.oneOf
        return Schema(schema: ["anyOf": [kind.schema, exact.schema]]) { json throws(Mismatch) in
            if case .object = json { return try exact.read(json) }
            return ValueFormat(try kind.read(json))
        } write: {
            $0.digits == nil && $0.unit == nil ? kind.write($0.kind) : exact.write($0)
        }
    }()

    static let summary =
        "How a number is written: an integer of percent is that many, a fraction is a part of 1; a duration is in seconds, "
        + "and a date in seconds since 1970."
}
