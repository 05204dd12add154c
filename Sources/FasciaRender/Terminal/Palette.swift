/// Finds the nearest colour of a smaller palette, by distance in RGB.
enum Palette {
    /// xterm's default 16 colours; other terminals differ slightly.
    private static let sixteen: [RGB] = [
        RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0), RGB(0, 0, 238), RGB(205, 0, 205),
        RGB(0, 205, 205), RGB(229, 229, 229), RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0),
        RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
    ]

    /// The values on each axis of xterm's 6 by 6 by 6 colour cube.
    private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

    static func nearest16(_ color: RGB) -> UInt8 {
        var best: (index: UInt8, distance: Int) = (0, .max)
        for (index, candidate) in zip(UInt8(0)..., sixteen) {
            let distance = distance(color, candidate)
            if distance < best.distance { best = (index, distance) }
        }
        return best.index
    }

    /// Uses the cube (16 to 231) and the greys (232 to 255). The first 16 are configured by the user.
    static func nearest256(_ color: RGB) -> UInt8 {
        let (red, green, blue) = (level(color.red), level(color.green), level(color.blue))
        let cube = RGB(levels[red], levels[green], levels[blue])
        let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
        let step = min(23, max(0, (mean - 3) / 10))
        let value = UInt8(8 + 10 * step)
        if distance(color, RGB(value, value, value)) < distance(color, cube) { return UInt8(232 + step) }
        return UInt8(16 + 36 * red + 6 * green + blue)
    }

    /// The colour of an index of the cube or the greys.
    static func color256(_ index: UInt8) -> RGB {
        if index >= 232 { return RGB(8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232)) }
        let place = Int(index) - 16
        return RGB(levels[place / 36], levels[place / 6 % 6], levels[place % 6])
    }

    private static func level(_ value: UInt8) -> Int {
        var best = 0
        for (index, level) in levels.enumerated()
        where abs(Int(level) - Int(value)) < abs(Int(levels[best]) - Int(value)) { best = index }
        return best
    }

    private static func distance(_ one: RGB, _ other: RGB) -> Int {
        let (red, green) = (Int(one.red) - Int(other.red), Int(one.green) - Int(other.green))
        let blue = Int(one.blue) - Int(other.blue)
        return red * red + green * green + blue * blue
    }
}
