/// What a terminal shows: the frames of a daemon, which uses few sequences without colours and features.
struct ShownScreen {
    private(set) var cells: [[Character]]
    private var (row, column) = (0, 0)

    init(columns: Int, rows: Int) { cells = Array(repeating: Array(repeating: " ", count: columns), count: rows) }

    var text: String { cells.map { String($0) }.joined(separator: "\n") }

    mutating func show(_ frame: String) {
        var rest = Array(frame)[...]
        while let character = rest.popFirst() {
            guard character == "\u{1B}" else {
                if cells.indices.contains(row), cells[row].indices.contains(column) { cells[row][column] = character }
                column += 1
                continue
            }
            rest = rest.dropFirst()
            let parameters = rest.prefix { !$0.isLetter }
            rest = rest.dropFirst(parameters.count)
            perform(rest.popFirst(), String(parameters).split(separator: ";", omittingEmptySubsequences: false).map { Int($0) })
        }
    }

    private mutating func perform(_ command: Character?, _ parameters: [Int?]) {
        switch command {
        case "H":
            (row, column) = ((parameters.first ?? 1) ?? 1, (parameters.dropFirst().first ?? 1) ?? 1)
            (row, column) = (row - 1, column - 1)
        case "J":
            let isAll = parameters.first == 2
            erase(row, from: isAll ? 0 : column)
            for row in cells.indices where isAll || row > self.row { erase(row, from: 0) }
        case "K": erase(row, from: column)
        default: break
        }
    }

    private mutating func erase(_ row: Int, from column: Int) {
        for column in column..<cells[row].count { cells[row][column] = " " }
    }
}
