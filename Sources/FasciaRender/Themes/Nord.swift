/// The palette of Nord.
extension ThemeColors {
    static let nord = ThemeColors(
        scheme: .dark, surface: Pair(0xECEFF4, on: 0x2E3440), raised: RGB(0x353C4A), secondary: RGB(0xB8C2D3),
        line: RGB(0x7B88A1), accent: RGB(0x88C0D0), positive: RGB(0xA3BE8C), warning: RGB(0xEBCB8B),
        negative: RGB(0xEBA0A7), focus: Pair(0x2E3440, on: 0x88C0D0), chrome: Pair(0xECEFF4, on: 0x434C5E))
}
