/// A shape that fills its frame.
public enum NodeShape: Hashable, Sendable {
    case rectangle
    /// The radius is in points.
    case roundedRectangle(cornerRadius: Double)
    case capsule
    /// The largest one that fits, centred.
    case circle
    case ellipse
    /// As a clip it is its rectangle.
    case outline(Outline)
}

/// A shape that is filled, outlined or both. With neither, it is filled with the text colour.
public struct ShapeContent: Hashable, Sendable {
    public var shape: NodeShape
    public var fill: NamedColor?
    public var stroke: NamedColor?
    /// In points; more than 2 draws heavy lines.
    public var lineWidth: Double

    public init(_ shape: NodeShape, fill: NamedColor? = nil, stroke: NamedColor? = nil, lineWidth: Double = 1) {
        self.shape = shape
        self.fill = fill
        self.stroke = stroke
        self.lineWidth = lineWidth
    }
}

// MARK: - JSON

private struct ShapeParts: Hashable, Sendable {
    enum Name: String, CaseIterable, Hashable, Sendable {
        case rectangle, roundedRectangle, capsule, circle, ellipse, outline
    }

    var shape = Name.rectangle
    var cornerRadius: Double?
    var lines: Outline?

    init() {}

    init(_ shape: NodeShape) {
        switch shape {
        case .rectangle: self.shape = .rectangle
        case .roundedRectangle(let radius): (self.shape, cornerRadius) = (.roundedRectangle, radius)
        case .capsule: self.shape = .capsule
        case .circle: self.shape = .circle
        case .ellipse: self.shape = .ellipse
        case .outline(let outline): (self.shape, lines) = (.outline, outline)
        }
    }

    var node: NodeShape {
        switch shape {
        case .rectangle: .rectangle
        case .roundedRectangle: .roundedRectangle(cornerRadius: cornerRadius ?? 8)
        case .capsule: .capsule
        case .circle: .circle
        case .ellipse: .ellipse
        case .outline: .outline(lines ?? Outline())
        }
    }
}

/// A record that contains a shape's members.
private protocol HasShapeParts {
    var outline: ShapeParts { get set }
}

extension Field where Root: HasShapeParts {
    fileprivate static var ofShape: [Field<Root>] {
        [
            .required("shape", \.outline.shape, .oneOf, "The shape."),
            .optional(
                "cornerRadius", \.outline.cornerRadius, .number,
                "The radius of a rounded rectangle, in points; 8 by default."),
            .optional(
                "lines", \.outline.lines, Outline.schema,
                "The lines of an outline, each as x, y, x, y …, from 0 to 1 across the frame."),
        ]
    }
}

private struct ShapeOnly: HasShapeParts, Hashable, Sendable {
    var outline = ShapeParts()
}

extension NodeShape {
    /// `{"shape": "roundedRectangle", "cornerRadius": 8}`, or only the name.
    static let schema: Schema<NodeShape> = {
        let name = Schema<ShapeParts.Name>.oneOf
        let whole = Schema.record(ShapeOnly(), Field.ofShape)
        return Schema(schema: ["anyOf": [name.schema, whole.schema]]) { json throws(Mismatch) in
            if case .object = json { return try whole.read(json).outline.node }
            var parts = ShapeParts()
            parts.shape = try name.read(json)
            return parts.node
        } write: { shape in
            let parts = ShapeParts(shape)
            let isName = parts.cornerRadius == nil && parts.lines == nil
            return isName ? name.write(parts.shape) : whole.write(ShapeOnly(outline: parts))
        }
    }()
}

private struct ShapeContentParts: HasShapeParts, Hashable, Sendable {
    var outline = ShapeParts()
    var content = ShapeContent(.rectangle)
}

extension ShapeContent: NodeContent {
    static let form = NodeForm("A filled or outlined shape; it takes all the available space.", schema) { .shape($0) }
    package var kind: Node.Kind { .shape }
    package var texts: [String?] { [] }

    static let schema = Schema.record(
        ShapeContentParts(),
        Field.ofShape + [
            .optional("fill", \.content.fill, NamedColor.schema, "The fill colour."),
            .optional("stroke", \.content.stroke, NamedColor.schema, "The colour of the line around it."),
            .defaulted("lineWidth", \.content.lineWidth, .number, default: 1, "In points; more than 2 is heavy."),
        ]
    ).map { parts throws(Mismatch) -> ShapeContent in
        var content = parts.content
        content.shape = parts.outline.node
        return content
    } back: {
        ShapeContentParts(outline: ShapeParts($0.shape), content: $0)
    }
}
