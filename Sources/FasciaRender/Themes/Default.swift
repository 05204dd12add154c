extension ThemeColors {
    static let defaultDark = ThemeColors(
        scheme: .dark, surface: nil, raised: RGB(0x262C35), secondary: RGB(0xA3ABB5), line: RGB(0x59636E),
        accent: RGB(0x79B8FF), positive: RGB(0x5FD38D), warning: RGB(0xF2C55C), negative: RGB(0xFF8A80),
        focus: Pair(0xFFFFFF, on: 0x1F4F80), chrome: Pair(0xE8EAED, on: 0x2A3038))

    static let defaultLight = ThemeColors(
        scheme: .light, surface: nil, raised: RGB(0xE9EDF2), secondary: RGB(0x57606A), line: RGB(0x8C959F),
        accent: RGB(0x0757B8), positive: RGB(0x176F34), warning: RGB(0x7D4E00), negative: RGB(0xB3202C),
        focus: Pair(0x0B2540, on: 0xCCE1FA), chrome: Pair(0x24292F, on: 0xD8DEE4))
}
