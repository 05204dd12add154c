/// A node of a scene: everything a renderer, a script or a screen reader may want to know of it.
public struct Element: Hashable, Sendable {
    /// The author's id, or the place: `0.2.1`. Unique in its entry, and the same as long as the node stays where it is.
    public var id: String
    public var content: Content
    public var modifiers: [Modifier]
    public var children: [Element]
    /// What modifiers put behind and over it: one for each modifier that does so, in their order.
    public var attachments: [Element] = []
    /// What can be operated may be so right now.
    public var isEnabled: Bool
    /// What a tap on it does; `nil` for what cannot be operated.
    public var activation: Activation?
    /// What the ways to either side of it do; `nil` for what has no sides.
    public var steps: Steps?
    /// How it is given another value; `nil` for what has none, or cannot be changed.
    public var edit: Edit?
    /// What there is to choose from, where it is a choice.
    public var options: Options?
    /// What Enter in a text field does, once it is given the text.
    public var submit: Action?
    /// The key that operates it wherever the focus is.
    public var shortcut: String?
    /// Takes each terminal's focus, once for each number.
    public var focusRequest: Int?
    /// What is sent, with true or false, when the focus of a terminal comes to it or leaves it.
    public var onFocus: Action?
    /// The environment at this place: panel, stack, screen, entry and the nodes around it, inner ones winning.
    public var environment: JSON.Object
    public var accessibilityLabel: String?
    /// What its author says that it is to those who do not see it.
    var accessibilityRole: AccessibilityRole?

    public init(
        id: String, _ content: Content, modifiers: [Modifier] = [], children: [Element] = [], isEnabled: Bool = true,
        activation: Activation? = nil, steps: Steps? = nil, environment: JSON.Object = [:],
        accessibilityLabel: String? = nil
    ) {
        self.id = id
        self.content = content
        self.modifiers = modifiers
        self.children = children
        self.isEnabled = isEnabled
        self.activation = activation
        self.steps = steps
        self.environment = environment
        self.accessibilityLabel = accessibilityLabel
    }

    public enum Content: Hashable, Sendable {
        case text(String)
        /// A text whose parts look different.
        case runs([TextRun])
        case button(label: String, role: ButtonContent.Role?)
        case toggle(label: String, state: GroupState)
        /// One component of a picker. `isSelected`: the shown element is the selection, and no stand-in for it.
        case picker(label: String?, shown: String, isSelected: Bool)
        /// One of the options of a picker that shows all of them.
        case option(label: String, isSelected: Bool)
        /// The options of a picker beside each other.
        case segments(label: String)
        /// What is behind it: its options, or else its children. `shown`: the chosen option, empty where there is none.
        case menu(label: String, shown: String)
        case textField(TextFieldLook)
        case slider(label: String, value: Double, range: ClosedRange<Double>)
        /// `value`: `nil` for what is no number.
        case stepper(label: String, value: Double?, showsValue: Bool)
        /// `value`: `nil` where nobody knows how much is done.
        case progress(label: String, value: Double?, total: Double)
        case gauge(label: String, value: Double, range: ClosedRange<Double>, text: String)
        case labeledValue(label: String, value: String)
        case color(NamedColor)
        case divider
        case spacer(minLength: Double?)
        case stack(StackContent.Axis, alignment: Alignment, spacing: Double?)
        case form
        case section(title: String?, footer: String?)
        case scroll(ScrollContent.Axes, showsIndicators: Bool)
        /// Its children are its rows: those of a section come after an element with its title, which is a section
        /// without children, and before one with its footer.
        case list
        /// Rows of what it stands in, of which those are known that are its children. What was done to it is done to
        /// each of them.
        case rows(total: Int, known: [RowRange])
        case grid(alignment: Alignment, horizontalSpacing: Double?, verticalSpacing: Double?)
        case gridRow(alignment: Alignment.Vertical?)
        case shape(ShapeContent)
        case image(systemName: String)
        /// Something that is named but is not there: what is missing, in words.
        case missing(String)
        case empty
    }
}
