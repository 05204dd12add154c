/// Size constraints; `maxWidth` and `maxHeight` may be infinite.
public struct Frame: Hashable, Sendable {
    public var width, height, minWidth, minHeight, idealWidth, idealHeight, maxWidth, maxHeight: Double?
    /// Aligns the content in a larger frame.
    public var alignment: Alignment
    public var unit: LengthUnit

    public init(
        width: Double? = nil, height: Double? = nil, minWidth: Double? = nil, minHeight: Double? = nil,
        idealWidth: Double? = nil, idealHeight: Double? = nil, maxWidth: Double? = nil, maxHeight: Double? = nil,
        alignment: Alignment = .center, unit: LengthUnit = .points
    ) {
        self.width = width
        self.height = height
        self.minWidth = minWidth
        self.minHeight = minHeight
        self.idealWidth = idealWidth
        self.idealHeight = idealHeight
        self.maxWidth = maxWidth
        self.maxHeight = maxHeight
        self.alignment = alignment
        self.unit = unit
    }
}

extension Frame {
    static let schema = Schema.record(
        Frame(),
        [
            .optional("width", \.width, .length, "The width, in points."),
            .optional("height", \.height, .length, "The height, in points."),
            .optional("minWidth", \.minWidth, .length, "The minimum width."),
            .optional("minHeight", \.minHeight, .length, "The minimum height."),
            .optional("idealWidth", \.idealWidth, .length, "The width if none is proposed."),
            .optional("idealHeight", \.idealHeight, .length, "The height if none is proposed."),
            .optional("maxWidth", \.maxWidth, maximum, "The maximum width; with \"infinity\" all the available width."),
            .optional("maxHeight", \.maxHeight, maximum, "The maximum height; with \"infinity\" all the available height."),
            .defaulted(
                "alignment", \.alignment, Alignment.schema(), default: .center, "The alignment of the content."),
            .defaulted("unit", \.unit, .oneOf, default: .points, "The unit of its sizes."),
        ]
    ).checked { frame throws(Mismatch) in
        try check(frame.minWidth, frame.idealWidth, frame.maxWidth, "Width")
        try check(frame.minHeight, frame.idealHeight, frame.maxHeight, "Height")
    }

    /// Checks that minimum ≤ ideal ≤ maximum.
    private static func check(_ least: Double?, _ ideal: Double?, _ most: Double?, _ name: String) throws(Mismatch) {
        let given = [("min", least), ("ideal", ideal), ("max", most)].compactMap { part in part.1.map { (part.0, $0) } }
        for (low, high) in zip(given, given.dropFirst()) where low.1 > high.1 {
            throw Mismatch(
                pointer: "/" + high.0 + name, expected: "at least \(low.0 + name), which is \(low.1.shortText)",
                found: high.1.shortText)
        }
    }

    /// A length, or `"infinity"`, which JSON cannot express as a number.
    private static let maximum = Schema<Double>(
        schema: ["anyOf": [["type": "number"], ["const": "infinity"]]]
    ) { json throws(Mismatch) in
        if case .string("infinity") = json { return .infinity }
        guard let length = json.doubleValue, length >= 0 else {
            throw Mismatch(expected: "a number of at least 0 or \"infinity\"", found: json.found)
        }
        return length
    } write: {
        $0.isFinite ? .double($0) : "infinity"
    }
}
