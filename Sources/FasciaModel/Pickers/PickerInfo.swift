/// What is to be known of a picker.
public struct PickerInfo: Hashable, Sendable {
    public var id: String
    public var title: String
    public var components: [PickerComponentInfo]
}

/// What is to be known of one component of a picker.
public struct PickerComponentInfo: Hashable, Sendable {
    /// `picker/component`
    public var id: String
    public var title: String
    /// What there is to pick now.
    public var elements: [PickerElement]
    /// The id of the selected element.
    public var selection: String?
    /// Where the shown element stands in `elements`; `nil` where there are none.
    public var shownIndex: Int?
    /// As it was declared: everything that does not follow from the selections.
    public var declaration: PickerComponent

    /// The element that people see: the selected one, else the initial one, else the first.
    public var shown: PickerElement? { shownIndex.map { elements[$0] } }

    public var isLabel: Bool { declaration.role == .label }

    /// Whether there is something to pick.
    public var isEnabled: Bool { !isLabel && !elements.isEmpty }
}
