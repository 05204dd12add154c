/// The area that one control draws in. Coordinates count from its top left corner.
public struct Canvas {
    public let size: CellSize
    /// The colours of this screen and terminal.
    public let roles: ColorRoles

    /// A recorded drawing operation, which the painter carries out.
    public enum Operation: Hashable, Sendable {
        case text(String, at: CellPoint, CellStyle)
        case fill(CellRect, Character, CellStyle)
        case box(CellRect, CellStyle)
    }

    public private(set) var operations: [Operation] = []

    public init(size: CellSize, roles: ColorRoles = ColorRoles()) {
        self.size = size
        self.roles = roles
    }

    /// Draws what was drawn on another canvas.
    package mutating func add(_ others: [Operation]) {
        if operations.isEmpty { operations = others } else { operations += others }
    }

    /// Draws one line of text, clipped at the canvas' right edge.
    public mutating func text(_ text: String, at point: CellPoint, style: CellStyle = .init()) {
        operations.append(.text(text, at: point, style))
    }

    public mutating func fill(_ rect: CellRect, with character: Character = " ", style: CellStyle = .init()) {
        operations.append(.fill(rect, character, style))
    }

    /// Draws a frame of box-drawing characters (`+-|` in ASCII).
    public mutating func box(_ rect: CellRect, style: CellStyle = .init()) {
        operations.append(.box(rect, style))
    }
}
