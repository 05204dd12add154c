/// The palette of Dracula.
extension ThemeColors {
    static let dracula = ThemeColors(
        scheme: .dark, surface: Pair(0xF8F8F2, on: 0x282A36), raised: RGB(0x363948), secondary: RGB(0xA9B4D6),
        line: RGB(0x7A88B8), accent: RGB(0x8BE9FD), positive: RGB(0x50FA7B), warning: RGB(0xF1FA8C),
        negative: RGB(0xFF9090), focus: Pair(0x282A36, on: 0xBD93F9), chrome: Pair(0xF8F8F2, on: 0x44475A))
}
