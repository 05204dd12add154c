import FasciaDocument

/// The role of a visible node for scripts, tests and screen readers.
public enum ElementRole: String, CaseIterable, Hashable, Sendable {
    case text, header, link, image, button, toggle, picker, option, menu, textField, slider, stepper, progress, gauge,
        value, color, divider, spacer, stack, form, section, scroll, list, rows, grid, gridRow, shape, missing, empty
}

/// The element as scripts, tests and screen readers know it.
extension Element {
    /// The name of the role: the one that its author gives it, else that of its kind.
    public var role: String { accessibilityRole?.rawValue ?? kindRole.rawValue }

    private var kindRole: ElementRole {
        switch content {
        case .text, .runs: .text
        case .button: .button
        case .toggle: .toggle
        case .picker, .segments: .picker
        case .option: .option
        case .menu: options == nil ? .menu : .picker
        case .textField: .textField
        case .slider: .slider
        case .stepper: .stepper
        case .progress: .progress
        case .gauge: .gauge
        case .labeledValue: .value
        case .color: .color
        case .divider: .divider
        case .spacer: .spacer
        case .stack: .stack
        case .form: .form
        case .section: options == nil ? .section : .picker
        case .scroll: .scroll
        case .list: .list
        case .rows: .rows
        case .grid: .grid
        case .gridRow: .gridRow
        case .shape: .shape
        case .image: .image
        case .missing: .missing
        case .empty: .empty
        }
    }

    /// Whether it only arranges or separates other elements and has no meaning of its own.
    public var isLayoutOnly: Bool {
        switch content {
        case .stack, .form, .divider, .spacer, .empty, .color, .scroll, .list, .grid, .gridRow, .shape:
            accessibilityLabel == nil && accessibilityRole == nil && activation == nil
        case .section: label.isEmpty && activation == nil && options == nil
        case .text, .runs, .image, .button, .toggle, .picker, .option, .segments, .menu, .textField, .slider, .stepper,
            .progress, .gauge, .labeledValue, .missing, .rows:
            false
        }
    }

    /// Whether its kind makes it operable, rather than a tap modifier.
    public var isControl: Bool {
        switch content {
        case .button, .toggle, .picker, .option, .segments, .menu, .textField, .slider, .stepper: true
        default: false
        }
    }

    /// Whether it can take the focus: it has an activation, or edits a value with keys.
    public var takesFocus: Bool {
        switch content {
        case .segments, .menu, .textField, .slider, .stepper: true
        default: activation != nil
        }
    }

    /// The accessibility label if there is one, else the label it shows; empty if it has neither.
    public var label: String {
        if let accessibilityLabel { return accessibilityLabel }
        return switch content {
        case .text(let text): text
        case .runs(let runs): runs.map(\.text).joined()
        case .image(let name): name
        case .button(let label, _), .toggle(let label, _), .labeledValue(let label, _): label
        case .picker(let label, _, _): label ?? ""
        case .option(let label, _), .segments(let label), .menu(let label, _), .slider(let label, _, _),
            .stepper(let label, _, _), .progress(let label, _, _), .gauge(let label, _, _, _):
            label
        case .textField(let field): field.label.isEmpty ? field.prompt : field.label
        case .section(let title, let footer): title ?? footer ?? ""
        case .missing(let what): what
        case .color, .divider, .spacer, .stack, .form, .scroll, .list, .rows, .grid, .gridRow, .shape, .empty: ""
        }
    }

    /// The value it shows beside its label: `on`, `off` or `mixed` for a toggle, the selected element's label for a
    /// picker, the text of a value, the number of a slider.
    public var value: JSON? {
        if let options { return .string(options.shown.map { options.all[$0].label } ?? "") }
        return switch content {
        case .toggle(_, let state): .string(state.rawValue)
        case .picker(_, let shown, _): .string(shown)
        case .option(_, let isSelected): .string(isSelected ? "on" : "off")
        case .textField(let field): .string(field.text)
        case .slider(_, let value, _), .gauge(_, let value, _, _): .number(value)
        case .stepper(_, let value, _): value.map { .number($0) }
        case .progress(_, let value, _): value.map { .number($0) }
        case .labeledValue(_, let value): .string(value)
        default: nil
        }
    }

    /// The name for error messages: its id, and its visible label.
    public var named: String { "node \"\(id)\"" + (label.isEmpty || label == id ? "" : " (\(label))") }

    /// Progress from 0 to 1; `nil` for an element without progress, or if it is unknown.
    public var fraction: Double? {
        switch content {
        case .slider(_, let value, let range), .gauge(_, let value, let range, _):
            NumberScale.fraction(of: value, in: range)
        case .progress(_, let value, let total):
            value.flatMap { $0.isFinite && total > 0 ? min(max($0 / total, 0), 1) : nil }
        default: nil
        }
    }

    /// This element and its descendants, in reading order.
    public var all: [Element] {
        var all: [Element] = []
        collect(into: &all) { _ in true }
        return all
    }

    /// This element and its descendants, without those hidden from accessibility.
    public var accessible: [Element] {
        var all: [Element] = []
        collect(into: &all) { !$0.isAccessibilityHidden }
        return all
    }

    /// Whether it and its descendants are hidden from accessibility.
    public var isAccessibilityHidden: Bool { modifiers.contains(.accessibilityHidden(true)) }

    private func collect(into all: inout [Element], _ isIncluded: (Element) -> Bool) {
        guard isIncluded(self) else { return }
        all.append(self)
        for element in children { element.collect(into: &all, isIncluded) }
        for element in attachments { element.collect(into: &all, isIncluded) }
    }
}

extension JSON {
    /// An integer if the number is integral.
    static func number(_ value: Double) -> JSON { Int(exactly: value).map { .int($0) } ?? .double(value) }
}
