import FasciaDocument
import FasciaRender

extension Node {
    /// The text that is visible in this node, for a control that shows its label as text.
    var visibleText: String { text(isSpoken: false) }

    /// - Parameter isSpoken: whether accessibility labels replace the visible text.
    fileprivate func text(isSpoken: Bool) -> String {
        let labels = modifiers.lazy.compactMap { if case .accessibilityLabel(let label) = $0 { label } else { nil } }
        if isSpoken, let label = labels.first { return label }
        if case .image(let image) = content { return Symbols.glyph(image.systemName, unicode: true) }
        return content.payload.displayLabel ?? children.text(isSpoken: isSpoken)
    }
}

extension [Node] {
    var visibleText: String { text(isSpoken: false) }
    /// The text with accessibility labels applied.
    var accessibilityText: String { text(isSpoken: true) }

    fileprivate func text(isSpoken: Bool) -> String {
        map { $0.text(isSpoken: isSpoken) }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension ViewNode {
    /// The visible text of a child; `nil` if it has none.
    func visibleText(of key: ChildIdentity) -> String? {
        let words = (child(key)?.lowered() ?? []).visibleText
        return words.isEmpty ? nil : words
    }
}
