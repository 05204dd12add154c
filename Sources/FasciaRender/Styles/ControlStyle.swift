import FasciaModel

/// How one kind of control looks: what a style plugin gives, and what the built-in styles are.
///
/// A style is asked on the daemon's event loop, for every control of its kind in every picture: it must be quick,
/// and it must answer the same for the same control.
public protocol ControlStyle: Sendable {
    /// The size that this control takes of what it is offered. It may be more than that; it is clipped then.
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize

    /// Draws the control. What is drawn outside the canvas is clipped.
    func draw(_ control: Control, into canvas: inout Canvas)
}

/// Everything that a style may know of the control it draws.
public struct Control: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case toggle, button, picker
    }

    public var kind: Kind
    public var label: String
    /// What a picker shows beside its label; empty for other controls.
    public var value: String
    /// For a toggle; for a picker whether the shown element is selected (`on`) or only stands in; `off` for a button.
    public var state: GroupState
    public var role: ButtonContent.Role?
    public var isEnabled: Bool
    public var isFocused: Bool
    public var tint: NamedColor?
    /// Whether the terminal shows more than ASCII.
    public var unicode: Bool
    /// What the environment says to this style: the values under its own name.
    public var parameters: JSON.Object

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
