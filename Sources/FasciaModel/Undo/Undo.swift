/// How far to go back.
public enum UndoTarget: Hashable, Sendable {
    /// Takes back this many of the latest undoable revisions.
    case steps(Int)
    /// Takes back this many of the latest undoable revisions that a user made, and keeps those of other users.
    case stepsOf(uid: Int, Int)
    /// Takes back the latest revision in which a user set switches, choices and values, and nothing else.
    case settingOf(uid: Int)
    /// Restores the state of this revision.
    case revision(Int)
}

/// What an undo must not touch, because a program is responsible for it.
public struct UndoConstraints: Sendable {
    /// The groups, pickers and values (by key) of connected programs. If they were declared or removed in the meantime,
    /// they stay as they are, because their programs would not learn of the change.
    public var kept: Set<Subject>

    /// A subject with a declaration.
    public enum Subject: Hashable, Sendable {
        case group(String), picker(String), value(String)
    }

    public init(kept: Set<Subject> = []) {
        self.kept = kept
    }
}
