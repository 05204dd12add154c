/// A node of a scene: everything a renderer, a script or a screen reader may want to know of it.
///
/// A value whose fields are kept in one place and copied when one of several that share them is changed. So whoever has
/// made something of an element can tell at once whether it is still the same one: see `isSame`.
public struct Element: Hashable, Sendable {
    /// The author's id, or the place: `0.2.1`. Unique in its entry, and the same as long as the node stays where it is.
    public var id: String {
        get { fields.value.id }
        _modify { yield &fields.value.id }
    }

    public var content: Content {
        get { fields.value.content }
        _modify { yield &fields.value.content }
    }

    public var modifiers: [Modifier] {
        get { fields.value.modifiers }
        _modify { yield &fields.value.modifiers }
    }

    public var children: ChunkedArray<Element> {
        get { fields.value.children }
        _modify { yield &fields.value.children }
    }

    /// What modifiers put behind and over it: one for each modifier that does so, in their order.
    public var attachments: [Element] {
        get { fields.value.attachments }
        _modify { yield &fields.value.attachments }
    }

    /// What can be operated may be so right now.
    public var isEnabled: Bool {
        get { fields.value.isEnabled }
        _modify { yield &fields.value.isEnabled }
    }

    /// What a tap on it does; `nil` for what cannot be operated.
    public var activation: Activation? {
        get { fields.value.activation }
        _modify { yield &fields.value.activation }
    }

    /// What the ways to either side of it do; `nil` for what has no sides.
    public var steps: Steps? {
        get { fields.value.steps }
        _modify { yield &fields.value.steps }
    }

    /// How it is given another value; `nil` for what has none, or cannot be changed.
    public var edit: Edit? {
        get { fields.value.edit }
        _modify { yield &fields.value.edit }
    }

    /// What there is to choose from, where it is a choice.
    public var options: Options? {
        get { fields.value.options }
        _modify { yield &fields.value.options }
    }

    /// What Enter in a text field does, once it is given the text.
    public var submit: Action? {
        get { fields.value.submit }
        _modify { yield &fields.value.submit }
    }

    /// The key that operates it wherever the focus is.
    public var shortcut: String? {
        get { fields.value.shortcut }
        _modify { yield &fields.value.shortcut }
    }

    /// Takes each terminal's focus, once for each number.
    public var focusRequest: Int? {
        get { fields.value.focusRequest }
        _modify { yield &fields.value.focusRequest }
    }

    /// What is sent, with true or false, when the focus of a terminal comes to it or leaves it.
    public var onFocus: Action? {
        get { fields.value.onFocus }
        _modify { yield &fields.value.onFocus }
    }

    /// The environment at this place: panel, stack, screen, entry and the nodes around it, inner ones winning.
    public var environment: JSON.Object {
        get { fields.value.environment }
        _modify { yield &fields.value.environment }
    }

    public var accessibilityLabel: String? {
        get { fields.value.accessibilityLabel }
        _modify { yield &fields.value.accessibilityLabel }
    }

    /// What its author says that it is to those who do not see it.
    var accessibilityRole: AccessibilityRole? {
        get { fields.value.accessibilityRole }
        _modify { yield &fields.value.accessibilityRole }
    }

    private var fields: Shared<Fields>

    private struct Fields: Hashable, Sendable {
        var id: String
        var content: Content
        var modifiers: [Modifier]
        var children: ChunkedArray<Element>
        var attachments: [Element] = []
        var isEnabled: Bool
        var activation: Activation?
        var steps: Steps?
        var edit: Edit?
        var options: Options?
        var submit: Action?
        var shortcut: String?
        var focusRequest: Int?
        var onFocus: Action?
        var environment: JSON.Object
        var accessibilityLabel: String?
        var accessibilityRole: AccessibilityRole?
    }

    public init(
        id: String, _ content: Content, modifiers: [Modifier] = [], children: [Element] = [], isEnabled: Bool = true,
        activation: Activation? = nil, steps: Steps? = nil, environment: JSON.Object = [:],
        accessibilityLabel: String? = nil
    ) {
        fields = Shared(
            Fields(
                id: id, content: content, modifiers: modifiers, children: ChunkedArray(children), isEnabled: isEnabled,
                activation: activation, steps: steps, environment: environment, accessibilityLabel: accessibilityLabel))
    }

    /// Whether both are one and the same, and so equal. Equal ones may have been made twice, and are not the same then.
    public func isSame(as other: Element) -> Bool { fields.isSame(as: other.fields) }

    /// The same for all that are the same. No other element has it as long as there is one of these.
    public var identity: ObjectIdentifier { fields.identity }

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
