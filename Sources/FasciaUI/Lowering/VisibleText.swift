import FasciaDocument
import FasciaRender

extension Node {
    /// The text that is visible in this node, for a control that shows its label as text.
    var visibleText: String { text(isSpoken: false) }

    /// - Parameters:
    ///   - isSpoken: whether accessibility labels replace the visible text.
    ///   - hasSymbols: whether symbols without an accessibility label count.
    fileprivate func text(isSpoken: Bool, hasSymbols: Bool = true) -> String {
        // A hidden or transparent part keeps its room and says nothing.
        if isUnseen { return "" }
        let labels = modifiers.lazy.compactMap { if case .accessibilityLabel(let label) = $0 { label } else { nil } }
        if isSpoken, let label = labels.first { return label }
        if case .image(let image) = content { return hasSymbols ? Symbols.glyph(image.systemName, unicode: true) : "" }
        if isSpoken, case .progress(let progress) = content, progress.label == nil { return hasSymbols ? "In progress" : "" }
        let own = content.payload.displayLabel ?? children.text(isSpoken: isSpoken, hasSymbols: hasSymbols)
        let attached = self.attached.text(isSpoken: isSpoken, hasSymbols: hasSymbols)
        return attached.isEmpty ? own : own.isEmpty ? attached : own + " " + attached
    }

    /// The words in a stack that has no label; `nil` for what has words itself.
    var nameFromContent: String? {
        guard case .stack = content, !modifiers.contains(where: { if case .accessibilityLabel = $0 { true } else { false } })
        else { return nil }
        let words = [self].wordsBesideControls
        return words.isEmpty ? nil : words
    }

    /// The node without the buttons and menus in it.
    fileprivate var withoutControls: Node? {
        if isButtonOrMenu { return nil }
        var node = self
        node.content.children = children.compactMap(\.withoutControls)
        return node
    }

    fileprivate var isButtonOrMenu: Bool {
        switch content {
        case .button, .menu: true
        default: modifiers.contains(.accessibilityRole(.button))
        }
    }

    /// Whether nothing of it can be seen, though it has room.
    fileprivate var isUnseen: Bool {
        modifiers.contains {
            switch $0 {
            case .hidden(let isHidden): isHidden
            case .opacity(let opacity): opacity <= 0
            default: false
            }
        }
    }

    /// Whether it is words or an icon in the usual look.
    fileprivate var isWord: Bool {
        let isPlain = modifiers.allSatisfy {
            switch $0 {
            case .accessibilityLabel, .accessibilityRole, .accessibilityHidden, .environment: true
            default: false
            }
        }
        switch content {
        case .text(let text): if case .plain = text.source { return isPlain } else { return false }
        case .image, .empty: return isPlain
        default: return false
        }
    }
}

extension [Node] {
    var visibleText: String { text(isSpoken: false) }
    /// The text with accessibility labels applied, and without symbols if there are words.
    var accessibilityText: String {
        let words = text(isSpoken: true, hasSymbols: false)
        return words.isEmpty ? text(isSpoken: true) : words
    }

    /// The same without the words of buttons and menus, if there are others; else those of the first one.
    var wordsBesideControls: String {
        let words = compactMap(\.withoutControls).accessibilityText
        return words.isEmpty ? (firstButtonOrMenu.map { [$0] } ?? self).accessibilityText : words
    }

    private var firstButtonOrMenu: Node? {
        for node in self { if let found = node.isButtonOrMenu ? node : node.children.firstButtonOrMenu { return found } }
        return nil
    }

    fileprivate func text(isSpoken: Bool, hasSymbols: Bool = true) -> String {
        map { $0.text(isSpoken: isSpoken, hasSymbols: hasSymbols) }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension [Node] {
    /// The only horizontal stack without modifiers in it.
    private var row: [Node]? {
        guard count == 1, self[0].modifiers.isEmpty, case .stack(let stack) = self[0].content, stack.axis == .horizontal else {
            return nil
        }
        return stack.children
    }

    /// The icon of a label, as `Label` makes it, and the nodes after it.
    var icon: (name: String?, rest: [Node]) {
        let parts = row ?? self
        guard parts.count > 1, case .image(let image) = parts[0].content, !parts[0].isUnseen else { return (nil, self) }
        return (image.systemName, Array(parts.dropFirst()))
    }

    /// Whether its words say all that is to be seen: one text, or some beside each other, perhaps with an icon.
    var isWords: Bool {
        guard count == 1, case .stack(let stack) = self[0].content else { return count < 2 && allSatisfy(\.isWord) }
        return stack.spacing == nil && row?.allSatisfy(\.isWord) == true
    }

    /// The attributes that all parts of a label have, which the control has in their place.
    var commonAttributes: [FasciaDocument.Modifier] {
        let parts = row ?? self
        return (parts.first?.modifiers ?? []).filter { modifier in
            switch modifier {
            case .bold, .italic, .underline, .strikethrough: parts.allSatisfy { $0.modifiers.contains(modifier) }
            default: false
            }
        }
    }

    /// What stands before and after a spacer, as `LabeledContent` makes it.
    var labelAndValue: (label: [Node], value: [Node]) {
        // One at the beginning only moves what follows, as in a row whose words stand in its middle.
        guard let row, let start = row.firstIndex(where: { !$0.isSpacer }),
            let space = row[start...].firstIndex(where: \.isSpacer)
        else { return (self, []) }
        return (Array(row[start..<space]), Array(row[(space + 1)...]))
    }
}

extension Node {
    fileprivate var isSpacer: Bool { if case .spacer = content { true } else { false } }
}

extension ViewNode {
    /// The visible text of a child; `nil` if it has none.
    func visibleText(of key: ChildIdentity) -> String? {
        let words = (child(key)?.lowered() ?? []).visibleText
        return words.isEmpty ? nil : words
    }
}
