import FasciaModel

/// How one kind of control looks: what a style plugin gives, and what the built-in styles are.
///
/// A style is asked on the daemon's event loop, for every control of its kind in every picture: it must be quick,
/// and it must answer the same for the same control.
public protocol ControlStyle: Sendable {
    /// The size that this control takes of what it is offered. It may be more than that; it is clipped then.
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize

    /// In how many columns none of its words is lost. A row goes on in the next line before it gives a control less.
    /// Without an answer of its own: the width that it takes where nobody says how wide it is.
    func leastColumns(_ control: Control) -> Int

    /// Draws the control. What is drawn outside the canvas is clipped.
    func draw(_ control: Control, into canvas: inout Canvas)

    /// What a press with the mouse means at some places of the control; elsewhere it operates the control as a whole.
    func parts(_ control: Control, size: CellSize) -> [ControlPart]
}

extension ControlStyle {
    public func leastColumns(_ control: Control) -> Int { measure(control, proposal: ProposedCells()).columns }
    public func parts(_ control: Control, size: CellSize) -> [ControlPart] { [] }
}

/// A part of a control that means something of its own to the mouse.
public struct ControlPart: Hashable, Sendable {
    public enum Meaning: Hashable, Sendable {
        /// The range, from its lower end at the left to its upper end at the right.
        case range
        /// The option at this place.
        case option(Int)
        case decrement, increment
        /// The text of a field: a press puts the cursor there.
        case text
    }

    /// Counted from the control's own top left corner.
    public var rect: CellRect
    public var meaning: Meaning

    public init(_ rect: CellRect, _ meaning: Meaning) {
        self.rect = rect
        self.meaning = meaning
    }

    /// How far along its width a point of it is, from 0 to 1.
    func fraction(at point: CellPoint) -> Double {
        guard rect.size.columns > 1 else { return 0 }
        return Double(point.column - rect.minColumn) / Double(rect.size.columns - 1)
    }
}

/// Everything that a style may know of the control it draws.
public struct Control: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case toggle, button, picker
        /// One of a picker's options, where all of them stand below each other.
        case option
        /// A picker's options beside each other.
        case segments
        case menu, textField, slider, stepper, progress, gauge
    }

    public var kind: Kind
    public var label: String
    /// What it shows beside its label: a picker's element, a field's text, a number; empty for other controls.
    public var value: String
    /// For a toggle and an option. For a picker whether the shown element is selected (`on`), only stands in (`off`),
    /// or is one that somebody thinks of picking (`mixed`). `off` for other controls.
    public var state: GroupState
    public var role: ButtonContent.Role?
    public var isEnabled: Bool
    public var isFocused: Bool
    public var tint: NamedColor?
    /// Whether the terminal shows more than ASCII.
    public var unicode: Bool
    /// What the environment says to this style: the values under its own name.
    public var parameters: JSON.Object
    /// How far along a slider is, how much of what a progress shows is done, from 0 to 1; `nil` where nobody knows.
    public var fraction: Double?
    /// The step of what turns while nobody knows how much is done; `nil` where nothing moves.
    public var phase: Int?
    /// What stands in a text field while it is empty.
    public var prompt = ""
    /// How many characters stand before the cursor of a text field; `nil` where it has none.
    public var cursor: Int?
    /// How many lines a text field is high, at least and at most; `nil` for one.
    public var lines: ClosedRange<Int>?
    /// What there is to choose from, where it is shown beside each other or in one place.
    public var options: [String] = []
    /// Which of the segments is selected.
    public var selected: Int?
    /// The ways that a stepper can go.
    public var canDecrement = false
    public var canIncrement = false

    /// Whether nobody knows how much is done of what it shows.
    var isIndeterminate: Bool { kind == .progress && fraction == nil }

    public init(
        kind: Kind, label: String, value: String = "", state: GroupState = .off, role: ButtonContent.Role? = nil,
        isEnabled: Bool = true, isFocused: Bool = false, tint: NamedColor? = nil, unicode: Bool = true,
        parameters: JSON.Object = [:]
    ) {
        self.kind = kind
        self.label = label
        self.value = value
        self.state = state
        self.role = role
        self.isEnabled = isEnabled
        self.isFocused = isFocused
        self.tint = tint
        self.unicode = unicode
        self.parameters = parameters
    }
}

/// What a parent offers, in cells; `nil` asks for the ideal size.
public struct ProposedCells: Hashable, Sendable {
    public var columns: Int?
    public var rows: Int?

    public init(columns: Int? = nil, rows: Int? = nil) {
        self.columns = columns
        self.rows = rows
    }
}
