import FasciaModel

/// A part of a laid-out tree: where it is and what is to be drawn there.
public struct LayoutBox: Hashable, Sendable {
    /// The scene's element that it shows; `nil` for what modifiers and containers add.
    public var element: String?
    /// In cells of the whole picture, as if nothing were scrolled.
    public var rect: CellRect
    public var content: Content
    /// Drawn after it, in order, and clipped to it.
    public var children: [LayoutBox]
    /// The parts of a control that mean something of their own to the mouse.
    public var parts: [ControlPart] = []

    public enum Content: Hashable, Sendable {
        case group
        case text([String], CellStyle)
        /// A control, the name of its style, and the style it inherits.
        case control(Control, style: String, CellStyle)
        case fill(NamedColor)
        case border(NamedColor)
        /// What is in it can be operated, and shows the focus as a whole.
        case tappable
        case rule(isVertical: Bool)
        /// A window on `rows` rows of content.
        case scroll(rows: Int)
    }

    public init(element: String? = nil, rect: CellRect, content: Content = .group, children: [LayoutBox] = []) {
        self.element = element
        self.rect = rect
        self.content = content
        self.children = children
    }
}
