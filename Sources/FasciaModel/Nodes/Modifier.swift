/// Something done to a node as a whole. Lengths are points: a cell is 8 wide and 16 high.
public enum Modifier: Hashable, Sendable {
    case padding(EdgeInsets)
    case frame(Frame)
    /// A colour behind it.
    case background(NamedColor)
    /// A node behind it, which is offered the size that it has.
    indirect case backgroundNode(Attachment)
    /// A node over it, which is offered the size that it has.
    indirect case overlay(Attachment)
    case foreground(NamedColor)
    case border(NamedColor)
    case bold(Bool)
    case italic(Bool)
    case underline(Bool)
    case strikethrough(Bool)
    case dim(Bool)
    /// The most lines that each text in it takes.
    case lineLimit(Int)
    /// Where the lines of each text in it stand that are shorter than its longest.
    case textAlignment(TextAlignment)
    /// Where each text in it is cut that does not fit.
    case truncation(Truncation)
    /// Moves what is drawn, and not the room that it takes.
    case offset(Displacement)
    /// Takes all the room, and has its middle there.
    case position(Displacement)
    /// From 0 (not to be seen) to 1.
    case opacity(Double)
    /// Takes its room, is not drawn and cannot be operated.
    case hidden(Bool)
    /// What is outside the shape is not drawn.
    case clip(NodeShape)
    /// What is outside a rectangle with rounded corners is not drawn; the radius is in points.
    case cornerRadius(Double)
    /// Higher ones in a stack choose their size first; 0 where nothing is said.
    case layoutPriority(Double)
    /// Takes its ideal size, whatever it is offered.
    case fixedSize(FixedSize)
    /// What an alignment of the containers around it goes by.
    case alignmentGuide(AlignmentGuide)
    case aspectRatio(AspectRatio)
    /// Higher ones in a container are drawn over lower ones; 0 where nothing is said.
    case zIndex(Double)
    /// How many columns of a grid it takes, at least 1.
    case gridCellColumns(Int)
    /// Where all cells of its column of a grid stand.
    case gridColumnAlignment(Alignment.Horizontal)
    /// `true` holds for all that is inside, whatever is said further in.
    case disabled(Bool)
    /// Operates what is no control by itself. It does nothing to a button or a switch.
    case tap(Action)
    /// The mouse's button held down on it.
    case longPress(PointerGesture)
    /// The mouse moved with its button down.
    case drag(PointerGesture)
    /// The key that operates it wherever the focus is, by the name that `terminal.key` has for it: `ctrl+s`.
    case shortcut(String)
    /// Takes the focus of each terminal that shows it, once for each number.
    case focus(Int)
    /// Scrolls each terminal to something in it.
    case scrollTo(ScrollGoal)
    /// What is sent when somebody moves a terminal's focus to it or away: with true or false as the member `value`.
    case onFocus(Action)
    /// The room that what is in it was made for. Whoever has published the screen is told where there is another.
    case geometry(Room)
    /// The name by which scripts, tests and screen readers know it.
    case accessibilityLabel(String)
    /// What it is to them, where that is not what it is made of.
    case accessibilityRole(AccessibilityRole)
    /// Shown, and neither told to nor operated by scripts, tests and screen readers, with all that is inside.
    case accessibilityHidden(Bool)
    /// Inherited by all that is inside.
    case environment(JSON.Object)
}

/// What a node can be to those who do not see it, whatever it is made of.
public enum AccessibilityRole: String, CaseIterable, Hashable, Sendable {
    case button, header, image, link, text
}

/// What lengths are counted in.
public enum LengthUnit: String, CaseIterable, Hashable, Sendable {
    case points, cells
}

public struct EdgeInsets: Hashable, Sendable {
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

/// A frame's sizes; `maxWidth` and `maxHeight` may be infinite.
public struct Frame: Hashable, Sendable {
    public var width, height, minWidth, minHeight, idealWidth, idealHeight, maxWidth, maxHeight: Double?
    /// Where the content stands in a frame that is larger.
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
