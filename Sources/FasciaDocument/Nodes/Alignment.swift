/// The position of content in a larger area, or the guides by which siblings are aligned.
public struct Alignment: Hashable, Sendable {
    public enum Horizontal: Hashable, Sendable {
        case leading, center, trailing
        case custom(CustomAlignment)
    }

    public enum Vertical: Hashable, Sendable {
        case top, center, bottom
        /// The bottom of the first line of text; the bottom edge if there is no text.
        case firstTextBaseline
        /// The bottom of the last line of text; the bottom edge if there is no text.
        case lastTextBaseline
        case custom(CustomAlignment)
    }

    public var horizontal: Horizontal
    public var vertical: Vertical

    public init(horizontal: Horizontal, vertical: Vertical) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
    public static let top = Alignment(horizontal: .center, vertical: .top)
    public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
    public static let leading = Alignment(horizontal: .leading, vertical: .center)
    public static let center = Alignment(horizontal: .center, vertical: .center)
    public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
    public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
    public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
    public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
    public static let firstTextBaseline = Alignment(horizontal: .center, vertical: .firstTextBaseline)
    public static let lastTextBaseline = Alignment(horizontal: .center, vertical: .lastTextBaseline)
}

/// An author-defined alignment: siblings are placed so that their guides of this name meet.
public struct CustomAlignment: Hashable, Sendable {
    public var name: String
    /// The guide of nodes that do not define their own.
    public var defaultGuide: Guide

    public init(_ name: String, defaultGuide: Guide = Guide()) {
        self.name = name
        self.defaultGuide = defaultGuide
    }
}

/// A position along one axis, from the leading or top edge: `points`, plus fractions of the width and of the height.
public struct Guide: Hashable, Sendable {
    public var points, width, height: Double

    public init(points: Double = 0, width: Double = 0, height: Double = 0) {
        self.points = points
        self.width = width
        self.height = height
    }
}

/// Defines a node's guide for an alignment.
public struct AlignmentGuide: Hashable, Sendable {
    public enum Alignment: Hashable, Sendable {
        case horizontal(FasciaDocument.Alignment.Horizontal)
        case vertical(FasciaDocument.Alignment.Vertical)
    }

    public var alignment: Alignment
    public var guide: Guide

    public init(_ alignment: Alignment, _ guide: Guide) {
        self.alignment = alignment
        self.guide = guide
    }
}

// MARK: - JSON

extension Alignment {
    package typealias Named = (name: String, alignment: Alignment)

    package static let named: [Named] = [
        ("topLeading", .topLeading), ("top", .top), ("topTrailing", .topTrailing), ("leading", .leading),
        ("center", .center), ("trailing", .trailing), ("bottomLeading", .bottomLeading), ("bottom", .bottom),
        ("bottomTrailing", .bottomTrailing), ("firstTextBaseline", .firstTextBaseline),
        ("lastTextBaseline", .lastTextBaseline),
    ]

    /// The alignments of a column, which has no vertical alignment.
    static let columns = named.filter { $0.alignment.vertical == .center }
    /// The alignments of a row, which has no horizontal alignment.
    static let rows = named.filter { $0.alignment.horizontal == .center }

    /// One of the allowed names, or `{"horizontal": …, "vertical": …}`.
    static func schema(_ allowed: [Named] = named) -> Schema<Alignment> {
        let names = allowed.map(\.name)
        let whole = Schema.record(
            Alignment.center,
            [
                .defaulted("horizontal", \.horizontal, Horizontal.schema, default: .center, "Along the width."),
                .defaulted("vertical", \.vertical, Vertical.schema, default: .center, "Along the height."),
            ])
        return Schema(
            schema: ["anyOf": [["enum": .array(names.map { .string($0) })], whole.schema]]
        ) { json throws(Mismatch) in
            if case .object = json { return try whole.read(json) }
            guard let name = json.stringValue, let found = allowed.first(where: { $0.name == name }) else {
                throw Mismatch(expected: "one of " + names.joined(separator: ", "), found: json.found)
            }
            return found.alignment
        } write: { alignment in
            allowed.first { $0.alignment == alignment }.map { .string($0.name) } ?? whole.write(alignment)
        }
    }
}

