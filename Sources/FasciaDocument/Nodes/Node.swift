/// A view node: its content and its modifiers.
///
/// A node tree is a plain value. It refers to the panel's state by name (`bind`) instead of holding it; `Panel.scene`
/// resolves the names.
public struct Node: Hashable, Sendable {
    /// The author's id for the node, unique in its screen. Nodes without one are addressed by their position.
    public var id: String?
    public var content: Content
    /// Applied in order, each to the result of the previous ones, as in SwiftUI.
    public var modifiers: [Modifier]

    public init(_ content: Content, id: String? = nil, modifiers: [Modifier] = []) {
        self.id = id
        self.content = content
        self.modifiers = modifiers
    }

    public enum Content: Hashable, Sendable {
        case text(TextContent)
        case button(ButtonContent)
        case toggle(ToggleContent)
        /// A switch for every option of a group below the master switch. `MultiToggle` uses it.
        case group(GroupContent)
        /// A picker with its components side by side, or one component.
        case picker(PickerContent)
        case textField(TextFieldContent)
        case slider(SliderContent)
        case stepper(StepperContent)
        case progress(ProgressContent)
        case gauge(GaugeContent)
        indirect case menu(MenuContent)
        /// Shows a named value as text.
        case value(ValueContent)
        case color(NamedColor)
        case divider
        case spacer(SpacerContent)
        indirect case stack(StackContent)
        indirect case form(FormContent)
        indirect case section(SectionContent)
        indirect case scroll(ScrollContent)
        /// Rows of which only the visible ones are laid out.
        indirect case list(ListContent)
        /// Many rows of the enclosing container, of which some are known.
        indirect case rows(RowsContent)
        indirect case grid(GridContent)
        /// The cells of one grid row. Outside a grid it behaves like a stack.
        indirect case gridRow(GridRowContent)
        case shape(ShapeContent)
        case image(ImageContent)
        case empty
    }
}

public struct ButtonContent: Hashable, Sendable {
    public enum Role: String, CaseIterable, Hashable, Sendable {
        case destructive, cancel
    }

    public var label: String
    public var role: Role?
    public var tap: Action?

    public init(_ label: String, role: Role? = nil, tap: Action? = nil) {
        self.label = label
        self.role = role
        self.tap = tap
    }
}

public struct ToggleContent: Hashable, Sendable {
    /// The state to show, and the effect of a tap.
    public enum Source: Hashable, Sendable {
        /// The id of an option of the panel, or of a group (as its master switch).
        case bind(String)
        /// A switch whose state the screen's publisher keeps: the state at the time of publishing. Disabled if `tap` is
        /// `nil`.
        case literal(GroupState, tap: Action?)
    }

    public var source: Source
    /// Default: the option's title.
    public var label: String?

    public init(bind: String, label: String? = nil) {
        source = .bind(bind)
        self.label = label
    }

    public init(state: GroupState, label: String, tap: Action?) {
        source = .literal(state, tap: tap)
        self.label = label
    }
}

public struct GroupContent: Hashable, Sendable {
    /// The id of a group.
    public var bind: String
    public init(bind: String) { self.bind = bind }
}

public struct ValueContent: Hashable, Sendable {
    /// The key of a value.
    public var bind: String
    /// Default: the key.
    public var label: String?

    public init(bind: String, label: String? = nil) {
        self.bind = bind
        self.label = label
    }
}

public struct SpacerContent: Hashable, Sendable {
    /// In points; `nil` lets the renderer choose.
    public var minLength: Double?
    public init(minLength: Double? = nil) { self.minLength = minLength }
}

public struct StackContent: Hashable, Sendable {
    public enum Axis: String, CaseIterable, Hashable, Sendable {
        case vertical, horizontal, depth
    }

    public var axis: Axis
    /// Aligns children that are smaller than the stack, across its axis.
    public var alignment: Alignment
    /// Between neighbours, in points; `nil` lets the renderer choose.
    public var spacing: Double?
    public var children: [Node]

    public init(_ axis: Axis, alignment: Alignment = .center, spacing: Double? = nil, children: [Node]) {
        self.axis = axis
        self.alignment = alignment
        self.spacing = spacing
        self.children = children
    }
}

public struct FormContent: Hashable, Sendable {
    public var children: [Node]
    public init(children: [Node]) { self.children = children }
}

public struct SectionContent: Hashable, Sendable {
    public var title: String?
    public var footer: String?
    public var children: [Node]

    public init(title: String? = nil, footer: String? = nil, children: [Node]) {
        self.title = title
        self.footer = footer
        self.children = children
    }
}

/// What operating a node does.
public enum Action: Hashable, Sendable {
    /// A call of one of the protocol's methods, so that a screen works without an app behind it. A navigation method
    /// without an `entry` applies to the entry that shows the node.
    case call(method: String, params: JSON)
    /// A message to the entry's parent about what the user did.
    case emit(name: String, payload: JSON)
}
