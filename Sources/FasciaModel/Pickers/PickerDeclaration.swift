/// A picker as its owner declares it: components side by side, each with elements of which one is selected.
public struct PickerDeclaration: Hashable, Sendable {
    /// Not empty, without `/`, `*` and control characters.
    public var id: String
    /// What people read; the id where it is left out.
    public var title: String?
    /// From the first to the last, as they stand beside each other.
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
        /// Decoration, such as the comma in "1,85 m": it is shown and cannot be picked.
        case label
    }

    /// One segment of the full id.
    public var id: String
    /// What people read; the id where it is left out.
    public var title: String?
    /// What there is to pick. Where `dependsOn` names another component: what there is for those of its elements that
    /// `elementsFor` does not name.
    public var elements: [PickerElement]
    /// The id of the element that a new component begins with. One that is there already keeps its own.
    public var selection: String?
    /// Whether nothing may be selected.
    public var isOptional: Bool
    /// What is shown while nothing is selected, and selected where something must be and nothing else is.
    public var initial: String?
    public var role: Role?
    /// The id of another component of this picker, whose shown element chooses this one's elements.
    public var dependsOn: String?
    /// By the id of an element of the component that `dependsOn` names.
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

/// Something that can be picked. The value that it stands for stays with the app.
public struct PickerElement: Hashable, Sendable {
    /// Unique among the elements of its list.
    public var id: String
    /// What people read.
    public var label: String

    public init(id: String, label: String) {
        self.id = id
        self.label = label
    }
}
