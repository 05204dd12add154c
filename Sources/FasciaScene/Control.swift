import FasciaDocument

/// A control: what the resolver makes of a control's node, and what styles, plugins, `ui.tree` and screen readers read.
///
/// The resolver leaves the members that depend on the terminal or the environment at their defaults; the renderer sets
/// them.
public struct Control: Hashable, Sendable {
    public typealias Kind = ControlKind

    public var kind: Kind
    public var label: String
    /// What the control shows besides its label: a picker's option, a field's text, a number, how many switches of a group
    /// are on; empty for other controls.
    public var value: String
    /// For a toggle and an option, whether it is on. For a picker and a menu of options, whether the shown option is
    /// selected (`on`), a placeholder without a selection (`off`), or turned to but not yet picked (`mixed`). `off` for
    /// other controls.
    public var state: GroupState
    public var role: ButtonContent.Role?
    /// Of a button that leads to another screen: whether that is open; `nil` if only its action says so.
    public var isOpen: Bool?
    /// The value for scripts and screen readers; `nil` for a control without one.
    public var accessibilityValue: JSON?
    /// The position of a slider, or the completed part of a progress or gauge, from 0 to 1; `nil` if it is unknown.
    public var fraction: Double?
    /// The content of a text field; `nil` for other controls.
    public var field: TextFieldState?

    // MARK: Set by the renderer

    public var isEnabled: Bool
    public var isFocused: Bool
    public var tint: NamedColor?
    /// Whether the terminal shows Unicode; otherwise only ASCII.
    public var unicode: Bool
    /// Bits per colour of the terminal: 0 (none), 4, 8 or 24. Always 24 while the control is measured.
    public var colorDepth = 24
    /// The parameters of this style: the environment's values under the style's name.
    public var parameters: JSON.Object
    /// The animation step of an indeterminate progress; `nil` without animation.
    public var animationStep: Int?
    /// The number of characters before the cursor of a text field; `nil` without a cursor.
    public var cursor: Int?
    /// The labels of the options, for pickers and segments.
    public var options: [String] = []
    /// The index of the selected segment.
    public var selected: Int?
    /// Whether a stepper can step down.
    public var canDecrement = false
    /// Whether a stepper can step up.
    public var canIncrement = false
    /// The condition of what it shows; empty if that is certain.
    public var conditions: [ElementCondition.Word] = []
    /// Whether its operation has been pending for a while, or a client carries out a change of what it shows.
    public var isPending = false
    /// Whether it is a row of a form or a list, which is as wide as its room.
    public var isRow = false
    /// The columns before its words: the focus mark, and a blank in a wide row. The words of a row end as far from its end.
    public var inset = 1
    /// The columns before it in its row, which show its focus, too.
    public var indent = 0
    /// Whether it is a button that leads to another screen.
    public var isNavigation = false
    /// Whether it is the border of an alert.
    public var isAlert = false

    /// Whether this is a progress without a known fraction.
    package var isIndeterminate: Bool { kind == .progress && fraction == nil }

    public init(
        kind: Kind, label: String, value: String = "", state: GroupState = .off, role: ButtonContent.Role? = nil,
        isEnabled: Bool = true, isFocused: Bool = false, tint: NamedColor? = nil, unicode: Bool = true,
        parameters: JSON.Object = [:]
    ) {
        self.kind = kind
        self.label = label
        self.value = value
        self.state = state
        self.role = role
        self.isEnabled = isEnabled
        self.isFocused = isFocused
        self.tint = tint
        self.unicode = unicode
        self.parameters = parameters
    }

    /// A control that shows a number.
    init(_ kind: Kind, _ label: String?, number: Double?, shown: String, fraction: Double? = nil) {
        self.init(kind: kind, label: label ?? "", value: shown)
        accessibilityValue = number.map { .number($0) }
        self.fraction = fraction
    }
}

/// Each kind of control, by what it shows.
extension Element.Content {
    /// `value`: what a row shows at the right.
    package static func button(label: String, value: String = "", role: ButtonContent.Role?, isOpen: Bool? = nil) -> Self {
        var control = Control(kind: .button, label: label, value: value, role: role)
        control.accessibilityValue = value.isEmpty ? nil : .string(value)
        control.isOpen = isOpen
        return .control(control)
    }

    /// `count`: how many options of a group are on; empty for an option.
    package static func toggle(label: String, state: GroupState, count: String = "") -> Self {
        var control = Control(kind: .toggle, label: label, value: count, state: state)
        control.accessibilityValue = .string(state.rawValue)
        return .control(control)
    }

    /// One component of a picker. `isSelected`: `shown` is the selection, not a placeholder.
    package static func picker(label: String?, shown: String, isSelected: Bool) -> Self {
        var control = Control(kind: .picker, label: label ?? "", value: shown, state: isSelected ? .on : .off)
        control.accessibilityValue = .string(shown)
        return .control(control)
    }

    package static func option(label: String, isSelected: Bool) -> Self {
        var control = Control(kind: .option, label: label, state: isSelected ? .on : .off)
        control.accessibilityValue = .string(control.state.rawValue)
        return .control(control)
    }

    package static func segments(label: String) -> Self { .control(Control(kind: .segments, label: label)) }

    /// Opens its options, or else its children. `shown`: the option shown; empty if there is none. `isSelected`: `shown`
    /// is the selection, not a placeholder.
    package static func menu(label: String, shown: String, isSelected: Bool = true) -> Self {
        .control(Control(kind: .menu, label: label, value: shown, state: isSelected && !shown.isEmpty ? .on : .off))
    }

    package static func textField(_ field: TextFieldState) -> Self {
        var control = Control(kind: .textField, label: field.label, value: field.text)
        control.accessibilityValue = .string(field.text)
        control.field = field
        return .control(control)
    }

    /// `text`: the number as it is shown, if it has a format.
    package static func slider(
        label: String?, value: Double, range: ClosedRange<Double>, step: Double? = nil, text: String? = nil
    ) -> Self {
        .control(
            Control(
                .slider, label, number: value, shown: text ?? value.displayed(in: range, step: step),
                fraction: NumberScale.fraction(of: value, in: range)))
    }

    /// `value`: `nil` if the bound value is not a number.
    package static func stepper(label: String?, value: Double?, showsValue: Bool, text: String? = nil) -> Self {
        .control(Control(.stepper, label, number: value, shown: showsValue ? text ?? value?.displayed ?? "" : ""))
    }

    /// `value`: `nil` if the progress is unknown.
    package static func progress(label: String?, value: Double?, total: Double, showsValue: Bool = true) -> Self {
        let done = value.flatMap { $0.isFinite && total > 0 ? min(max($0 / total, 0), 1) : nil }
        let percent = showsValue ? done.map { "\(Int(($0 * 100).rounded())) %".padded(to: 5) } : nil
        return .control(Control(.progress, label, number: value, shown: percent ?? "", fraction: done))
    }

    package static func gauge(label: String?, value: Double, range: ClosedRange<Double>, text: String?) -> Self {
        let step = (range.upperBound - range.lowerBound) / 100
        let isNumber = text == nil || text == value.shortText
        return .control(
            Control(
                .gauge, label, number: value, shown: isNumber ? value.displayed(in: range, step: step) : text ?? "",
                fraction: NumberScale.fraction(of: value, in: range)))
    }
}
