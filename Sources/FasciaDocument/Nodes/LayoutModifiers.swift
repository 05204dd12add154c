/// A node that a modifier puts behind or in front of another one.
public struct Attachment: Hashable, Sendable {
    public var node: Node
    /// Its position in the node it is attached to.
    public var alignment: Alignment

    public init(_ node: Node, alignment: Alignment = .center) {
        self.node = node
        self.alignment = alignment
    }
}

/// An offset to the right and down; negative values go the other way.
public struct NodeOffset: Hashable, Sendable {
    public var x, y: Double
    public var unit: LengthUnit

    public init(x: Double = 0, y: Double = 0, unit: LengthUnit = .points) {
        self.x = x
        self.y = y
        self.unit = unit
    }
}

/// The axes along which a node has its ideal size.
public struct FixedSize: Hashable, Sendable {
    public var horizontal, vertical: Bool

    public init(horizontal: Bool = true, vertical: Bool = true) {
        self.horizontal = horizontal
        self.vertical = vertical
    }
}

/// The room that is offered, in points; `nil` for a length that is not offered, as the height in what scrolls.
public struct Room: Hashable, Sendable {
    public var width, height: Double?

    public init(width: Double?, height: Double?) {
        self.width = width
        self.height = height
    }
}

public struct AspectRatio: Hashable, Sendable {
    public enum ContentMode: String, CaseIterable, Hashable, Sendable {
        /// The largest size that fits the proposed one.
        case fit
        /// The smallest size that covers the proposed one.
        case fill
    }

    /// Width divided by height, both in points; `nil` uses the ratio of the ideal size.
    public var ratio: Double?
    public var contentMode: ContentMode

    public init(_ ratio: Double? = nil, contentMode: ContentMode) {
        self.ratio = ratio
        self.contentMode = contentMode
    }
}

// MARK: - JSON

extension Attachment {
    static let schema = Schema.record(
        Attachment(Node(.empty)),
        [
            .required("node", \.node, Node.schema, "The node."),
            .defaulted("alignment", \.alignment, Alignment.schema(), default: .center, "The alignment."),
        ])
}

/// The background of a node: a colour or another node.
enum Backdrop {
    case color(NamedColor)
    case node(Attachment)

    init?(_ modifier: Modifier) {
        switch modifier {
        case .background(let color): self = .color(color)
        case .backgroundNode(let attachment): self = .node(attachment)
        default: return nil
        }
    }

    var modifier: Modifier {
        switch self {
        case .color(let color): .background(color)
        case .node(let attachment): .backgroundNode(attachment)
        }
    }

    static let schema = Schema<Backdrop>(
        schema: ["anyOf": [NamedColor.schema.schema, Attachment.schema.schema]]
    ) { json throws(Mismatch) in
        json["node"] == nil ? .color(try NamedColor.schema.read(json)) : .node(try Attachment.schema.read(json))
    } write: {
        switch $0 {
        case .color(let color): NamedColor.schema.write(color)
        case .node(let attachment): Attachment.schema.write(attachment)
        }
    }
}

extension NodeOffset {
    static let schema = Schema.record(
        NodeOffset(),
        [
            .defaulted("x", \.x, .number, default: 0, "To the right."),
            .defaulted("y", \.y, .number, default: 0, "Down."),
            .defaulted("unit", \.unit, .oneOf, default: .points, "The unit."),
        ])
}

extension FixedSize {
    static let schema = Schema.record(
        FixedSize(),
        [
            .defaulted("horizontal", \.horizontal, .bool, default: true, "Takes its ideal width."),
            .defaulted("vertical", \.vertical, .bool, default: true, "Takes its ideal height."),
        ])
}

extension AspectRatio {
    static let schema = Schema.record(
        AspectRatio(contentMode: .fit),
        [
            .optional("ratio", \.ratio, .positive, "Width divided by height; the node's own ratio by default."),
            .required("contentMode", \.contentMode, .oneOf, "Whether it fits into the available space or covers it."),
        ])
}

extension Room {
    static let schema = Schema.record(
        Room(width: nil, height: nil),
        [
            .optional("width", \.width, .number, "The available width, in points; none if none is offered."),
            .optional("height", \.height, .number, "The available height, in points; none if none is offered."),
        ])
}
