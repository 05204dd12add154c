import FasciaDocument

/// The current SGR state of a terminal: colours, reduced to its palette, and attributes.
struct SGRState: Hashable {
    enum Color: Hashable {
        case standard
        /// An index into the 16 colours, or into xterm's 256.
        case indexed(UInt8)
        case rgb(RGB)
    }

    var foreground = Color.standard
    var background = Color.standard
    var attributes: CellStyle.Attributes = []

    static let standard = SGRState()

    init() {}

    init(_ style: CellStyle, colors: ColorDepth) {
        foreground = SGRState.color(style.foreground, colors)
        background = SGRState.color(style.background, colors)
        attributes = style.attributes
    }

    /// Whether a blank in this state looks like an erased cell.
    var leavesBlanksEmpty: Bool {
        background == .standard && attributes.isDisjoint(with: [.underline, .inverse, .strikethrough])
    }

    /// The part that is visible in a blank, which has no letters.
    var onBlank: SGRState {
        guard attributes.isDisjoint(with: [.underline, .inverse, .strikethrough]) else { return self }
        var state = SGRState.standard
        state.background = background
        return state
    }

    private static func color(_ color: RGB?, _ colors: ColorDepth) -> Color {
        guard let color else { return .standard }
        return switch colors {
        case .none: .standard
        case .ansi16: .indexed(Palette.nearest16(color))
        case .ansi256: .indexed(Palette.nearest256(color))
        case .trueColor: .rgb(color)
        }
    }

    /// The parameters of the SGR sequence that changes `old` to this one: a reset, then all colours and attributes.
    /// `nil` if they are equal.
    func parameters(from old: SGRState, colors: ColorDepth) -> [UInt8]? {
        if self == old { return nil }
        if self == .standard { return [] }
        var parameters: [UInt8] = old == .standard ? [] : [0]
        for (attribute, code) in SGRState.codes where attributes.contains(attribute) { parameters.append(code) }
        if foreground != .standard { SGRState.add(foreground, base: 30, colors, to: &parameters) }
        if background != .standard { SGRState.add(background, base: 40, colors, to: &parameters) }
        return parameters
    }

    private static let codes: [(CellStyle.Attributes, UInt8)] = [
        (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.inverse, 7), (.strikethrough, 9),
    ]

    private static func add(_ color: Color, base: UInt8, _ colors: ColorDepth, to parameters: inout [UInt8]) {
        switch color {
        case .standard: break
        case .rgb(let rgb): parameters += [base + 8, 2, rgb.red, rgb.green, rgb.blue]
        case .indexed(let index) where colors == .ansi16:
            // The 8 bright colours have their own codes (aixterm).
            parameters.append(index < 8 ? base + index : base + 60 + index - 8)
        case .indexed(let index): parameters += [base + 8, 5, index]
        }
    }
}
