import FasciaDocument

/// A font. A terminal has only one, so only weight and slant have an effect.
public struct Font: Hashable, Sendable {
    public struct Weight: Hashable, Sendable {
        let value: Int
        public static let ultraLight = Weight(value: -3), thin = Weight(value: -2), light = Weight(value: -1)
        public static let regular = Weight(value: 0), medium = Weight(value: 1), semibold = Weight(value: 2)
        public static let bold = Weight(value: 3), heavy = Weight(value: 4), black = Weight(value: 5)

        var modifier: FasciaDocument.Modifier {
            if value < 0 { .dim(true) } else { .bold(value >= 2) }
        }
    }

    public enum Width: Hashable, Sendable { case standard, compressed, condensed, expanded }
    public enum Design: Hashable, Sendable { case `default`, serif, rounded, monospaced }

    public enum TextStyle: CaseIterable, Hashable, Sendable {
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
    }

    private var weightValue: Weight
    private var isItalic = false

    private init(_ weight: Weight) { weightValue = weight }

    public static let largeTitle = Font(.bold), title = Font(.bold), title2 = Font(.bold), title3 = Font(.bold)
    public static let headline = Font(.semibold), subheadline = Font(.regular), body = Font(.regular)
    public static let callout = Font(.regular), footnote = Font(.light), caption = Font(.light), caption2 = Font(.light)

    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        let font =
            switch style {
            case .largeTitle: largeTitle
            case .title: title
            case .title2: title2
            case .title3: title3
            case .headline: headline
            case .subheadline, .body, .callout: body
            case .footnote, .caption, .caption2: caption
            }
        return weight.map { font.weight($0) } ?? font
    }
    public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font { Font(weight ?? .regular) }

    public static func custom(_ name: String, size: CGFloat) -> Font { Font(.regular) }
    public static func custom(_ name: String, size: CGFloat, relativeTo style: TextStyle) -> Font { system(style) }
    public static func custom(_ name: String, fixedSize: CGFloat) -> Font { Font(.regular) }

    public func weight(_ weight: Weight) -> Font {
        var font = self
        font.weightValue = weight
        return font
    }

    public func bold() -> Font { weight(.bold) }
    @available(*, deprecated, message: "has no effect in a terminal: a cell has one font")
    public func monospaced() -> Font { self }
    @available(*, deprecated, message: "has no effect in a terminal: a cell has one font")
    public func monospacedDigit() -> Font { self }

    public func italic() -> Font {
        var font = self
        font.isItalic = true
        return font
    }

    var modifiers: [FasciaDocument.Modifier] {
        (weightValue == .regular ? [] : [weightValue.modifier]) + (isItalic ? [.italic(true)] : [])
    }
}
