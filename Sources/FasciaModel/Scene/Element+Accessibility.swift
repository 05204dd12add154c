/// What an element is to those who do not see it: scripts, tests and screen readers.
extension Element {
    public var role: String {
        switch content {
        case .text, .runs: "text"
        case .button: "button"
        case .toggle: "toggle"
        case .picker: "picker"
        case .labeledValue: "value"
        case .color: "color"
        case .divider: "divider"
        case .spacer: "spacer"
        case .stack: "stack"
        case .form: "form"
        case .section: "section"
        case .scroll: "scroll"
        case .list: "list"
        case .grid: "grid"
        case .gridRow: "gridRow"
        case .shape: "shape"
        case .image: "image"
        case .missing: "missing"
        case .empty: "empty"
        }
    }

    /// Whether it only arranges or parts other elements, and says nothing by itself.
    public var isArrangement: Bool {
        switch content {
        case .stack, .form, .divider, .spacer, .empty, .color, .scroll, .list, .grid, .gridRow, .shape:
            accessibilityLabel == nil && activation == nil
        case .section: label.isEmpty && activation == nil
        case .text, .runs, .image, .button, .toggle, .picker, .labeledValue, .missing: false
        }
    }

    /// Whether it is operated by what it is, and not because somebody gave it a tap.
    public var isControl: Bool {
        switch content {
        case .button, .toggle, .picker: true
        default: false
        }
    }

    /// What it is called: what its author says for those who do not see it, else what it shows; empty for what has no
    /// name.
    public var label: String {
        if let accessibilityLabel { return accessibilityLabel }
        return switch content {
        case .text(let text): text
        case .runs(let runs): runs.map(\.text).joined()
        case .image(let name): name
        case .button(let label, _), .toggle(let label, _), .labeledValue(let label, _): label
        case .picker(let label, _, _): label ?? ""
        case .section(let title, let footer): title ?? footer ?? ""
        case .missing(let what): what
        case .color, .divider, .spacer, .stack, .form, .scroll, .list, .grid, .gridRow, .shape, .empty: ""
        }
    }

    /// What it shows beside its label: a toggle `on`, `off` or `mixed`, a picker the element, a value its text.
    public var value: JSON? {
        switch content {
        case .toggle(_, let state): .string(state.rawValue)
        case .picker(_, let shown, _): .string(shown)
        case .labeledValue(_, let value): .string(value)
        default: nil
        }
    }

    /// This one and all in it, in the order of reading.
    public var all: [Element] {
        var all: [Element] = []
        collect(into: &all)
        return all
    }

    private func collect(into all: inout [Element]) {
        all.append(self)
        for element in children { element.collect(into: &all) }
        for element in attachments { element.collect(into: &all) }
    }
}
