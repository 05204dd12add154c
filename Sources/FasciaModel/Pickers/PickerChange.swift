/// A changed selection of a picker's component.
public struct PickerChange: Hashable, Sendable {
    public enum Why: String, CaseIterable, Hashable, Sendable {
        /// A command picked it.
        case direct
        /// The elements were replaced, and the previous selection is not among them.
        case removed
        /// The component it depends on shows another element, so other elements are available.
        case dependency
        /// An undo restored it.
        case undo
        /// The client that has claimed it reported it.
        case report
        /// The client that has claimed it could not carry the change out, or it was not confirmed.
        case revert
    }

    /// The full id, `picker/component`.
    public var id: String
    /// Ids of elements; `nil` for no selection.
    public var from: String?
    public var to: String?
    public var why: Why

    public init(id: String, from: String?, to: String?, why: Why) {
        self.id = id
        self.from = from
        self.to = to
        self.why = why
    }
}
