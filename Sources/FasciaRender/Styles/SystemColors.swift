import FasciaModel

/// What the names of colours look like.
public enum SystemColors {
    /// The colour in RGB; `nil` for `primary` and for what is no colour, which is the terminal's own, and for `clear`.
    public static func rgb(_ color: NamedColor) -> RGB? {
        if let number = color.hexadecimal {
            return RGB(UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
        }
        return named[color.name]
    }

    /// Black or white, whichever is easier to read on this colour (by the luma of Rec. 601).
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
