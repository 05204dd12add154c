import FasciaScreens

/// A frame as an SVG picture with selectable text, for documents and web pages.
///
/// Backgrounds are rectangles; those at the edge of the frame fill the margin. Lines of borders and bars are drawn, because in
/// most fonts the glyphs of adjacent rows do not join. Everything else is text, one run for each style.
struct SVGPicture {
    private static let cellWidth = 9
    private static let cellHeight = 20
    private static let margin = (columns: 14, rows: 4)
    /// The distance from the top of a row to the baseline of its text.
    private static let baseline = 15

    private static let font = "ui-monospace,'SF Mono','DejaVu Sans Mono',Menlo,Consolas,monospace"

    private let frame: ScreenFrame
    /// The colour of the whole picture; `nil` for the terminal's own.
    private let background: String?
    private var parts: [String] = []

    init(_ frame: ScreenFrame) {
        self.frame = frame
        background = SVGPicture.background(of: frame)
        for (index, line) in frame.lines.enumerated() {
            let runs = SVGPicture.runs(of: line)
            for run in runs { addBackground(run, index) }
            for run in runs { addText(run, index) }
        }
    }

    var text: String {
        let (width, height) = (edges.right, edges.bottom)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
            <clipPath id="frame"><rect width="\(width)" height="\(height)" rx="10"/></clipPath>
            <rect width="\(width)" height="\(height)" rx="10" fill="\(background ?? surface.background)"/>
            <g clip-path="url(#frame)" font-family="\(SVGPicture.font)" font-size="15">
            \(parts.joined(separator: "\n"))
            </g>
            </svg>

            """
    }

    // MARK: - Runs

    /// Neighbouring cells in one style.
    private struct Run {
        var column: Int
        var cells: [ScreenFrame.Cell]
        /// The line that all its cells consist of; `nil` for text.
        var line: LineGlyph?

        var style: ScreenFrame.Style { cells[0].style }

        /// Its text without blanks, except single ones between words: SVG collapses the others.
        var phrases: [(column: Int, columns: Int, text: String)] {
            var phrases: [(column: Int, columns: Int, text: String)] = []
            var blanks = 2
            for (index, cell) in cells.enumerated() {
                if cell.text == " " {
                    blanks += 1
                } else if blanks < 2 {
                    phrases[phrases.count - 1].text += (blanks == 1 ? " " : "") + cell.text
                    phrases[phrases.count - 1].columns += blanks + 1
                    blanks = 0
                } else {
                    phrases.append((column + index, 1, cell.text))
                    blanks = 0
                }
            }
            return phrases
        }
    }

    private static func runs(of line: [ScreenFrame.Cell]) -> [Run] {
        var runs: [Run] = []
        for (column, cell) in line.enumerated() {
            let glyph = cell.text.first.flatMap(LineGlyph.init)
            if let last = runs.last, last.style == cell.style, last.line == glyph {
                runs[runs.count - 1].cells.append(cell)
            } else {
                runs.append(Run(column: column, cells: [cell], line: glyph))
            }
        }
        return runs
    }

    // MARK: - Parts

    private mutating func addBackground(_ run: Run, _ row: Int) {
        let color = colors(run.style).background
        guard color != background else { return }
        let (start, end) = (position(run.column, row), position(run.column + run.cells.count, row + 1))
        let left = run.column == 0 ? 0 : start.x
        let top = row == 0 ? 0 : start.y
        let width = (run.column + run.cells.count == frame.columns ? edges.right : end.x) - left
        let height = (row + 1 == frame.lines.count ? edges.bottom : end.y) - top
        let fill = color ?? surface.background
        parts.append(#"<rect x="\#(left)" y="\#(top)" width="\#(width)" height="\#(height)" fill="\#(fill)"/>"#)
    }

    private mutating func addText(_ run: Run, _ row: Int) {
        let color = colors(run.style).foreground
        let opacity = run.style.isDim ? #" opacity="0.6""# : ""
        if let line = run.line {
            let (x, y) = position(run.column, row)
            let path = line.path(x, y, cells: run.cells.count, SVGPicture.cellWidth, SVGPicture.cellHeight)
            return parts.append(#"<path d="\#(path)" fill="none" stroke="\#(color)"\#(line.stroke)\#(opacity)/>"#)
        }
        let lines = [(run.style.isUnderlined, "underline"), (run.style.isStruckThrough, "line-through")]
            .filter(\.0).map(\.1).joined(separator: " ")
        let attributes = [
            (run.style.isBold, #" font-weight="bold""#), (run.style.isItalic, #" font-style="italic""#),
            (!lines.isEmpty, #" text-decoration="\#(lines)""#),
        ].filter(\.0).map(\.1).joined()
        for phrase in run.phrases {
            let (x, y) = position(phrase.column, row)
            // The length keeps the columns of any font in line.
            let length = phrase.columns * SVGPicture.cellWidth
            parts.append(
                #"<text x="\#(x)" y="\#(y + SVGPicture.baseline)" fill="\#(color)" textLength="\#(length)""#
                    + #" lengthAdjust="spacingAndGlyphs"\#(attributes)\#(opacity)>\#(escaped(phrase.text))</text>"#)
        }
    }

    private func position(_ column: Int, _ row: Int) -> (x: Int, y: Int) {
        (SVGPicture.margin.columns + column * SVGPicture.cellWidth, SVGPicture.margin.rows + row * SVGPicture.cellHeight)
    }

    private var edges: (right: Int, bottom: Int) {
        let (x, y) = position(frame.columns, frame.lines.count)
        return (x + SVGPicture.margin.columns, y + SVGPicture.margin.rows)
    }

    // MARK: - Colours

    /// The colours where the frame leaves them to the terminal.
    private var surface: (foreground: String, background: String) {
        frame.isLight ? ("#1f2328", "#fcfcfd") : ("#e1e4e9", "#16191e")
    }

    /// The background of most cells.
    private static func background(of frame: ScreenFrame) -> String? {
        let cells = frame.lines.joined()
        let counts = cells.reduce(into: [String?: Int]()) { $0[$1.style.background, default: 0] += 1 }
        // Of equally many, the brightest: the order of a dictionary differs from run to run.
        return counts.max { ($0.value, $0.key ?? "") < ($1.value, $1.key ?? "") }?.key
    }

    /// A `nil` background is the picture's own.
    private func colors(_ style: ScreenFrame.Style) -> (foreground: String, background: String?) {
        guard style.isInverse else { return (style.foreground ?? surface.foreground, style.background) }
        return (style.background ?? surface.background, style.foreground ?? surface.foreground)
    }

    private func escaped(_ words: String) -> String {
        // By scalar: a combining mark joins with the character before it.
        words.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            // No characters of XML.
            case "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
