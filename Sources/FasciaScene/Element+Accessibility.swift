import FasciaDocument

/// The element as scripts, tests and screen readers know it.
extension Element {
    /// The names of all roles.
    public static let roles =
        ["text", "header", "link", "image"] + ControlKind.allCases.filter { $0 != .segments && !$0.isSurface }.map(\.rawValue)
        + [
            "sparkline", "chart", "value", "color", "divider", "spacer", "stack", "form", "section", "scroll", "list", "rows",
            "table", "row", "log", "grid", "gridRow", "shape", "missing", "empty",
        ]

    /// The name of the role: the one that its author gives it, else that of its kind.
    public var role: String { accessibilityRole?.rawValue ?? kindRole }

    private var kindRole: String {
        switch content {
        case .text, .runs: "text"
        case .control(let control): control.kind == .segments || options != nil ? "picker" : control.kind.rawValue
        case .plot(let plot): plot.form == .sparkline ? "sparkline" : "chart"
        case .labeledValue: "value"
        case .color: "color"
        case .divider: "divider"
        case .spacer: "spacer"
        case .stack: "stack"
        case .form: "form"
        case .section: options == nil ? "section" : "picker"
        case .scroll: "scroll"
        case .list: "list"
        case .rows: "rows"
        case .table: "table"
        case .tableRow: "row"
        case .log: "log"
        case .grid: "grid"
        case .gridRow: "gridRow"
        case .shape: "shape"
        case .image: "image"
        case .missing: "missing"
        case .empty: "empty"
        }
    }

    /// Whether it only arranges or separates other elements and has no meaning of its own.
    public var isLayoutOnly: Bool {
        switch content {
        case .stack, .form, .divider, .spacer, .empty, .color, .scroll, .list, .grid, .gridRow, .tableRow, .shape:
            accessibilityLabel == nil && accessibilityRole == nil && activation == nil
        case .section: label.isEmpty && activation == nil && options == nil
        case .text, .runs, .image, .control, .plot, .labeledValue, .missing, .rows, .table, .log: false
        }
    }

    /// The control; `nil` for another element.
    public var control: Control? { if case .control(let control) = content { control } else { nil } }

    /// The kind of control; `nil` for another element.
    package var controlKind: Control.Kind? { if case .control(let control) = content { control.kind } else { nil } }

    /// The state of a toggle; `nil` for another element.
    public var toggleState: GroupState? { control.flatMap { $0.kind == .toggle ? $0.state : nil } }

    /// Whether its kind makes it operable, rather than a tap modifier.
    public var isControl: Bool { controlKind?.isOperable ?? false }

    /// Whether it can take the focus: it has an activation, or edits a value with keys.
    public var takesFocus: Bool {
        switch controlKind {
        case .picker, .segments, .menu, .textField, .slider, .stepper: true
        // Keys scroll it.
        case nil: if case .log = content { true } else { activation != nil }
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
        case .control(let control): control.label.isEmpty ? control.field?.prompt ?? "" : control.label
        case .plot(let plot): plot.label
        case .labeledValue(let label, _): label
        case .section(let title, let footer): title ?? footer ?? ""
        case .log(let id, _): id
        case .tableRow: children.first?.label ?? ""
        case .missing(let what): what
        case .color, .divider, .spacer, .stack, .form, .scroll, .list, .rows, .grid, .gridRow, .table, .shape, .empty: ""
        }
    }

    /// The value it shows beside its label: `on`, `off` or `mixed` for a toggle, the selected element's label for a
    /// picker, the text of a value, the number of a slider.
    public var value: JSON? {
        if let options { return .string(options.shown.map { options.all[$0].label } ?? "") }
        return switch content {
        case .control(let control): control.accessibilityValue
        case .plot(let plot): .string(plot.summary)
        case .labeledValue(_, let value): .string(value)
        default: nil
        }
    }

    /// The name for error messages: its id, and its visible label.
    public var named: String { "node \"\(id)\"" + (label.isEmpty || label == id ? "" : " (\(label))") }

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

    /// Whether it and its descendants are hidden from accessibility: what cannot be seen is not read out either.
    public var isAccessibilityHidden: Bool {
        modifiers.contains {
            switch $0 {
            case .accessibilityHidden(let isHidden), .hidden(let isHidden): isHidden
            case .opacity(let opacity): opacity <= 0
            default: false
            }
        }
    }

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