extension Alignment.Horizontal {
    static let schema = Schema<Self>.named(
        [("leading", .leading), ("center", .center), ("trailing", .trailing)], custom: { .custom($0) },
        unwrap: { if case .custom(let alignment) = $0 { alignment } else { nil } })
}

extension Alignment.Vertical {
    static let schema = Schema<Self>.named(
        [
            ("top", .top), ("center", .center), ("bottom", .bottom), ("firstTextBaseline", .firstTextBaseline),
            ("lastTextBaseline", .lastTextBaseline),
        ], custom: { .custom($0) }, unwrap: { if case .custom(let alignment) = $0 { alignment } else { nil } })
}

extension Schema where Value: Equatable & Sendable {
    /// One of the given names, or a custom alignment.
    fileprivate static func named(
        _ all: [(name: String, value: Value)], custom: @escaping @Sendable (CustomAlignment) -> Value,
        unwrap: @escaping @Sendable (Value) -> CustomAlignment?
    ) -> Schema {
        let names = all.map(\.name)
        return Schema(
            schema: ["anyOf": [["enum": .array(names.map { .string($0) })], CustomAlignment.schema.schema]]
        ) { json throws(Mismatch) in
            if case .object = json { return custom(try CustomAlignment.schema.read(json)) }
            guard let name = json.stringValue, let found = all.first(where: { $0.name == name }) else {
                throw Mismatch(
                    expected: "one of " + names.joined(separator: ", ") + " or {\"name\": …}", found: json.found)
            }
            return found.value
        } write: { value in
            if let alignment = unwrap(value) { return CustomAlignment.schema.write(alignment) }
            return .string(all.first { $0.value == value }?.name ?? "center")
        }
    }
}

/// A record that contains a guide's members.
private protocol HasGuide {
    var guide: Guide { get set }
}

extension Field where Root: HasGuide {
    fileprivate static var ofGuide: [Field<Root>] {
        [
            .defaulted("points", \.guide.points, .number, default: 0, "From the leading or the top edge."),
            .defaulted("width", \.guide.width, .number, default: 0, "A factor of the width, which is added."),
            .defaulted("height", \.guide.height, .number, default: 0, "A factor of the height, which is added."),
        ]
    }
}

private struct CustomAlignmentParts: HasGuide, Hashable, Sendable {
    var name = ""
    var guide = Guide()
}

extension CustomAlignment {
    static let schema = Schema.record(
        CustomAlignmentParts(),
        [.required("name", \.name, .string, "Nodes with a guide of this name are aligned there.")] + Field.ofGuide
    ).map { parts throws(Mismatch) in
        guard parts.name.utf8.count <= 256 else {
            throw Mismatch(pointer: "/name", expected: "a name of at most 256 bytes", found: "a longer one")
        }
        return CustomAlignment(parts.name, defaultGuide: parts.guide)
    } back: {
        CustomAlignmentParts(name: $0.name, guide: $0.defaultGuide)
    }
}

/// An alignment guide in JSON form, with an alignment for one of the axes.
private struct AlignmentGuideParts: HasGuide, Hashable, Sendable {
    var horizontal: Alignment.Horizontal?
    var vertical: Alignment.Vertical?
    var guide = Guide()
}

extension AlignmentGuide {
    static let schema = Schema.record(
        AlignmentGuideParts(),
        [
            .optional("horizontal", \.horizontal, FasciaDocument.Alignment.Horizontal.schema, "The alignment it is for."),
            .optional("vertical", \.vertical, FasciaDocument.Alignment.Vertical.schema, "The alignment it is for."),
        ] + Field.ofGuide
    ).map { parts throws(Mismatch) -> AlignmentGuide in
        switch (parts.horizontal, parts.vertical) {
        case (let alignment?, nil): return AlignmentGuide(.horizontal(alignment), parts.guide)
        case (nil, let alignment?): return AlignmentGuide(.vertical(alignment), parts.guide)
        case (nil, nil): throw Mismatch(expected: "either horizontal or vertical", found: "neither")
        case (_?, _?): throw Mismatch(pointer: "/vertical", expected: "either horizontal or vertical", found: "both")
        }
    } back: { value in
        switch value.alignment {
        case .horizontal(let alignment): AlignmentGuideParts(horizontal: alignment, guide: value.guide)
        case .vertical(let alignment): AlignmentGuideParts(vertical: alignment, guide: value.guide)
        }
    }
}
