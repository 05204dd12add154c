/// Something done to a node as a whole. Lengths are points: a cell is 8 wide and 16 high.
public enum Modifier: Hashable, Sendable {
    case padding(EdgeInsets)
    case frame(Frame)
    case background(NamedColor)
    case foreground(NamedColor)
    case border(NamedColor)
    case bold(Bool)
    case italic(Bool)
    case underline(Bool)
    case strikethrough(Bool)
    case dim(Bool)
    /// The most lines that each text in it takes.
    case lineLimit(Int)
    /// `true` holds for all that is inside, whatever is said further in.
    case disabled(Bool)
    /// Operates what is no control by itself. It does nothing to a button or a switch.
    case tap(Action)
    /// The name by which scripts, tests and screen readers know it.
    case accessibilityLabel(String)
    /// Inherited by all that is inside.
    case environment(JSON.Object)
}

public struct EdgeInsets: Hashable, Sendable {
    public var top, leading, bottom, trailing: Double

    public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    public init(all length: Double) { self.init(top: length, leading: length, bottom: length, trailing: length) }
}

/// A frame's sizes in points; `maxWidth` and `maxHeight` may be infinite.
public struct Frame: Hashable, Sendable {
    public var width, height, minWidth, minHeight, maxWidth, maxHeight: Double?
    /// Where the content stands in a frame that is larger.
    public var alignment: Alignment

    public init(
        width: Double? = nil, height: Double? = nil, minWidth: Double? = nil, minHeight: Double? = nil,
        maxWidth: Double? = nil, maxHeight: Double? = nil, alignment: Alignment = .center
    ) {
        self.width = width
        self.height = height
        self.minWidth = minWidth
        self.minHeight = minHeight
        self.maxWidth = maxWidth
        self.maxHeight = maxHeight
        self.alignment = alignment
    }
}

/// Where something stands in something larger: SwiftUI's nine places.
public enum Alignment: String, CaseIterable, Hashable, Sendable {
    case topLeading, top, topTrailing
    case leading, center, trailing
    case bottomLeading, bottom, bottomTrailing

    /// One axis alone: the start is leading or top, the end trailing or bottom.
    public enum Side: Hashable, Sendable {
        case start, center, end
    }

    public var horizontal: Side {
        switch self {
        case .topLeading, .leading, .bottomLeading: .start
        case .top, .center, .bottom: .center
        case .topTrailing, .trailing, .bottomTrailing: .end
        }
    }

    public var vertical: Side {
        switch self {
        case .topLeading, .top, .topTrailing: .start
        case .leading, .center, .trailing: .center
        case .bottomLeading, .bottom, .bottomTrailing: .end
        }
    }
}
