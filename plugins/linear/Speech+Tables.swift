import FasciaDocument
import FasciaScreens

extension Speech {
    /// The headers, and then each cell behind its header.
    mutating func sayTable(_ node: ScreenNode, level: Int) {
        let header = node.children.first
        let columns = (header?["columns"]?.arrayValue ?? []).map { $0["title"]?.stringValue ?? "" }
        let rows = node.children.dropFirst().flatMap(\.children)
        let total = rows.reduce(0) { $0 + $1.rowCount }
        let size = "\(Self.count(columns.count, "column")), \(Self.count(total, "row"))"
        say(Announcement(name: node.label, role: "table", value: size))
        for cell in header?.children ?? [] {
            var announcement = cell.announcement(level: level)
            announcement.role = cell.isOperable ? "column header, button" : "column header"
            say(announcement)
        }
        var number = 0
        for row in rows { sayRow(row, columns, level, of: total, &number) }
    }

    private mutating func sayRow(_ row: ScreenNode, _ columns: [String], _ level: Int, of total: Int, _ number: inout Int) {
        guard !row.isUnspoken else { return }
        switch row.role {
        case "rows":
            for inner in row.children { sayRow(inner, columns, level, of: total, &number) }
            if row.unknownRows > 0 { say(Announcement(name: "\(row.unknownRows) more")) }
        case "row":
            number += 1
            // Its name is that of its first cell.
            var announcement = row.announcement(level: level)
            announcement.name = "row \(number) of \(total)"
            announcement.role = row.isOperable ? "button" : ""
            say(announcement)
            for (index, cell) in row.children.enumerated() {
                say(cell, level: level, in: columns.indices.contains(index) ? columns[index] : "")
            }
        default: say(row, level: level)
        }
    }

    /// A cell begins with the title of its column, as a control in it does by itself.
    private mutating func say(_ cell: ScreenNode, level: Int, in column: String) {
        let before = lines.count
        say(cell, level: level)
        if lines.count == before { say(Announcement(name: "blank")) }
        if !column.isEmpty, !lines[before].hasPrefix(column + ",") { lines[before] = "\(column), \(lines[before])" }
    }
}

extension ScreenNode {
    /// How many rows of a table it stands for.
    fileprivate var rowCount: Int {
        switch role {
        case "row": 1
        case "rows": children.reduce(unknownRows) { $0 + $1.rowCount }
        default: 0
        }
    }
}
