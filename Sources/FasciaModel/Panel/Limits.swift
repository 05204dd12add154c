/// How much of everything one panel holds. A command that would pass a limit is refused with `limit`.
public struct Limits: Hashable, Sendable {
    /// Entries in one stack, all layers together.
    public var depth = 256
    public var stacks = 64
    public var targets = 1_024
    /// Options in all toggle groups together.
    public var options = 100_000
    public var groups = 10_000
    public var pickers = 10_000
    /// Components in one picker.
    public var components = 64
    /// Elements in one picker, those that depend on another selection included.
    public var elements = 200_000
    public var values = 100_000
    /// Bytes of one value's JSON text.
    public var valueBytes = 65_536
    public var screens = 10_000
    /// Nodes in one screen, which is read and checked as a whole: a node takes about 1 µs.
    public var nodes = 20_000
    /// Areas of colour, shapes and what shows through that may be drawn over each other in one screen: each costs all
    /// cells that it covers, in every picture.
    public var overdraw = 20
    /// Levels of nesting of one screen's nodes, and of toggle groups.
    public var nesting = 64
    /// Nodes and their modifiers that stand around each other, from the body of a screen to its innermost node. What
    /// lays out and paints a screen goes down the call stack by them.
    public var layers = 256
    /// Levels of arrays and objects in one JSON value. Events and answers wrap it in a few more, and must stay
    /// readable for parsers that go no deeper than 128.
    public var valueNesting = 64
    /// Revisions that an undo can take back, and the bytes of memory that are spent on what was before them. The oldest
    /// go first.
    public var undoSteps = 10_000
    public var undoBytes = 16_777_216

    public init() {}
}
