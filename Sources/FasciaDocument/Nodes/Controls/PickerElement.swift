/// An element that can be selected. Only the app knows the value it represents.
public struct PickerElement: Hashable, Sendable {
    /// Unique among the elements of its list.
    public var id: String
    /// The visible text.
    public var label: String

    public init(id: String, label: String) {
        self.id = id
        self.label = label
    }
}
