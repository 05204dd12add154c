/// The colours and attributes that a terminal draws with, as far as it can show them.
struct Pen: Hashable {
    enum Color: Hashable {
        case standard
        /// One of the 16, or of xterm's 256.
        case indexed(UInt8)
        case rgb(RGB)
    }

    var foreground = Color.standard
    var background = Color.standard
    var attributes: CellStyle.Attributes = []

    static let standard = Pen()

    init() {}

    init(_ style: CellStyle, colors: Profile.Colors) {
        foreground = Pen.color(style.foreground, colors)
        background = Pen.color(style.background, colors)
        attributes = style.attributes
    }

    /// Whether blanks drawn with it show nothing.
    var leavesBlanksEmpty: Bool {
        background == .standard && attributes.isDisjoint(with: [.underline, .inverse, .strikethrough])
    }

    /// What can be seen of it in a blank: there are no letters to be coloured or bold.
    var onBlank: Pen {
        guard attributes.isDisjoint(with: [.underline, .inverse, .strikethrough]) else { return self }
        var pen = Pen.standard
        pen.background = background
        return pen
    }

    private static func color(_ color: RGB?, _ colors: Profile.Colors) -> Color {
        guard let color else { return .standard }
        return switch colors {
        case .none: .standard
        case .ansi16: .indexed(Palette.nearest16(color))
        case .ansi256: .indexed(Palette.nearest256(color))
        case .trueColor: .rgb(color)
        }
    }

    /// The parameters of the SGR sequence that turns `old` into this, by the shorter of two ways: change what differs,
    /// or reset and set everything. `nil` where nothing differs.
    func parameters(from old: Pen, colors: Profile.Colors) -> [UInt8]? {
        if self == old { return nil }
        if self == .standard { return [] }
        let change = changes(from: old, colors)
        // What only adds to nothing is as short as can be.
        if old == .standard { return change }
        let anew = [0] + changes(from: .standard, colors)
        return Pen.length(change) <= Pen.length(anew) ? change : anew
    }

    /// How many bytes parameters take, each with what parts it from the next one.
    private static func length(_ parameters: [UInt8]) -> Int {
        parameters.reduce(0) { $0 + ($1 < 10 ? 2 : $1 < 100 ? 3 : 4) }
    }

    private func changes(from old: Pen, _ colors: Profile.Colors) -> [UInt8] {
        var parameters: [UInt8] = []
        if attributes != old.attributes { change(from: old.attributes, &parameters) }
        if foreground != old.foreground { Pen.add(foreground, base: 30, colors, to: &parameters) }
        if background != old.background { Pen.add(background, base: 40, colors, to: &parameters) }
        return parameters
    }

    private func change(from old: CellStyle.Attributes, _ parameters: inout [UInt8]) {
        // Bold and dim have one code that ends both.
        let intensity: CellStyle.Attributes = [.bold, .dim]
        var set = attributes.subtracting(old)
        if !old.subtracting(attributes).isDisjoint(with: intensity) {
            parameters.append(22)
            set.formUnion(attributes.intersection(intensity))
        }
        for (attribute, on, off) in Pen.codes {
            if set.contains(attribute) {
                parameters.append(on)
            } else if let off, old.contains(attribute), !attributes.contains(attribute) {
                parameters.append(off)
            }
        }
    }

    private static let codes: [(CellStyle.Attributes, on: UInt8, off: UInt8?)] = [
        (.bold, 1, nil), (.dim, 2, nil), (.italic, 3, 23), (.underline, 4, 24), (.inverse, 7, 27),
        (.strikethrough, 9, 29),
    ]

    private static func add(_ color: Color, base: UInt8, _ colors: Profile.Colors, to parameters: inout [UInt8]) {
        switch color {
        case .standard: parameters.append(base + 9)
        case .rgb(let rgb): parameters += [base + 8, 2, rgb.red, rgb.green, rgb.blue]
        case .indexed(let index) where colors == .ansi16:
            // The bright half of the 16 has codes of its own (aixterm).
            parameters.append(index < 8 ? base + index : base + 60 + index - 8)
        case .indexed(let index): parameters += [base + 8, 5, index]
        }
    }
}
