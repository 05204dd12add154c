/// How far back to go.
public enum UndoGoal: Hashable, Sendable {
    /// Takes back so many of the latest revisions that have changed something which can be taken back.
    case steps(Int)
    /// What the panel was at this revision.
    case revision(Int)
}

/// What an undo must leave alone, because somebody else answers for it.
public struct UndoTerms: Sendable {
    /// The groups, pickers and values (by key) that stay as they are where they were declared, or removed, in between:
    /// the programs that declare them are there, and would not know.
    public var kept: Set<Subject>
    /// Whether somebody carries out what this option, picker component or value is set to. An undo that would change
    /// one of them is refused: it cannot know whether it will be carried out.
    public var isBound: @Sendable (String) -> Bool

    /// Something with a declaration.
    public enum Subject: Hashable, Sendable {
        case group(String), picker(String), value(String)
    }

    public init(kept: Set<Subject> = [], isBound: @escaping @Sendable (String) -> Bool = { _ in false }) {
        self.kept = kept
        self.isBound = isBound
    }
}
