import FasciaDocument
import FasciaPluginKit

/// What a terminal shows, as `fascia render --renderer cells` prints it.
public struct ScreenFrame: Sendable {
    public struct Style: Hashable, Sendable {
        /// `#rrggbb`; `nil` for the terminal's own colour.
        public var foreground: String?
        public var background: String?
        public var isBold: Bool
        public var isDim: Bool
        public var isItalic: Bool
        public var isUnderlined: Bool
        public var isInverse: Bool
        public var isStruckThrough: Bool

        init(_ json: JSON) {
            foreground = json["foreground"]?.stringValue
            background = json["background"]?.stringValue
            isBold = json["bold"] == true
            isDim = json["dim"] == true
            isItalic = json["italic"] == true
            isUnderlined = json["underline"] == true
            isInverse = json["inverse"] == true
            isStruckThrough = json["strikethrough"] == true
        }
    }

    public struct Cell: Sendable {
        /// One character; empty for the second half of a wide one.
        public var text: String
        public var style: Style
    }

    public let columns: Int
    /// Whether the terminal's own colours are dark on light.
    public let isLight: Bool
    public let lines: [[Cell]]

    /// - Parameter screens: what a renderer gets that needs cells.
    public init(_ screens: String) throws(PluginFailure) {
        let json = try JSON(screens: screens)
        let styles = (json["styles"]?.arrayValue ?? []).map(Style.init)
        columns = json["columns"]?.intValue ?? 0
        isLight = json["scheme"] == "light"
        lines = (json["lines"]?.arrayValue ?? []).map { line in
            (line.arrayValue ?? []).flatMap { ScreenFrame.cells($0, styles) }
        }
    }

    /// The cells of a run, whose characters are equally wide.
    private static func cells(_ run: JSON, _ styles: [Style]) -> [Cell] {
        guard let columns = run[0]?.intValue, let text = run[1]?.stringValue, let style = run[2]?.intValue,
            styles.indices.contains(style)
        else { return [] }
        let isWide = columns > text.count
        return text.flatMap { character in
            let cell = Cell(text: String(character), style: styles[style])
            return isWide ? [cell, Cell(text: "", style: styles[style])] : [cell]
        }
    }
}
