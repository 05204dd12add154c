/// A node of a scene: everything a renderer, a script or a screen reader may want to know of it.
///
/// A value whose fields are kept in one place and copied when one of several that share them is changed. So whoever has
/// made something of an element can tell at once whether it is still the same one: see `isSame`.
public struct Element: Sendable {
    /// The author's id, or the place: `0.2.1`. Unique in its entry, and the same as long as the node stays where it is.
    public var id: String {
        get { storage.fields.id }
        _modify { yield &own.id }
    }

    public var content: Content {
        get { storage.fields.content }
        _modify { yield &own.content }
    }

    public var modifiers: [Modifier] {
        get { storage.fields.modifiers }
        _modify { yield &own.modifiers }
    }

    public var children: ChunkedArray<Element> {
        get { storage.fields.children }
        _modify { yield &own.children }
    }

    /// What modifiers put behind and over it: one for each modifier that does so, in their order.
    public var attachments: [Element] {
        get { storage.fields.attachments }
        _modify { yield &own.attachments }
    }

    /// What can be operated may be so right now.
    public var isEnabled: Bool {
        get { storage.fields.isEnabled }
        _modify { yield &own.isEnabled }
    }

    /// What a tap on it does; `nil` for what cannot be operated.
    public var activation: Activation? {
        get { storage.fields.activation }
        _modify { yield &own.activation }
    }

    /// What the ways to either side of it do; `nil` for what has no sides.
    public var steps: Steps? {
        get { storage.fields.steps }
        _modify { yield &own.steps }
    }

    /// How it is given another value; `nil` for what has none, or cannot be changed.
    public var edit: Edit? {
        get { storage.fields.edit }
        _modify { yield &own.edit }
    }

    /// What there is to choose from, where it is a choice.
    public var options: Options? {
        get { storage.fields.options }
        _modify { yield &own.options }
    }

    /// What Enter in a text field does, once it is given the text.
    public var submit: Action? {
        get { storage.fields.submit }
        _modify { yield &own.submit }
    }

    /// The key that operates it wherever the focus is.
    public var shortcut: String? {
        get { storage.fields.shortcut }
        _modify { yield &own.shortcut }
    }

    /// Takes each terminal's focus, once for each number.
    public var focusRequest: Int? {
        get { storage.fields.focusRequest }
        _modify { yield &own.focusRequest }
    }

    /// What is sent, with true or false, when the focus of a terminal comes to it or leaves it.
    public var onFocus: Action? {
        get { storage.fields.onFocus }
        _modify { yield &own.onFocus }
    }

    /// The environment at this place: panel, stack, screen, entry and the nodes around it, inner ones winning.
    public var environment: JSON.Object {
        get { storage.fields.environment }
        _modify { yield &own.environment }
    }

    public var accessibilityLabel: String? {
        get { storage.fields.accessibilityLabel }
        _modify { yield &own.accessibilityLabel }
    }

    private var storage: Storage

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
    }

    /// What elements share that are the same. It is changed only as long as a single one refers to it, which then is
    /// being changed itself: so nobody else can be reading it, and it may be shared between threads.
    private final class Storage: @unchecked Sendable {
        var fields: Fields
        init(_ fields: Fields) { self.fields = fields }
    }

    /// The fields, for this element alone to change.
    private var own: Fields {
        get { storage.fields }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.fields) }
            yield &storage.fields
        }
    }

    public init(
        id: String, _ content: Content, modifiers: [Modifier] = [], children: [Element] = [], isEnabled: Bool = true,
        activation: Activation? = nil, steps: Steps? = nil, environment: JSON.Object = [:],
        accessibilityLabel: String? = nil
    ) {
        storage = Storage(
            Fields(
                id: id, content: content, modifiers: modifiers, children: ChunkedArray(children), isEnabled: isEnabled,
                activation: activation, steps: steps, environment: environment, accessibilityLabel: accessibilityLabel))
    }

    /// Whether both are one and the same, and so equal. Equal ones may have been made twice, and are not the same then.
    public func isSame(as other: Element) -> Bool { storage === other.storage }

    /// Whether both are equal but for what is in them.
    func isEqual(around other: Element) -> Bool {
        var (one, other) = (storage.fields, other.storage.fields)
        (one.children, one.attachments, other.children, other.attachments) = ([], [], [], [])
        return one == other
    }

    /// The same for all that are the same. No other element has it as long as there is one of these.
    public var identity: ObjectIdentifier { ObjectIdentifier(storage) }

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

extension Element: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        left.storage === right.storage || left.storage.fields == right.storage.fields
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(storage.fields) }
}
