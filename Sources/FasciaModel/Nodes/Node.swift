/// One node of a screen: what it is, what is in it, and what was done to it, in the order it was done.
///
/// A node tree is a plain value. It names the panel's state (`bind`) instead of holding it; `Panel.scene` resolves
/// the names when it is shown.
public struct Node: Hashable, Sendable {
    /// The author's name for the node, unique in its screen. Nodes without one are addressed by their place.
    public var id: String?
    public var content: Content
    /// Applied from first to last, each to what the ones before it made, as in SwiftUI.
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
        /// A switch for every option of a group, with the master above them: what `MultiToggle` is made of.
        case group(GroupContent)
        /// A picker with its components beside each other, or one component.
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
        /// Rows below each other, of which only those that are seen are laid out.
        indirect case list(ListContent)
        /// Many rows of what it stands in, of which some are known.
        indirect case rows(RowsContent)
        indirect case grid(GridContent)
        /// The cells of one row of a grid; elsewhere like a stack.
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
    /// What it shows, and what a tap on it does.
    public enum Source: Hashable, Sendable {
        /// An option or a group of the panel (then it is the master switch), by its id.
        case bind(String)
        /// A switch that the publisher of the screen keeps by itself: the state that it had when it was published.
        /// Without a tap it is disabled.
        case literal(GroupState, tap: Action?)
    }

    public var source: Source
    /// The option's title where it is left out.
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
    /// The key where it is left out.
    public var label: String?

    public init(bind: String, label: String? = nil) {
        self.bind = bind
        self.label = label
    }
}

public struct SpacerContent: Hashable, Sendable {
    /// In points; `nil` is the renderer's own choice.
    public var minLength: Double?
    public init(minLength: Double? = nil) { self.minLength = minLength }
}

public struct StackContent: Hashable, Sendable {
    public enum Axis: String, CaseIterable, Hashable, Sendable {
        case vertical, horizontal, depth
    }

    public var axis: Axis
    /// Where children that are smaller than the stack stand across its axis.
    public var alignment: Alignment
    /// Between neighbours, in points; `nil` is the renderer's own choice.
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

/// What happens when somebody operates a node.
public enum Action: Hashable, Sendable {
    /// A call of the protocol's own methods, so that a screen can do things without an app behind it. In a
    /// navigation method without an `entry`, the entry that shows the button is meant.
    case call(method: String, params: JSON)
    /// A message to the entry's parent: what the user did.
    case emit(name: String, payload: JSON)
}
