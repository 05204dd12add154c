/// What a group of options is, all its leaves taken together.
public enum GroupState: String, CaseIterable, Hashable, Sendable {
    case on, off, mixed
}
