/// The combined state of all options in a group.
public enum GroupState: String, CaseIterable, Hashable, Sendable {
    case on, off, mixed
}
