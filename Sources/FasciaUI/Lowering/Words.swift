import FasciaModel
import FasciaRender

extension Node {
    /// What can be read in it, for a control whose label is words.
    var words: String {
        switch content {
        case .text(let text): text.text
        case .button(let button): button.label
        case .toggle(let toggle): toggle.label ?? ""
        case .menu(let menu): menu.label
        case .textField(let field): field.label ?? ""
        case .slider(let slider): slider.label ?? ""
        case .stepper(let stepper): stepper.label ?? ""
        case .progress(let progress): progress.label ?? ""
        case .gauge(let gauge): gauge.label ?? ""
        case .image(let image): Symbols.glyph(image.systemName, unicode: true)
        case .stack, .form, .section, .scroll, .list, .rows, .grid, .gridRow:
            children.map(\.words).filter { !$0.isEmpty }.joined(separator: " ")
        case .group, .picker, .value, .color, .divider, .spacer, .shape, .empty: ""
        }
    }
}

extension Place {
    /// The words of one of the places in it; `nil` where there are none.
    func words(_ key: PlaceKey) -> String? {
        let words = (child(key)?.lowered() ?? []).map(\.words).filter { !$0.isEmpty }.joined(separator: " ")
        return words.isEmpty ? nil : words
    }
}
