/// The limits of one panel. A command that would exceed one is refused with `limit`.
public struct Limits: Hashable, Sendable {
    /// Entries in one stack, over all layers.
    public var depth = 256
    public var stacks = 64
    public var targets = 1_024
    /// Options over all toggle groups.
    public var options = 100_000
    /// Options and picker elements that one line declares; each takes about 1 µs.
    public var declared = 10_000
    public var groups = 10_000
    public var pickers = 10_000
    /// Components in one picker.
    public var components = 64
    /// Elements in one picker, including those that depend on another selection.
    public var elements = 200_000
    public var values = 100_000
    /// Bytes of one value as JSON text.
    public var valueBytes = 65_536
    /// Ids and patterns that all clients have claimed.
    public var claimed = 10_000
    /// Of these, the most of one user. Root has as many for itself.
    public var claimedOfOneUser = 2_500
    /// Ids with wildcards that one client has claimed. Each is compared with the things of its kind.
    public var claimedPatterns = 100
    /// Questions that are open, or whose answers are kept, and those of one user.
    public var questions = 1_000
    public var questionsOfOneUser = 250
    /// Bytes of one question.
    public var questionBytes = 524_288
    public var screens = 10_000
    /// Nodes in one screen. A screen is read and checked as a whole, which takes about 1 µs a node.
    public var nodes = 20_000
    /// Nesting levels of one screen's nodes, and of toggle groups.
    public var nesting = 64
    /// Nodes plus modifiers on the path from a screen's body to its innermost node. Layout and painting recurse this
    /// deep.
    public var layers = 256
    /// Nesting levels of arrays and objects in one JSON value. Events and replies add a few levels, and must stay
    /// within the 128 levels that some parsers accept.
    public var valueNesting = 64
    /// Undo steps, and the bytes of memory that they may retain. The oldest steps are dropped first.
    public var undoSteps = 10_000
    public var undoBytes = 16_777_216

    public init() {}
}
