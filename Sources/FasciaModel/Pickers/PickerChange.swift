/// Another element of a picker's component is selected.
public struct PickerChange: Hashable, Sendable {
    public enum Why: String, CaseIterable, Hashable, Sendable {
        /// It was picked.
        case direct
        /// The elements were replaced, and what was selected is not among them.
        case removed
        /// The component that it depends on shows something else now, and so it has other elements.
        case dependency
        /// An undo has put back what it was.
        case undo
    }

    /// `picker/component`
    public var id: String
    /// The ids of the elements; `nil` where nothing is selected.
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
