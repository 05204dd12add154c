import FasciaDocument

/// The style of one kind of control: built-in or from a plugin.
///
/// The daemon's event loop calls a style for every control of its kind in every frame. Calls must be quick, and the
/// same control must always give the same result.
public protocol ControlStyle: Sendable {
    /// Chooses the control's size, given the proposed one. A larger size is clipped.
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize

    /// The fewest columns in which no words are cut. A row wraps rather than give a control fewer. The default is the
    /// width of the ideal size.
    func minimumColumns(_ control: Control) -> Int

    /// Draws the control. Drawing outside the canvas is clipped.
    func draw(_ control: Control, into canvas: inout Canvas)

    /// The parts of the control that react to a click in their own way; elsewhere a click operates the control as a
    /// whole.
    func parts(_ control: Control, size: CellSize) -> [ControlPart]
}

extension ControlStyle {
    public func minimumColumns(_ control: Control) -> Int { measure(control, proposal: ProposedCells()).columns }
    public func parts(_ control: Control, size: CellSize) -> [ControlPart] { [] }
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

/// The properties of a control that a style may use.
public struct Control: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case toggle, button, picker
        /// One option of a picker that lists its options below each other.
        case option
        /// A picker that shows its options beside each other.
        case segments
        case menu, textField, slider, stepper, progress, gauge
    }

    public var kind: Kind
    public var label: String
    /// What the control shows besides its label: a picker's option, a field's text, a number; empty for other controls.
    public var value: String
    /// For a toggle and an option, whether it is on. For a picker, whether the shown option is selected (`on`), a
    /// placeholder without a selection (`off`), or turned to but not yet picked (`mixed`). `off` for other controls.
    public var state: GroupState
    public var role: ButtonContent.Role?
    public var isEnabled: Bool
    public var isFocused: Bool
    public var tint: NamedColor?
    /// Whether the terminal shows Unicode; otherwise only ASCII.
    public var unicode: Bool
    /// The parameters of this style: the environment's values under the style's name.
    public var parameters: JSON.Object
    /// The position of a slider, or the completed part of a progress or gauge, from 0 to 1; `nil` if it is unknown.
    public var fraction: Double?
    /// The animation step of an indeterminate progress; `nil` without animation.
    public var phase: Int?
    /// The placeholder shown in an empty text field.
    public var prompt = ""
    /// The number of characters before the cursor of a text field; `nil` without a cursor.
    public var cursor: Int?
    /// The minimum and maximum number of lines of a text field; `nil` for a single-line field.
    public var lines: ClosedRange<Int>?
    /// The labels of the options, for pickers and segments.
    public var options: [String] = []
    /// The index of the selected segment.
    public var selected: Int?
    /// Whether a stepper can step down.
    public var canDecrement = false
    /// Whether a stepper can step up.
    public var canIncrement = false
    /// Whether its operation has been pending for a while.
    public var isPending = false

    /// Whether this is a progress without a known fraction.
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

/// The size that a parent proposes, in cells; `nil` asks for the ideal size.
public struct ProposedCells: Hashable, Sendable {
    public var columns: Int?
    public var rows: Int?

    public init(columns: Int? = nil, rows: Int? = nil) {
        self.columns = columns
        self.rows = rows
    }
}
