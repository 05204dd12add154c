import FasciaDocument
import FasciaScene

/// A control to try a style with.
struct SampleControl {
    /// How it differs from a plain one.
    var name: String
    var control: Control

    /// Controls of a kind in all their states.
    static func all(of kind: Control.Kind) -> [SampleControl] {
        let changes: [(String, (inout Control) -> Void)] = [
            ("plain", { _ in }),
            ("on", { $0.state = .on }),
            ("mixed", { $0.state = .mixed }),
            ("disabled", { $0.isEnabled = false }),
            ("focused", { $0.isFocused = true }),
            ("destructive", { $0.role = .destructive }),
            ("cancel", { $0.role = .cancel }),
            ("pending", { $0.isPending = true }),
            ("unconfirmed", { $0.conditions = [.unconfirmed] }),
            ("unknown", { $0.conditions = [.unknown] }),
            ("stale", { $0.conditions = [.stale] }),
            ("failed", { $0.conditions = [.failed] }),
            ("ASCII", { $0.unicode = false }),
            ("without colours", { $0.colorDepth = 0 }),
            ("tinted", { $0.tint = NamedColor("red") }),
            ("row", { $0.isRow = true }),
            ("empty", { ($0.label, $0.value, $0.options, $0.selected) = ("", "", [], nil) }),
            ("long", { $0.label = String(repeating: "long ", count: 100) }),
            ("wide characters", { $0.label = "Käse 漢字 👩‍👩‍👧" }),
        ]
        return changes.map { name, change in
            var control = plain(kind)
            change(&control)
            return SampleControl(name: name, control: control)
        } + special(kind)
    }

    private static func plain(_ kind: Control.Kind) -> Control {
        var control = Control(kind: kind, label: "Label")
        switch kind {
        case .toggle, .button, .option: break
        case .picker, .menu, .segments:
            (control.value, control.options, control.selected) = ("Medium", ["Small", "Medium", "Large"], 1)
        case .textField:
            control.value = "text"
            control.field = TextFieldState(label: "Label", text: "text", prompt: "prompt")
        case .slider, .progress, .gauge: (control.value, control.fraction) = ("50 %", 0.5)
        case .stepper: (control.value, control.canDecrement, control.canIncrement) = ("5", true, true)
        case .table: control.options = ["Name", "Size"]
        case .section, .listRow, .modal, .titleBar: break
        }
        return control
    }

    /// What only this kind has.
    private static func special(_ kind: Control.Kind) -> [SampleControl] {
        var control = plain(kind)
        var controls: [SampleControl] = []
        func add(_ name: String, _ change: (inout Control) -> Void) {
            control = plain(kind)
            change(&control)
            controls.append(SampleControl(name: name, control: control))
        }
        switch kind {
        case .slider, .gauge, .progress:
            add("at the start") { $0.fraction = 0 }
            add("at the end") { $0.fraction = 1 }
            if kind == .progress { add("of unknown length") { ($0.fraction, $0.animationStep) = (nil, 3) } }
        case .textField:
            add("edited") { ($0.isFocused, $0.cursor) = (true, 4) }
            add("secure") { $0.field?.isSecure = true }
            add("without text") { $0.value = "" }
        case .segments: add("without a selection") { $0.selected = nil }
        case .button: add("open") { ($0.isNavigation, $0.isOpen) = (true, true) }
        case .modal: add("an alert") { $0.isAlert = true }
        case .titleBar:
            add("with a back button") { $0.value = "‹ Back" }
            add("with a focused back button") { ($0.value, $0.isFocused) = ("‹ Back", true) }
        case .toggle, .picker, .stepper, .menu, .option, .section, .listRow, .table: break
        }
        return controls
    }
}
