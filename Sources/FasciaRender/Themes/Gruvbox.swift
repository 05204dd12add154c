/// The palettes of Gruvbox.
extension ThemeColors {
    static let gruvboxDark = ThemeColors(
        scheme: .dark, surface: Pair(0xEBDBB2, on: 0x282828), raised: RGB(0x3C3836), secondary: RGB(0xBDAE93),
        line: RGB(0x7C6F64), accent: RGB(0x8EC07C), positive: RGB(0xB8BB26), warning: RGB(0xFABD2F),
        negative: RGB(0xFF8172), focus: Pair(0x282828, on: 0xD79921), chrome: Pair(0xEBDBB2, on: 0x504945))

    static let gruvboxLight = ThemeColors(
        scheme: .light, surface: Pair(0x3C3836, on: 0xFBF1C7), raised: RGB(0xEBDBB2), secondary: RGB(0x5D534A),
        line: RGB(0x928374), accent: RGB(0x076678), positive: RGB(0x5A570A), warning: RGB(0x8A4A0B),
        negative: RGB(0x9D0006), focus: Pair(0xFBF1C7, on: 0x076678), chrome: Pair(0x3C3836, on: 0xD5C4A1))
}
