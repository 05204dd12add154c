import FasciaPluginKit

/// The colours of neon.
///
/// A plugin does not know whether a terminal is light or dark. So what stands on the terminal's own background has colours
/// that are seen on both, and bright colours stand on a background of their own.
enum Palette {
    // On the background of the terminal.
    static let cyan = CellColor(rgb: 0x0096B8)
    static let violet = CellColor(rgb: 0x8B5CF6)
    static let pink = CellColor(rgb: 0xDB2798)
    static let amber = CellColor(rgb: 0xB86E00)
    static let red = CellColor(rgb: 0xE5264B)
    static let grey = CellColor(rgb: 0x84809A)

    /// The colour at a place of a line from cyan over violet to pink, from 0 to 1.
    static func glow(_ place: Double) -> CellColor {
        place < 0.5 ? mix(cyan, violet, place * 2) : mix(violet, pink, place * 2 - 1)
    }

    /// The same for backgrounds of white letters.
    static func deepGlow(_ place: Double) -> CellColor {
        mix(CellColor(rgb: 0x2E1065), CellColor(rgb: 0x9D1B7B), place)
    }

    private static func mix(_ one: CellColor, _ other: CellColor, _ part: Double) -> CellColor {
        let part = min(max(part, 0), 1)
        func channel(_ shift: UInt32) -> UInt32 {
            let (from, to) = (Double(one.rgb >> shift & 0xFF), Double(other.rgb >> shift & 0xFF))
            return UInt32((from + (to - from) * part).rounded()) << shift
        }
        return CellColor(rgb: channel(16) | channel(8) | channel(0))
    }
}

/// The looks of a control's parts. Without colours, characters and attributes alone tell them apart.
struct Looks {
    private let control: StyledControl
    private let hasColors: Bool

    init(_ control: StyledControl) {
        self.control = control
        hasColors = control.colorDepth > 0
    }

    /// Black on a bright colour, or white on a dark one.
    func lit(_ color: CellColor) -> CellLook {
        guard hasColors else { return plain(.bold) }
        let (red, green, blue) = (color.rgb >> 16, color.rgb >> 8 & 0xFF, color.rgb & 0xFF)
        let isBright = 299 * red + 587 * green + 114 * blue > 130_000
        let letters: UInt32 = isBright ? 0x0B0614 : 0xFFFFFF
        return CellLook(foreground: CellColor(rgb: letters), background: color, attributes: .bold)
    }

    /// What is on: cyan, or the tint that the program has set.
    var on: CellLook { control.isEnabled ? lit(control.tint ?? CellColor(rgb: 0x00E5FF)) : off }
    var mixed: CellLook { control.isEnabled ? lit(CellColor(rgb: 0xFFC400)) : off }
    var action: CellLook { control.isEnabled ? lit(control.tint ?? CellColor(rgb: 0x6D28D9)) : off }
    var danger: CellLook { control.isEnabled ? lit(CellColor(rgb: 0xC4123A)) : off }

    /// A button that has the focus.
    var hot: CellLook { control.isEnabled ? lit(CellColor(rgb: 0xFF5CC8)) : off }

    /// What is off, and the ground of fields.
    var off: CellLook {
        guard hasColors else { return plain() }
        let letters: UInt32 = control.isEnabled ? 0xE9E4FF : 0xA8A3C0
        return CellLook(foreground: CellColor(rgb: letters), background: CellColor(rgb: 0x37324E))
    }

    /// Words on the background of the terminal, or on that of the focus.
    var label: CellLook { control.isFocused ? focus : plain() }
    var quiet: CellLook { control.isFocused ? focus : colored(Palette.grey) }

    func colored(_ color: CellColor, _ attributes: CellLook.Attributes = []) -> CellLook {
        if control.isFocused { return focus }
        return hasColors && control.isEnabled ? CellLook(foreground: color, attributes: attributes) : plain(attributes)
    }

    /// The focus: white on violet, inverse without colours.
    var focus: CellLook {
        guard hasColors else { return CellLook(attributes: .inverse) }
        return CellLook(
            foreground: CellColor(rgb: 0xFFFFFF), background: CellColor(rgb: 0x4C1D95), attributes: control.isEnabled ? .bold : []
        )
    }

    /// The cell under the cursor.
    var cursor: CellLook {
        hasColors
            ? CellLook(foreground: CellColor(rgb: 0x0B0614), background: CellColor(rgb: 0xFF5CC8))
            : CellLook(attributes: control.isFocused ? [] : .inverse)
    }

    private func plain(_ attributes: CellLook.Attributes = []) -> CellLook {
        if control.isFocused { return focus }
        return CellLook(attributes: control.isEnabled ? attributes : .dim)
    }
}
