import FasciaDocument

/// The declaration of a picker: components side by side, each with a list of elements to select from.
public struct PickerDeclaration: Hashable, Sendable {
    /// Must not be empty or contain `/`, `*` or control characters.
    public var id: String
    /// The visible title; default: the id.
    public var title: String?
    /// From left to right.
    public var components: [PickerComponent]

    public init(id: String, title: String? = nil, components: [PickerComponent]) {
        self.id = id
        self.title = title
        self.components = components
    }
}

/// One wheel of a picker. Its full id is `picker/component`.
public struct PickerComponent: Hashable, Sendable {
    public enum Role: String, CaseIterable, Hashable, Sendable {
        /// Decoration, such as the comma in "1,85 m": shown, but not selectable.
        case label
    }

    /// One segment of the full id.
    public var id: String
    /// The visible title; default: the id.
    public var title: String?
    /// The available elements. With `dependsOn`: those for shown elements that `elementsFor` does not contain.
    public var elements: [PickerElement]
    /// The id of the initially selected element. Existing components keep their selection.
    public var selection: String?
    /// Whether the component may have no selection.
    public var isOptional: Bool
    /// Shown while there is no selection, and the default selection of a component that is not optional.
    public var initial: String?
    public var role: Role?
    /// The id of another component of this picker. Its shown element determines this component's elements.
    public var dependsOn: String?
    /// Keyed by the element id of the component in `dependsOn`.
    public var elementsFor: [String: [PickerElement]]

    public init(
        id: String, title: String? = nil, elements: [PickerElement] = [], selection: String? = nil,
        isOptional: Bool = false, initial: String? = nil, role: Role? = nil, dependsOn: String? = nil,
        elementsFor: [String: [PickerElement]] = [:]
    ) {
        self.id = id
        self.title = title
        self.elements = elements
        self.selection = selection
        self.isOptional = isOptional
        self.initial = initial
        self.role = role
        self.dependsOn = dependsOn
        self.elementsFor = elementsFor
    }
}
