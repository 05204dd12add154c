/// A size in character cells: each length is from 0 to 1,000,000, whatever is assigned to it. So nothing that is drawn into it
/// has to expect a negative length, and no sum of them overflows.
public struct CellSize: Hashable, Sendable {
    public var columns: Int { didSet { columns = Cells.clamp(columns) } }
    public var rows: Int { didSet { rows = Cells.clamp(rows) } }

    public init(columns: Int, rows: Int) {
        self.columns = Cells.clamp(columns)
        self.rows = Cells.clamp(rows)
    }

    public static let zero = CellSize(columns: 0, rows: 0)
}

/// A position, not further from the origin than some sums of lengths, whatever is assigned to it.
public struct CellPoint: Hashable, Sendable {
    public var column: Int { didSet { column = Cells.reached(column) } }
    public var row: Int { didSet { row = Cells.reached(row) } }

    public init(column: Int, row: Int) {
        self.column = Cells.reached(column)
        self.row = Cells.reached(row)
    }
}

public struct CellRect: Hashable, Sendable {
    public var origin: CellPoint
    public var size: CellSize

    public init(origin: CellPoint, size: CellSize) { (self.origin, self.size) = (origin, size) }

    public init(column: Int, row: Int, columns: Int, rows: Int) {
        origin = CellPoint(column: column, row: row)
        size = CellSize(columns: columns, rows: rows)
    }
}

/// A 24-bit colour. It is reduced to the terminal's colours when a frame is encoded.
public struct RGB: Hashable, Sendable {
    public var red, green, blue: UInt8
    /// The opacity in drawing, from 0 to 255. Colours in a finished frame are opaque.
    public var alpha: UInt8

    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: UInt8 = .max) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}

/// The colours and attributes of a cell.
public struct CellStyle: Hashable, Sendable {
    public struct Attributes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let bold = Attributes(rawValue: 1)
        public static let dim = Attributes(rawValue: 2)
        public static let italic = Attributes(rawValue: 4)
        public static let underline = Attributes(rawValue: 8)
        public static let inverse = Attributes(rawValue: 16)
        public static let strikethrough = Attributes(rawValue: 32)
    }

    /// `nil` is the terminal's default colour.
    public var foreground: RGB?
    public var background: RGB?
    public var attributes: Attributes

    public init(foreground: RGB? = nil, background: RGB? = nil, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The same style with these attributes too.
    func adding(_ attributes: Attributes) -> CellStyle {
        CellStyle(foreground: foreground, background: background, attributes: self.attributes.union(attributes))
    }
}
