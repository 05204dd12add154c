/// The palettes of Solarized. Its letters are a little lighter or darker here, for contrast.
extension ThemeColors {
    static let solarizedDark = ThemeColors(
        scheme: .dark, surface: Pair(0xB5C1C1, on: 0x002B36), raised: RGB(0x073642), secondary: RGB(0x9CABAC),
        line: RGB(0x657B83), accent: RGB(0x53A9E6), positive: RGB(0xA3B300), warning: RGB(0xD9A520),
        negative: RGB(0xFF8D7A), focus: Pair(0xFDF6E3, on: 0x1A5C8C), chrome: Pair(0xEEE8D5, on: 0x0B4756))

    static let solarizedLight = ThemeColors(
        scheme: .light, surface: Pair(0x465A61, on: 0xFDF6E3), raised: RGB(0xEEE8D5), secondary: RGB(0x526268),
        line: RGB(0x839496), accent: RGB(0x1A639B), positive: RGB(0x566000), warning: RGB(0x7D5A00),
        negative: RGB(0xB02320), focus: Pair(0xFDF6E3, on: 0x1A639B), chrome: Pair(0x3B4D53, on: 0xE4DDC6))
}
