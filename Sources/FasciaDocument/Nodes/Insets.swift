public enum LengthUnit: String, CaseIterable, Hashable, Sendable {
    case points, cells
}

public struct Insets: Hashable, Sendable {
    public var top, leading, bottom, trailing: Double
    public var unit: LengthUnit

    public init(
        top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0, unit: LengthUnit = .points
    ) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
        self.unit = unit
    }

    public init(all length: Double) { self.init(top: length, leading: length, bottom: length, trailing: length) }
}

extension Insets {
    /// One number for all edges, or an object with individual edges.
    static let schema: Schema<Insets> = {
        let edges = Schema.record(
            Insets(),
            [
                .defaulted("top", \.top, .number, default: 0, "The padding above it."),
                .defaulted("leading", \.leading, .number, default: 0, "The padding before it."),
                .defaulted("bottom", \.bottom, .number, default: 0, "The padding below it."),
                .defaulted("trailing", \.trailing, .number, default: 0, "The padding after it."),
                .defaulted("unit", \.unit, .oneOf, default: .points, "The unit."),
            ])
        return Schema(schema: ["anyOf": [["type": "number"], edges.schema]]) { json throws(Mismatch) in
            if let length = json.doubleValue { return Insets(all: length) }
            guard case .object = json else {
                throw Mismatch(expected: "a number or an object with top, leading, bottom, trailing", found: json.found)
            }
            return try edges.read(json)
        } write: { insets in
            insets == Insets(all: insets.top) ? .double(insets.top) : edges.write(insets)
        }
    }()
}
