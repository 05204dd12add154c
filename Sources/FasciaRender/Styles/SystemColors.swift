import FasciaDocument

/// The RGB values of named colours.
public enum SystemColors {
    /// The RGB value; `nil`, the terminal's default colour, for `primary` and unknown names. A clear colour has an
    /// alpha of 0.
    public static func rgb(_ color: NamedColor) -> RGB? {
        let alpha = UInt8((255 * (color.opacity > 0 ? min(color.opacity, 1) : 0)).rounded())
        if color.name == "clear" || alpha == 0 { return RGB(0, 0, 0, alpha: 0) }
        if let number = color.hexadecimal {
            return RGB(
                UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF), alpha: alpha)
        }
        return named[color.name].map { RGB($0.red, $0.green, $0.blue, alpha: alpha) }
    }

    /// The colour of letters: `nil` also for `secondary`, which dim letters have in each theme.
    static func letters(_ color: NamedColor) -> RGB? { color.name == "secondary" ? nil : rgb(color) }

    /// The RGB value, and `nil` also for an invisible colour: a control must not vanish because its tint is clear.
    public static func visible(_ color: NamedColor) -> RGB? { rgb(color).flatMap { $0.alpha > 0 ? $0 : nil } }

    /// Black or white, whichever is more readable on this colour (by the luma of Rec. 601).
    static func contrast(to color: RGB) -> RGB {
        let luma = 299 * Int(color.red) + 587 * Int(color.green) + 114 * Int(color.blue)
        return luma > 140_000 ? RGB(0, 0, 0) : RGB(255, 255, 255)
    }

    private static let named: [String: RGB] = [
        "red": RGB(255, 59, 48), "orange": RGB(255, 149, 0), "yellow": RGB(255, 204, 0), "green": RGB(52, 199, 89),
        "mint": RGB(0, 199, 190), "teal": RGB(48, 176, 199), "cyan": RGB(50, 173, 230), "blue": RGB(0, 122, 255),
        "indigo": RGB(88, 86, 214), "purple": RGB(175, 82, 222), "pink": RGB(255, 45, 85), "brown": RGB(162, 132, 94),
        "white": RGB(255, 255, 255), "gray": RGB(142, 142, 147), "black": RGB(0, 0, 0),
        "secondary": RGB(142, 142, 147), "accentColor": RGB(0, 122, 255),
    ]
}
