/// The palettes of Catppuccin.
extension ThemeColors {
    static let catppuccinMocha = ThemeColors(
        scheme: .dark, surface: Pair(0xCDD6F4, on: 0x1E1E2E), raised: RGB(0x313244), secondary: RGB(0xA6ADC8),
        line: RGB(0x6C7086), accent: RGB(0x89B4FA), positive: RGB(0xA6E3A1), warning: RGB(0xF9E2AF),
        negative: RGB(0xF38BA8), focus: Pair(0x11111B, on: 0xCBA6F7), chrome: Pair(0xCDD6F4, on: 0x313244))

    static let catppuccinLatte = ThemeColors(
        scheme: .light, surface: Pair(0x4C4F69, on: 0xEFF1F5), raised: RGB(0xDCE0E8), secondary: RGB(0x5C5F77),
        line: RGB(0x8C8FA1), accent: RGB(0x1A56D6), positive: RGB(0x2C701D), warning: RGB(0x835200),
        negative: RGB(0xB80D34), focus: Pair(0xFFFFFF, on: 0x7530CC), chrome: Pair(0x4C4F69, on: 0xDCE0E8))
}
