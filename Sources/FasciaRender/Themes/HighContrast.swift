extension ThemeColors {
    static let highContrastDark = ThemeColors(
        scheme: .dark, surface: Pair(0xFFFFFF, on: 0x000000), raised: RGB(0x1C1C1C), secondary: RGB(0xE4E4E4),
        line: RGB(0xFFFFFF), accent: RGB(0x87D7FF), positive: RGB(0x87FF87), warning: RGB(0xFFFF5F),
        negative: RGB(0xFFAFAF), focus: Pair(0x000000, on: 0xFFFF5F), chrome: Pair(0x000000, on: 0xFFFFFF))

    static let highContrastLight = ThemeColors(
        scheme: .light, surface: Pair(0x000000, on: 0xFFFFFF), raised: RGB(0xEEEEEE), secondary: RGB(0x262626),
        line: RGB(0x000000), accent: RGB(0x00005F), positive: RGB(0x005F00), warning: RGB(0x5F3700),
        negative: RGB(0x870000), focus: Pair(0xFFFFFF, on: 0x00005F), chrome: Pair(0xFFFFFF, on: 0x000000))
}
