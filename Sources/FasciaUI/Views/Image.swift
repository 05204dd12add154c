import FasciaModel

/// A picture by the name of a system symbol, as one character.
public struct Image: Hashable, Sendable {
    let name: String
    public init(systemName: String) { name = systemName }

    /// A picture of the app's own, which cells cannot show: it stands as a dot.
    public init(_ name: String) { self.name = name }

    /// As one character among words.
    var glyph: String { SymbolGlyphs.glyph(name) }

    // A character has one size and the colour of the words around it.
    public func resizable() -> Image { self }
    public func renderingMode(_ mode: TemplateRenderingMode?) -> Image { self }
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { self }

    public enum TemplateRenderingMode: Hashable, Sendable { case template, original }
}

extension Image: View {
    public typealias Body = Never
}

extension Image: Primitive {
    func update(_ place: Place) {
        place.lower { [address = place.address, glyph = SymbolGlyphs.glyph(name)] in
            [Node(.text(TextContent(glyph)), id: address)]
        }
    }
}

/// What the names of system symbols look like in one cell. The renderer has ASCII for terminals without more.
enum SymbolGlyphs {
    /// A symbol without a character of its own is a dot, so that its place can be seen.
    static func glyph(_ name: String) -> String { known[name] ?? known[base(name)] ?? "•" }

    private static func base(_ name: String) -> String {
        String(name.prefix { $0 != "." })
    }

    private static let known: [String: String] = [
        "plus": "+", "minus": "−", "multiply": "×", "xmark": "×", "checkmark": "✓", "equal": "=",
        "chevron.right": "›", "chevron.left": "‹", "chevron.up": "˄", "chevron.down": "˅", "chevron": "›",
        "arrow.right": "→", "arrow.left": "←", "arrow.up": "↑", "arrow.down": "↓", "arrow": "→",
        "star": "☆", "star.fill": "★", "heart": "♡", "heart.fill": "♥", "circle": "○", "circle.fill": "●",
        "square": "□", "square.fill": "■", "triangle": "△", "triangle.fill": "▲", "diamond": "◇",
        "diamond.fill": "◆", "checkmark.circle": "✓", "checkmark.square": "☑", "checkmark.square.fill": "☑",
        "xmark.circle": "×", "plus.circle": "⊕", "minus.circle": "⊖", "exclamationmark": "!",
        "exclamationmark.triangle": "⚠", "questionmark": "?", "info": "i", "trash": "⌫", "pencil": "✎",
        "gear": "⚙", "gearshape": "⚙", "bell": "♪", "music": "♪", "sun": "☀", "moon": "☾", "cloud": "☁",
        "umbrella": "☂", "envelope": "✉", "phone": "☎", "house": "⌂", "person": "☺", "flag": "⚑", "bolt": "ϟ",
        "scissors": "✂", "clock": "◷", "timer": "◷", "magnifyingglass": "⌕", "lock": "⚿", "ellipsis": "…",
        "line": "☰", "list": "☰", "slider": "☰", "power": "⏻", "play": "▶", "stop": "■", "pause": "‖",
    ]
}
