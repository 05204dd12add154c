/// A part of the picture that one control may draw in. Coordinates begin at its own top left corner.
public struct Canvas {
    public let size: CellSize

    /// What is asked of the canvas, for the painter to carry out.
    public enum Operation: Hashable, Sendable {
        case text(String, at: CellPoint, CellStyle)
        case fill(CellRect, Character, CellStyle)
        case box(CellRect, CellStyle)
    }

    public private(set) var operations: [Operation] = []

    public init(size: CellSize) { self.size = size }

    /// One line of text; it ends at the canvas' right edge.
    public mutating func text(_ text: String, at point: CellPoint, style: CellStyle = .init()) {
        operations.append(.text(text, at: point, style))
    }

    public mutating func fill(_ rect: CellRect, with character: Character = " ", style: CellStyle = .init()) {
        operations.append(.fill(rect, character, style))
    }

    /// A frame of box-drawing characters (`+-|` where there is only ASCII).
    public mutating func box(_ rect: CellRect, style: CellStyle = .init()) {
        operations.append(.box(rect, style))
    }
}
