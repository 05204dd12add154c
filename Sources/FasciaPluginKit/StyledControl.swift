import CFasciaPlugin

/// The control that is being measured or drawn. Valid only during the `measure` or `draw` call: do not keep it.
public struct StyledControl {
    private let control: UnsafePointer<fascia_control>

    init(_ control: UnsafePointer<fascia_control>) { self.control = control }

    public enum State: Sendable {
        case off, on
        /// A group with some options on and some off.
        case mixed
    }

    public enum Role: Sendable {
        case destructive, cancel
    }

    public enum Parameter: Hashable, Sendable {
        case null
        case bool(Bool)
        case int(Int)
        case double(Double)
        case string(String)
    }

    public var label: String { String(control.pointee.label(control)) }
    /// What the control shows besides its label, such as a picker's selection.
    public var value: String { String(control.pointee.value(control)) }

    public var state: State {
        switch control.pointee.state(control) & UInt32(FASCIA_STATE_MASK) {
        case UInt32(FASCIA_STATE_ON): .on
        case UInt32(FASCIA_STATE_MIXED): .mixed
        default: .off
        }
    }

    /// Whether `state` was requested but is not confirmed yet.
    public var isPending: Bool { has(FASCIA_STATE_PENDING) }
    /// Whether `state` goes back unless a user confirms it.
    public var isUnconfirmed: Bool { has(FASCIA_STATE_UNCONFIRMED) }
    /// Whether `state` was never reported.
    public var isUnknown: Bool { has(FASCIA_STATE_UNKNOWN) }
    /// Whether the actual state may be another one than `state`.
    public var isStale: Bool { has(FASCIA_STATE_STALE) }
    /// Whether the last request failed.
    public var hasFailed: Bool { has(FASCIA_STATE_FAILED) }

    private func has(_ flag: UInt32) -> Bool { control.pointee.state(control) & flag != 0 }

    public var role: Role? {
        switch control.pointee.role(control) {
        case UInt32(FASCIA_ROLE_DESTRUCTIVE): .destructive
        case UInt32(FASCIA_ROLE_CANCEL): .cancel
        default: nil
        }
    }

    public var isEnabled: Bool { control.pointee.is_enabled(control) != 0 }
    public var isFocused: Bool { control.pointee.is_focused(control) != 0 }
    /// Whether the terminal shows Unicode; otherwise only ASCII.
    public var unicode: Bool { control.pointee.unicode(control) != 0 }
    /// Bits per colour of the terminal: 0, 4, 8 or 24. Always 24 while the control is measured.
    public var colorDepth: Int { Int(control.pointee.color_depth(control)) }

    /// The tint colour that the program set.
    public var tint: CellColor? {
        let color = control.pointee.tint(control)
        return color == FASCIA_COLOR_DEFAULT ? nil : CellColor(rgb: color)
    }

    /// Whether it is a row of a form or a list, which is as wide as its room.
    public var isRow: Bool { has(trait: FASCIA_TRAIT_ROW) }
    /// Whether it is a button that leads to another screen.
    public var isNavigation: Bool { has(trait: FASCIA_TRAIT_NAVIGATION) }
    /// Whether the screen that it leads to is open.
    public var isOpen: Bool { has(trait: FASCIA_TRAIT_OPEN) }
    /// Whether a stepper is not at its lower end.
    public var canDecrement: Bool { has(trait: FASCIA_TRAIT_CAN_DECREMENT) }
    /// Whether a stepper is not at its upper end.
    public var canIncrement: Bool { has(trait: FASCIA_TRAIT_CAN_INCREMENT) }
    /// Whether it is a text field whose `value` is one bullet for each character.
    public var isSecure: Bool { has(trait: FASCIA_TRAIT_SECURE) }

    /// Whether it is the border of an alert.
    public var isAlert: Bool { has(trait: FASCIA_TRAIT_ALERT) }

    private func has(trait: UInt32) -> Bool { control.pointee.traits(control) & trait != 0 }

    /// The position of a slider, or the completed part of a progress or gauge, from 0 to 1; `nil` if it is unknown.
    public var fraction: Double? {
        let fraction = control.pointee.fraction(control)
        return fraction < 0 ? nil : fraction
    }

    /// The labels of the options of a picker and of segments.
    public var options: [String] {
        (0..<control.pointee.option_count(control)).map { String(control.pointee.option(control, $0)) }
    }

    /// The index of the selected segment.
    public var selected: Int? { index(control.pointee.selected(control)) }
    /// What an empty text field says.
    public var prompt: String { String(control.pointee.prompt(control)) }
    /// Of the text field that is edited: the number of characters before the cursor.
    public var cursor: Int? { index(control.pointee.cursor(control)) }
    /// Of a progress without a known fraction: a number that grows while it is shown, for an animation.
    public var animationStep: Int? { index(control.pointee.animation_step(control)) }

    private func index(_ number: Int32) -> Int? { number < 0 ? nil : Int(number) }

    /// The columns that a text takes.
    public func width(of text: String) -> Int {
        withString(text) { Int(control.pointee.text_width(control, $0)) }
    }

    /// The environment's parameter `key` for this style; `nil` if there is none, or if it is an array or an object.
    public func parameter(_ key: String) -> Parameter? {
        var value = fascia_value()
        let status = withString(key) { control.pointee.parameter(control, $0, &value) }
        guard status == FASCIA_OK else { return nil }
        return switch value.type {
        case UInt32(FASCIA_VALUE_BOOL): .bool(value.boolean != 0)
        case UInt32(FASCIA_VALUE_INT): .int(Int(value.integer))
        case UInt32(FASCIA_VALUE_DOUBLE): .double(value.number)
        case UInt32(FASCIA_VALUE_STRING): .string(String(value.string))
        default: .null
        }
    }

    func report(_ message: String) {
        guard let host = control.pointee.host else { return }
        withString(message) { host.pointee.report(host, UInt32(FASCIA_SEVERITY_ERROR), $0) }
    }
}

extension String {
    /// Copies a string that the host lends.
    init(_ string: fascia_string) {
        guard let data = string.data else { self = ""; return }
        let bytes = UnsafeRawBufferPointer(start: data, count: string.length)
        self = String(decoding: bytes, as: UTF8.self)
    }
}

/// Passes a text to `body` as a `fascia_string` that is valid during the call.
func withString<Result>(_ text: String, _ body: (fascia_string) -> Result) -> Result {
    var text = text
    return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { body(fascia_string(data: $0.baseAddress, length: $0.count)) }
    }
}
