/// A character that consists of lines from the middle of its cell to some of its edges.
struct LineGlyph: Equatable {
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
