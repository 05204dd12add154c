import FasciaDocument

/// The state of a picker.
public struct PickerInfo: Hashable, Sendable {
    public var id: String
    public var title: String
    public var components: [PickerComponentInfo]
}

/// The state of one component of a picker.
public struct PickerComponentInfo: Hashable, Sendable {
    /// The full id, `picker/component`.
    public var id: String
    public var title: String
    /// The currently available elements.
    public var elements: [PickerElement]
    /// The id of the selected element.
    public var selection: String?
    /// The index of the shown element in `elements`; `nil` if there are none.
    public var shownIndex: Int?
    /// The declaration: everything that is not derived from the selections.
    public var declaration: PickerComponent

    /// The element shown: the selected one, else the initial one, else the first.
    public var shown: PickerElement? { shownIndex.map { elements[$0] } }

    public var isLabel: Bool { declaration.role == .label }

    /// Whether there is an element to select.
    public var isEnabled: Bool { !isLabel && !elements.isEmpty }
}
