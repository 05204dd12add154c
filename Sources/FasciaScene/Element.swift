import FasciaDocument

/// A node of a scene, with all that renderers, scripts and screen readers need.
public struct Element: Hashable, Sendable {
    /// The author's id, or the position, such as `0.2.1`. Unique in its entry, and stable as long as the node keeps its
    /// place.
    public var id: String
    public var content: Content
    public var modifiers: [Modifier]
    public var children: [Element]
    /// The elements that modifiers put behind and in front of it: one for each such modifier, in their order.
    public var attachments: [Element] = []
    /// Whether it can be operated. Meaningful for elements with an activation, steps or an edit.
    public var isEnabled: Bool
    /// Why its reader may not operate it; `nil` if the reason is another one.
    public var denial: String?
    /// What a tap does; `nil` if it has no activation.
    public var activation: Activation?
    /// What stepping to either side does; `nil` if it has no steps.
    public var steps: Steps?
    /// How its value is edited; `nil` if it has no editable value.
    public var edit: Edit?
    /// The options, for a choice.
    public var options: Options?
    /// The condition of the bound thing that it shows; empty if that is certain.
    public var conditions: [ElementCondition] = []
    /// What Enter in a text field does, after the text is set.
    public var submit: Action?
    /// The key that activates it wherever the focus is.
    public var shortcut: String?
    /// Each new number moves the focus of every terminal to it, once.
    public var focusRequest: Int?
    /// Sent with true or false when the focus of a terminal enters or leaves it.
    public var onFocus: Action?
    /// The environment at this place: panel, stack, screen, entry and enclosing nodes. Inner ones override.
    public var environment: JSON.Object
    public var accessibilityLabel: String?
    /// The role that its author gives it for accessibility.
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
        /// A text with differently styled parts.
        case runs([TextRun])
        indirect case control(Control)
        indirect case plot(Plot)
        case labeledValue(label: String, value: String)
        case color(NamedColor)
        case divider
        case spacer(minLength: Double?)
        case stack(StackContent.Axis, alignment: Alignment, spacing: Double?)
        case form
        case section(title: String?, footer: String?)
        case scroll(ScrollContent.Axes, showsIndicators: Bool)
        /// Its children are its rows. A section's rows follow its heading (a section element with a title and without
        /// children) and precede its footer.
        case list
        /// Rows of the container around it. Only known rows are its children. Its modifiers apply to each row.
        case rows(total: Int, known: [RowRange])
        /// Its children are a header and a list of rows.
        case table
        /// A row of a table; its children are its cells.
        case tableRow([TableContent.Column])
        /// A list of lines that follows its end.
        case log(id: String, rows: Int)
        case grid(alignment: Alignment, horizontalSpacing: Double?, verticalSpacing: Double?)
        case gridRow(alignment: Alignment.Vertical?)
        case shape(ShapeContent)
        case image(systemName: String)
        /// A reference to something that does not exist; the text says what is missing.
        case missing(String)
        case empty
    }
}
