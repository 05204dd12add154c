/// The Linux console has a font of 256 or 512 characters, and shows all others as the same one. What the daemon draws with
/// others has a replacement that is in the fonts of Debian's console-setup, whatever their alphabet: those that differ in the
/// panel, such as the marks of a switch that is on, off and partly on, differ there.
enum ConsoleGlyphs {
    /// Text and control sequences for the console. Characters that are not the panel's own stay.
    static func replaced(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { shown.append(scalar.isASCII ? scalar : replacements[scalar] ?? scalar) }
        return String(shown)
    }

    static let replacements: [Unicode.Scalar: Unicode.Scalar] = [
        "›": ">", "…": "~", "‹": "<", "✓": "x", "○": "o", "×": "x", "·": "-", "♪": "!", "◐": "◈", "▄": "▒", "≡": "=",
        "↵": "←", "⚙": "*", "⚒": "/", "☆": "*", "★": "*", "◷": "o", "▖": "|", "▅": "▒", "▂": "░", "▁": "_", "▀": "▒",
        "⌂": "^", "≈": "=", "»": ">", "❧": "%", "❄": "*", "✎": "/", "✉": "@", "✈": "+", "✂": "%", "⚿": "#", "⚷": "k",
        "⚲": "!", "⚠": "!", "⚑": "P", "♨": "^", "♥": "v", "♡": "v", "☾": "(", "☺": "o", "☞": ">", "☎": "#", "☂": "T",
        "☁": "~", "☀": "*", "◦": ".", "◔": "%", "◎": "o", "◍": "o", "◊": "o", "◉": "o", "◇": "♦", "◆": "♦", "△": "^",
        "▱": "/", "▭": "■", "▬": "■", "▨": "#", "▦": "#", "▥": "=", "▤": "=", "▣": "#", "□": "☐", "▝": "-", "▘": "/",
        "▗": "\\", "▇": "■", "▆": "■", "▃": "░", "⌽": "o", "⌫": "x", "⌕": "?", "⊗": "x", "⊔": "u", "∞": "&", "↻": "@",
        "↺": "@", "↩": "<", "↕": "|", "↔": "-", "‖": "\"", "—": "–", "ϟ": "Z", "˅": "v", "˄": "^", "÷": "/", "«": "<",
        "¦": "!",
    ]
}
