/// A change to a node as a whole. Lengths are in points: a cell is 8 wide and 16 high.
public enum Modifier: Hashable, Sendable {
    case padding(Insets)
    case frame(Frame)
    /// A colour behind it.
    case background(NamedColor)
    /// A node behind it, which is offered its size.
    indirect case backgroundNode(Attachment)
    /// A node in front of it, which is offered its size.
    indirect case overlay(Attachment)
    case foreground(NamedColor)
    case border(NamedColor)
    case bold(Bool)
    case italic(Bool)
    case underline(Bool)
    case strikethrough(Bool)
    case dim(Bool)
    /// The maximum number of lines of each text in it.
    case lineLimit(Int)
    /// Aligns the shorter lines of each text in it.
    case textAlignment(LineAlignment)
    /// Where each text in it is truncated if it does not fit.
    case truncation(Truncation)
    /// Moves what is drawn. The layout does not change.
    case offset(NodeOffset)
    /// Takes all the offered space and is centred at this position.
    case position(NodeOffset)
    /// From 0 (invisible) to 1.
    case opacity(Double)
    /// Keeps its space but is not drawn and cannot be operated.
    case hidden(Bool)
    /// It is there only while the condition holds.
    case shown(Condition)
    /// Draws nothing outside the shape.
    case clip(NodeShape)
    /// Draws nothing outside a rectangle with rounded corners; the radius is in points.
    case cornerRadius(Double)
    /// Children of a stack with a higher priority choose their size first; default: 0.
    case layoutPriority(Double)
    /// Takes its ideal size, whatever size is offered.
    case fixedSize(FixedSize)
    /// Defines its guide for an alignment of enclosing containers.
    case alignmentGuide(AlignmentGuide)
    case aspectRatio(AspectRatio)
    /// Children of a container with a higher index are drawn in front of lower ones; default: 0.
    case zIndex(Double)
    /// The number of grid columns it spans, at least 1.
    case gridCellColumns(Int)
    /// Aligns all cells of its grid column.
    case gridColumnAlignment(Alignment.Horizontal)
    /// `true` applies to all descendants and cannot be overridden.
    case disabled(Bool)
    /// The action of a tap on a node that is not a control. Has no effect on controls such as buttons and switches.
    case tap(Action)
    /// Holding the mouse button down on it.
    case longPress(PointerGesture)
    /// Moving the mouse with the button down.
    case drag(PointerGesture)
    /// A symbol by its name, or one character, before its label in a row.
    case icon(String)
    /// The key that activates it wherever the focus is, named as in `terminal.key`: `ctrl+s`.
    case shortcut(String)
    /// Each new number moves the focus of every terminal that shows it to it, once.
    case focus(Int)
    /// Scrolls every terminal to a descendant.
    case scrollTo(ScrollGoal)
    /// Sent with true or false as the member `value` when the focus of a terminal enters or leaves it.
    case onFocus(Action)
    /// The size its content was made for. The publisher of the screen is notified if the actual size differs.
    case geometry(Room)
    /// Its name for scripts, tests and screen readers.
    case accessibilityLabel(String)
    /// Its role for scripts, tests and screen readers, if it differs from its kind.
    case accessibilityRole(AccessibilityRole)
    /// Hides it and its descendants from scripts, tests and screen readers. It is still drawn.
    case accessibilityHidden(Bool)
    /// Values that all descendants inherit.
    case environment(JSON.Object)
}

/// An accessibility role that overrides the one of a node's kind.
public enum AccessibilityRole: String, CaseIterable, Hashable, Sendable {
    case button, header, image, link, text
}
