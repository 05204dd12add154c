import FasciaDocument

/// The styles that built-in controls, text and bars are drawn in: what a colour is for, as this terminal shows it.
///
/// Without colours, attributes take their place. Each state of a control also differs in its characters.
public struct ColorRoles: Hashable, Sendable {
    /// The screen, in its theme's colours; empty for the terminal's own.
    public var surface = CellStyle()
    /// The background of fields, inline buttons and menus; empty if the terminal cannot show one.
    public var raised = CellStyle()
    /// Values and notes.
    public var secondary = CellStyle(attributes: .dim)
    /// Borders and the empty part of bars.
    public var line = CellStyle(attributes: .dim)
    /// Titles, buttons and bars.
    public var accent = CellStyle()
    /// On, done.
    public var positive = CellStyle()
    /// Mixed, pending.
    public var warning = CellStyle()
    /// Destructive, failed.
    public var negative = CellStyle()
    /// The focused row.
    public var focus = CellStyle(attributes: .inverse)
    /// The header and the footer.
    public var chrome = CellStyle(attributes: .inverse)

    /// The roles without colours.
    public init() {}

    /// The style of a mark in a focused row whose colour tells its state: on the colour of the focus if it can be seen
    /// there, else on that of the screen. In a row of inverse letters it is inverse, too: its characters tell the state.
    func focused(_ mark: CellStyle) -> CellStyle {
        guard let color = mark.foreground, let background = focus.background else { return focus }
        if color.contrast(to: background) >= ColorRoles.visible { return CellStyle(foreground: color, background: background) }
        return surface.background.map { CellStyle(foreground: color, background: $0) } ?? focus
    }

    /// A key in the footer: in the accent colour, if it can be read there.
    var key: CellStyle {
        guard let color = accent.foreground, let background = chrome.background,
            color.contrast(to: background) >= ThemeContent.readable
        else { return chrome.adding(.bold) }
        return CellStyle(foreground: color, background: background, attributes: .bold)
    }

    /// The contrast at which a mark is seen (WCAG 2).
    static let visible = 3.0

    init(_ theme: ThemeColors, _ colors: ColorDepth) {
        switch colors {
        case .none: break
        case .ansi16:
            let isDark = theme.scheme == .dark
            accent.foreground = isDark ? RGB(0, 205, 205) : RGB(0, 0, 238)
            positive.foreground = isDark ? RGB(0, 205, 0) : nil
            warning.foreground = isDark ? RGB(205, 205, 0) : RGB(205, 0, 205)
            negative.foreground = RGB(isDark ? 255 : 205, 0, 0)
        case .ansi256, .trueColor:
            func letters(_ color: RGB) -> CellStyle { CellStyle(foreground: color) }
            func pair(_ pair: ThemeColors.Pair) -> CellStyle {
                CellStyle(foreground: pair.letters, background: pair.background)
            }
            surface = theme.surface.map(pair) ?? CellStyle()
            raised = CellStyle(background: theme.raised)
            (secondary, line, accent) = (letters(theme.secondary), letters(theme.line), letters(theme.accent))
            (positive, warning, negative) = (letters(theme.positive), letters(theme.warning), letters(theme.negative))
            (focus, chrome) = (pair(theme.focus), pair(theme.chrome))
        }
    }
}
