/// How one kind of control looks: what a plugin written in Swift implements.
///
/// ```swift
/// struct Plain: FasciaStyle {
///     let kind = ControlKind.toggle
///     let name = "plain"
///     func measure(_ control: StyledControl, proposal: ProposedSize) -> Size {
///         Size(columns: control.width(of: control.label) + 2, rows: 1)
///     }
///     func draw(_ control: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
///         try canvas.text((control.state == .on ? "x " : "- ") + control.label, column: 0, row: 0)
///     }
/// }
/// ```
///
/// The host calls from one thread at a time, but not always from the same one.
public protocol FasciaStyle: Sendable {
    var kind: ControlKind { get }
    /// As in `{"toggleStyle":"neon"}`: letters, digits, `-` and `_`.
    var name: String { get }

    /// The size in cells that the control takes of what it is offered; always the same for the same control.
    func measure(_ control: StyledControl, proposal: ProposedSize) throws(PluginFailure) -> Size

    /// Draws the control. When it throws, the host uses its own style for this control.
    func draw(_ control: StyledControl, on canvas: StyleCanvas) throws(PluginFailure)
}

/// The kinds of controls, by the numbers that `fascia_plugin.h` gives them.
public enum ControlKind: UInt32, CaseIterable, Sendable {
    case toggle = 1
    case button = 2
    /// A picker that shows one of its elements.
    case picker = 3
    case textField = 4
    case slider = 5
    case stepper = 6
    case progress = 7
    case gauge = 8
    case menu = 9
    /// One of a picker's elements, where all of them stand below each other.
    case option = 10
    /// A picker's elements beside each other.
    case segments = 11
}

/// In character cells.
public struct Size: Hashable, Sendable {
    public var columns, rows: Int

    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// What a parent offers, in cells; `nil` asks for the ideal size.
public struct ProposedSize: Hashable, Sendable {
    public var columns, rows: Int?

    public init(columns: Int? = nil, rows: Int? = nil) {
        self.columns = columns
        self.rows = rows
    }
}

/// Why a style could not measure or draw, or what the host refused of it. The host shows the message to its people.
public struct PluginFailure: Error, Hashable, Sendable {
    public var message: String

    public init(_ message: String) { self.message = message }
}
