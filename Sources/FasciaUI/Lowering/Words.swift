import FasciaDocument
import FasciaRender

extension Node {
    /// The visible words in this node, for a control that shows its label as text.
    var words: String { words(isSpoken: false) }

    /// - Parameter isSpoken: whether accessibility labels replace the visible words.
    fileprivate func words(isSpoken: Bool) -> String {
        let said = modifiers.lazy.compactMap { if case .accessibilityLabel(let label) = $0 { label } else { nil } }
        if isSpoken, let said = said.first { return said }
        return switch content {
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
            Array(children).words(isSpoken: isSpoken)
        case .group, .picker, .value, .color, .divider, .spacer, .shape, .empty: ""
        }
    }
}

extension [Node] {
    var words: String { words(isSpoken: false) }
    /// The words with accessibility labels applied.
    var spokenWords: String { words(isSpoken: true) }

    fileprivate func words(isSpoken: Bool) -> String {
        map { $0.words(isSpoken: isSpoken) }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension ViewNode {
    /// The words of a child; `nil` if it has none.
    func words(_ key: ChildIdentity) -> String? {
        let words = (child(key)?.lowered() ?? []).words
        return words.isEmpty ? nil : words
    }
}
