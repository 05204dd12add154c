import FasciaDocument

/// A frame as an SVG picture with selectable text, for documents and web pages.
///
/// Backgrounds are rectangles; those at the edge of the frame fill the margin. Lines of borders and bars are drawn, because in most fonts the glyphs of adjacent rows do not join.
/// Everything else is text, one run for each style.
struct SVGPicture {
    private static let cellWidth = 9
    private static let cellHeight = 20
    private static let margin = (columns: 14, rows: 4)
    /// The distance from the top of a row to the baseline of its text.
    private static let baseline = 15

    private static let font = "ui-monospace,'SF Mono','DejaVu Sans Mono',Menlo,Consolas,monospace"

    private let buffer: CellBuffer
    /// The colour of the whole picture; `nil` for the terminal's own.
    private let background: RGB?
    private var parts: [String] = []

    init(_ buffer: CellBuffer) {
        self.buffer = buffer
        background = SVGPicture.background(of: buffer)
        for (index, row) in buffer.rows.enumerated() {
            let runs = SVGPicture.runs(of: row)
            for run in runs { addBackground(run, index) }
            for run in runs { addText(run, index) }
        }
    }

    var text: String {
        let (width, height) = (edges.right, edges.bottom)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
            <clipPath id="frame"><rect width="\(width)" height="\(height)" rx="10"/></clipPath>
            <rect width="\(width)" height="\(height)" rx="10" fill="\(hex(background ?? surface.background))"/>
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
        var columns = 0
        var text = ""
        var style: CellStyle
        /// Whether it is one character that is drawn, such as a border's.
        var isDrawn = false

        /// Its text without blanks, except single ones between words: SVG collapses the others.
        var phrases: [(column: Int, columns: Int, text: String)] {
            var phrases: [(column: Int, columns: Int, text: String)] = []
            var (end, blanks) = (column, 2)
            for character in text {
                let width = TextWidth.of(character)
                if character == " " {
                    blanks += 1
                } else if blanks < 2 {
                    phrases[phrases.count - 1].text += (blanks == 1 ? " " : "") + String(character)
                    phrases[phrases.count - 1].columns += blanks + width
                    blanks = 0
                } else {
                    phrases.append((end, width, String(character)))
                    blanks = 0
                }
                end += width
            }
            return phrases
        }
    }

    private static func runs(of row: CellRow) -> [Run] {
        var runs: [Run] = []
        for (column, cell) in row.cells.enumerated() {
            let isDrawn = cell.text.first.flatMap(LineGlyph.init) != nil
            if let last = runs.last, last.style == cell.style, last.isDrawn == isDrawn, !isDrawn || last.text.hasSuffix(cell.text)
            {
                runs[runs.count - 1].text += cell.text
                runs[runs.count - 1].columns += 1
            } else {
                runs.append(Run(column: column, columns: 1, text: cell.text, style: cell.style, isDrawn: isDrawn))
            }
        }
        return runs
    }

    // MARK: - Parts

