import CFasciaPlugin

/// The canvas that a control is drawn on. 0,0 is its top left cell; drawing outside is clipped. Valid only during the
/// `draw` call: do not keep it.
public struct StyleCanvas {
    private let canvas: UnsafePointer<fascia_canvas>

    init(_ canvas: UnsafePointer<fascia_canvas>) { self.canvas = canvas }

    public var size: Size {
        let size = canvas.pointee.size(canvas)
        return Size(columns: Int(size.columns), rows: Int(size.rows))
    }

    /// Draws one line of text from a cell to the right.
    ///
    /// - Throws: `PluginFailure` for control characters, text over 64 KiB, or more than 4096 operations on the canvas.
    public func text(_ text: String, column: Int, row: Int, look: CellLook = CellLook()) throws(PluginFailure) {
        let status = withString(text) { text in
            look.withCellStyle { canvas.pointee.text(canvas, Int32(clamping: column), Int32(clamping: row), text, $0) }
        }
        try check(status, "text")
    }

    /// Fills a rectangle with a character that is one column wide.
    ///
    /// - Throws: `PluginFailure` for any other character, a negative size, or more than 4096 operations on the canvas.
    public func fill(
        column: Int = 0, row: Int = 0, size: Size, with character: Character = " ", look: CellLook = CellLook()
    ) throws(PluginFailure) {
        let rect = fascia_rect(column: column, row: row, size: size)
        let status = withString(String(character)) { character in
            look.withCellStyle { canvas.pointee.fill(canvas, rect, character, $0) }
        }
        try check(status, "fill")
    }

    /// Draws a frame along the inner edge of a rectangle.
    ///
    /// - Throws: `PluginFailure` for a negative size, or more than 4096 operations on the canvas.
    public func box(column: Int = 0, row: Int = 0, size: Size, look: CellLook = CellLook()) throws(PluginFailure) {
        let rect = fascia_rect(column: column, row: row, size: size)
        try check(look.withCellStyle { canvas.pointee.box(canvas, rect, $0) }, "box")
    }

    /// Says what a click in a rectangle does. Elsewhere, a click operates the control as a whole.
    ///
    /// - Throws: `PluginFailure` for a negative size, or more than 4096 operations on the canvas.
    public func region(_ region: CanvasRegion, column: Int = 0, row: Int = 0, size: Size) throws(PluginFailure) {
        let (number, option) = region.number
        try check(
            canvas.pointee.region(canvas, fascia_rect(column: column, row: row, size: size), number, option), "region")
    }

    private func check(_ status: fascia_status, _ function: String) throws(PluginFailure) {
        guard status != FASCIA_OK else { return }
        throw PluginFailure("the host refused \(function) with status \(status)")
    }
}

/// What a click in a part of a control does.
public enum CanvasRegion: Hashable, Sendable {
    /// Sets a slider: its lower bound in the first column, its upper bound in the last one.
    case range
    /// Selects the option with this index.
    case option(Int)
    case decrement, increment
    /// Moves the cursor of a text field, whose text begins in the first column.
    case text

    fileprivate var number: (region: fascia_region, option: UInt32) {
        switch self {
        case .range: (FASCIA_REGION_RANGE, 0)
        case .option(let index): (FASCIA_REGION_OPTION, UInt32(clamping: index))
        case .decrement: (FASCIA_REGION_DECREMENT, 0)
        case .increment: (FASCIA_REGION_INCREMENT, 0)
        case .text: (FASCIA_REGION_TEXT, 0)
        }
    }
}

/// The colours and attributes of cells.
public struct CellLook: Hashable, Sendable {
    public struct Attributes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let bold = Attributes(rawValue: FASCIA_BOLD)
        public static let dim = Attributes(rawValue: FASCIA_DIM)
        public static let italic = Attributes(rawValue: FASCIA_ITALIC)
        public static let underline = Attributes(rawValue: FASCIA_UNDERLINE)
        public static let inverse = Attributes(rawValue: FASCIA_INVERSE)
        public static let strikethrough = Attributes(rawValue: FASCIA_STRIKETHROUGH)
    }

    /// `nil` is the terminal's default colour.
    public var foreground: CellColor?
    public var background: CellColor?
    public var attributes: Attributes

    public init(foreground: CellColor? = nil, background: CellColor? = nil, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    func withCellStyle<Result>(_ body: (UnsafePointer<fascia_cell_style>) -> Result) -> Result {
        let style = fascia_cell_style(
            foreground: foreground?.rgb ?? FASCIA_COLOR_DEFAULT, background: background?.rgb ?? FASCIA_COLOR_DEFAULT,
            attributes: attributes.rawValue)
        return withUnsafePointer(to: style, body)
    }
}

/// A 24-bit colour, `0xRRGGBB`.
public struct CellColor: Hashable, Sendable {
    public let rgb: UInt32

    public init(rgb: UInt32) { self.rgb = rgb & 0xFFFFFF }
}

extension fascia_rect {
    fileprivate init(column: Int, row: Int, size: Size) {
        self.init(
            column: Int32(clamping: column), row: Int32(clamping: row), columns: Int32(clamping: size.columns),
            rows: Int32(clamping: size.rows))
    }
}
