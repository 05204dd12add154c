import FasciaScene

/// The style of one kind of control: built-in or from a plugin.
///
/// The daemon's event loop calls a style for every control of its kind in every frame. Calls must be quick, and the
/// same control must always give the same result.
public protocol ControlStyle {
    /// Chooses the control's size, given the proposed one. A larger size is clipped.
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize

    /// The fewest columns in which no words are cut. A row wraps rather than give a control fewer. The default is the
    /// width of the ideal size.
    func minimumColumns(_ control: Control) -> Int

    /// Draws the control. Drawing outside the canvas is clipped.
    func draw(_ control: Control, into canvas: inout Canvas)

    /// Whether `willSelect` is to be called.
    var isToldOfSelections: Bool { get }

    /// Says that an option of a control is selected next.
    func willSelect(_ option: Int, of control: Control)

    /// The parts of the control that react to a click in their own way; elsewhere a click operates the control as a
    /// whole.
    func parts(_ control: Control, size: CellSize) -> [ControlPart]
}

extension ControlStyle {
    public func minimumColumns(_ control: Control) -> Int { measure(control, proposal: ProposedCells()).columns }
    public func parts(_ control: Control, size: CellSize) -> [ControlPart] { [] }
    public var isToldOfSelections: Bool { false }
    public func willSelect(_ option: Int, of control: Control) {}
}

/// A part of a control with its own meaning for the mouse.
public struct ControlPart: Hashable, Sendable {
    public enum Meaning: Hashable, Sendable {
        /// The range, from the lower bound at the left to the upper bound at the right.
        case range
        /// The option at this index.
        case option(Int)
        case decrement, increment
        /// The text of a field: a click moves the cursor there.
        case text
    }

    /// Relative to the control's top left corner.
    public var rect: CellRect
    public var meaning: Meaning

    public init(_ rect: CellRect, _ meaning: Meaning) {
        self.rect = rect
        self.meaning = meaning
    }

    /// The position of a point along the width, from 0 to 1.
    package func fraction(at point: CellPoint) -> Double {
        guard rect.size.columns > 1 else { return 0 }
        return Double(point.column - rect.minColumn) / Double(rect.size.columns - 1)
    }
}

/// The size that a parent proposes, in cells; `nil` asks for the ideal size. Its lengths are as those of `CellSize`.
public struct ProposedCells: Hashable, Sendable {
    public var columns: Int? { didSet { columns = columns.map(Cells.clamp) } }
    public var rows: Int? { didSet { rows = rows.map(Cells.clamp) } }

    public init(columns: Int? = nil, rows: Int? = nil) {
        self.columns = columns.map(Cells.clamp)
        self.rows = rows.map(Cells.clamp)
    }
}
