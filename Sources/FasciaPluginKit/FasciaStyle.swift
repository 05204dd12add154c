/// The style of one kind of control, written in Swift.
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
/// The host always calls a style from the same thread.
public protocol FasciaStyle: Sendable {
    var kind: ControlKind { get }
    /// The name that selects the style, as in `{"toggleStyle":"neon"}`: letters, digits, `-` and `_`, at most 64.
    var name: String { get }

    /// Chooses the control's size in cells, given the proposed one. The same control and proposal must always give the
    /// same size. When it throws, the host uses its own style for this control.
    func measure(_ control: StyledControl, proposal: ProposedSize) throws(PluginFailure) -> Size

    /// Draws the control. When it throws, the host uses its own style for this control.
    func draw(_ control: StyledControl, on canvas: StyleCanvas) throws(PluginFailure)

    /// Says which option of a picker, a menu or segments is selected next, before the selection is written: `control` is still
    /// as before. Afterwards all controls of this style are measured and drawn again.
    func selected(_ control: StyledControl, option: Int)

    /// Whether the host calls `selected`. By default it does not.
    var isToldOfSelections: Bool { get }
}

extension FasciaStyle {
    /// For surfaces, which the host lays out.
    public func measure(_ control: StyledControl, proposal: ProposedSize) throws(PluginFailure) -> Size {
        throw PluginFailure("the style does not say how large its control is")
    }

    public func selected(_ control: StyledControl, option: Int) {}
    public var isToldOfSelections: Bool { false }
}

/// The kinds of controls, with their numbers in `fascia_plugin.h`.
public enum ControlKind: UInt32, CaseIterable, Sendable {
    case toggle = 1
    case button = 2
    /// A picker that shows one option at a time.
    case picker = 3
    case textField = 4
    case slider = 5
    case stepper = 6
    case progress = 7
    case gauge = 8
    case menu = 9
    /// One option of a picker that lists its options below each other.
    case option = 10
    /// A picker that shows its options beside each other.
    case segments = 11
    // Surfaces, which the host lays out and draws content over. `fascia_plugin.h` says what each of them shows.
    case section = 12
    case listRow = 13
    case table = 14
    case modal = 15
    case titleBar = 16
}

/// A size in character cells.
public struct Size: Hashable, Sendable {
    public var columns, rows: Int

    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// The size that a parent proposes, in cells; `nil` asks for the ideal size.
public struct ProposedSize: Hashable, Sendable {
    public var columns, rows: Int?

    public init(columns: Int? = nil, rows: Int? = nil) {
        self.columns = columns
        self.rows = rows
    }
}

/// The reason why a style could not measure or draw, or why the host refused a call. The host reports the message to
/// the people who run it.
public struct PluginFailure: Error, Hashable, Sendable {
    public var message: String

    public init(_ message: String) { self.message = message }
}
