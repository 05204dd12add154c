import FasciaDocument
import FasciaRender

extension Node {
    /// The visible words in this node, for a control that shows its label as text.
    var words: String { words(isSpoken: false) }

    /// - Parameter isSpoken: whether accessibility labels replace the visible words.
    fileprivate func words(isSpoken: Bool) -> String {
        let said = modifiers.lazy.compactMap { if case .accessibilityLabel(let label) = $0 { label } else { nil } }
        if isSpoken, let said = said.first { return said }
        if case .image(let image) = content { return Symbols.glyph(image.systemName, unicode: true) }
        return content.payload.displayLabel ?? children.words(isSpoken: isSpoken)
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