    private mutating func addBackground(_ run: Run, _ row: Int) {
        let color = colors(run.style).background
        guard color != background else { return }
        let (start, end) = (position(run.column, row), position(run.column + run.columns, row + 1))
        let left = run.column == 0 ? 0 : start.x
        let top = row == 0 ? 0 : start.y
        let width = (run.column + run.columns == buffer.size.columns ? edges.right : end.x) - left
        let height = (row + 1 == buffer.size.rows ? edges.bottom : end.y) - top
        let fill = hex(color ?? surface.background)
        parts.append(#"<rect x="\#(left)" y="\#(top)" width="\#(width)" height="\#(height)" fill="\#(fill)"/>"#)
    }

    private mutating func addText(_ run: Run, _ row: Int) {
        let color = hex(colors(run.style).foreground)
        let opacity = run.style.attributes.contains(.dim) ? #" opacity="0.6""# : ""
        if run.isDrawn, let glyph = run.text.first.flatMap(LineGlyph.init) {
            let (x, y) = position(run.column, row)
            let path = glyph.path(x, y, cells: run.columns, SVGPicture.cellWidth, SVGPicture.cellHeight)
            return parts.append(#"<path d="\#(path)" fill="none" stroke="\#(color)"\#(glyph.stroke)\#(opacity)/>"#)
        }
        let known: [(CellStyle.Attributes, String)] = [
            (.bold, #" font-weight="bold""#), (.italic, #" font-style="italic""#),
            (.underline, #" text-decoration="underline""#), (.strikethrough, #" text-decoration="line-through""#),
        ]
        let attributes = known.filter { run.style.attributes.contains($0.0) }.map(\.1).joined()
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
        let (x, y) = position(buffer.size.columns, buffer.size.rows)
        return (x + SVGPicture.margin.columns, y + SVGPicture.margin.rows)
    }

    // MARK: - Colours

    /// The colours where the buffer leaves them to the terminal.
    private var surface: (foreground: RGB, background: RGB) {
        buffer.scheme == .dark ? (RGB(225, 228, 233), RGB(22, 25, 30)) : (RGB(31, 35, 40), RGB(252, 252, 253))
    }

    /// The background of most cells.
    private static func background(of buffer: CellBuffer) -> RGB? {
        let counts = buffer.cells.reduce(into: [RGB?: Int]()) { $0[$1.style.background, default: 0] += 1 }
        // Of equally many, the brightest: the order of a dictionary differs from run to run.
        return counts.max { ($0.value, $0.key?.hex ?? 0) < ($1.value, $1.key?.hex ?? 0) }?.key
    }

    /// A `nil` background is the picture's own.
    private func colors(_ style: CellStyle) -> (foreground: RGB, background: RGB?) {
        guard style.attributes.contains(.inverse) else { return (style.foreground ?? surface.foreground, style.background) }
        return (style.background ?? surface.background, style.foreground ?? surface.foreground)
    }

    private func hex(_ color: RGB) -> String { ThemeContent.text(color.hex) }

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

/// A character that consists of lines from the middle of its cell to some of its edges.
private struct LineGlyph {
    private enum Shape { case horizontal, vertical, corner }

    private let shape: Shape
    private let isHeavy: Bool
    private let isDashed: Bool
    private let isRound: Bool
    /// The ends of a corner.
    private let goesRight, goesDown: Bool

    init?(_ character: Character) {
        switch character {
        case "─", "━", "╌", "╍": shape = .horizontal
        case "│", "┃": shape = .vertical
        case "╭", "┌", "┏", "╮", "┐", "┓", "╰", "└", "┗", "╯", "┘", "┛": shape = .corner
        default: return nil
        }
        isHeavy = "━╍┃┏┓┗┛".contains(character)
        isDashed = "╌╍".contains(character)
        isRound = "╭╮╰╯".contains(character)
        goesRight = "╭┌┏╰└┗".contains(character)
        goesDown = "╭┌┏╮┐┓".contains(character)
    }

    var stroke: String {
        (isHeavy ? #" stroke-width="3""# : "") + (isDashed ? #" stroke-dasharray="3 1.5""# : "")
    }

    /// The path of this many of these characters in a row.
    func path(_ x: Int, _ y: Int, cells: Int, _ width: Int, _ height: Int) -> String {
        let (middleX, middleY) = (Double(x) + Double(width) / 2, y + height / 2)
        switch shape {
        case .horizontal: return "M\(x) \(middleY)H\(x + cells * width)"
        case .vertical: return (0..<cells).map { "M\(middleX + Double($0 * width)) \(y)V\(y + height)" }.joined()
        case .corner:
            let (endX, endY) = (goesRight ? x + width : x, goesDown ? y + height : y)
            return "M\(middleX) \(endY)" + (isRound ? "Q\(middleX) \(middleY) \(endX) \(middleY)" : "V\(middleY)H\(endX)")
        }
    }
}

extension CellBuffer {
    /// The frame as an SVG picture for `ui.render` with the renderer `svg`.
    public var svg: String { SVGPicture(self).text }
}
