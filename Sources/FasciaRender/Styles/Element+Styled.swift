import FasciaDocument
import FasciaScene

extension Element {
    /// The colour for its controls.
    var accent: NamedColor? {
        NamedColor(environment: environment, "tint") ?? NamedColor(environment: environment, "accent")
    }

    /// Its control with what depends on the element and its environment, but not on the terminal, and the name of the style.
    package func styled(_ content: Control) -> (control: Control, style: String) {
        var control = content
        control.isEnabled = isEnabled
        control.isNavigation = leadsOn
        control.conditions = conditions.map(\.word)
        control.isPending = control.conditions.contains(.pending)
        if control.kind == .picker || control.kind == .segments { control.options = options?.all.map(\.label) ?? [] }
        if control.kind == .segments, let selected = options?.selected {
            control.selected = selected
            control.value = control.options[selected]
        }
        control.canDecrement = steps?.previous != nil
        control.canIncrement = steps?.next != nil
        control.tint = accent
        let name = environment[control.kind.styleKey]?.stringValue ?? StyleRegistry.defaultName
        control.parameters = environment[name]?.objectValue ?? [:]
        return (control, name)
    }
}
