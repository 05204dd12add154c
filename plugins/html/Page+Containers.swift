import FasciaDocument
import FasciaScreens

/// Nodes that arrange others.
extension Page {
    /// - Parameter isRow: whether it is a row of a card, which is as wide as the card.
    mutating func write(_ node: ScreenNode, isRow: Bool) {
        switch node.role {
        case "form", "list": writeCards(node)
        case "section" where node["options"] == nil: writeCard(node, isRow: isRow)
        case "stack" where isRow && !node.isHorizontal && node.style == nil: writeRows(node)
        case "stack", "scroll", "grid", "gridRow", "rows", "row": writeFlow(node, isRow: isRow)
        case "table": writeTable(node)
        case "log": writeLog(node)
        case "menu": writeMenu(node, isRow: isRow)
        case "empty", "spacer": if !isRow { element("span", ["class": "spacer"]) { _ in } }
        case "divider": void("hr", [:])
        default: writeLeaf(node, isRow: isRow)
        }
    }

    // MARK: - Cards

    /// Sections as cards. Rows that are in none have cards, too.
    ///
    /// - Parameter title: the screen's, which a card does not repeat.
    mutating func writeCards(_ node: ScreenNode, besides title: String = "") {
        guard node.role == "form" || node.role == "list" else { return write(node, isRow: false) }
        element("div", ["class": "cards", "data-node": node.id, "style": node.style]) { page in
            var rest = node.children[...]
            while let first = rest.first {
                if first.isFooter {
                    rest.removeFirst()
                    page.writeFooter(first)
                } else if first.isHeading {
                    rest.removeFirst()
                    let rows = rest.prefix { !$0.isCard }
                    rest = rest.dropFirst(rows.count)
                    page.writeCard(first, rows: Array(rows), besides: title)
                } else if first.isCard {
                    rest.removeFirst()
                    page.writeCard(first, besides: title)
                } else {
                    let rows = rest.prefix { !$0.isCard }
                    rest = rest.dropFirst(rows.count)
                    page.element("div", ["class": "card"]) { page in
                        for row in rows { page.write(row, isRow: true) }
                    }
                }
            }
        }
    }

    private mutating func writeCard(_ node: ScreenNode, isRow: Bool = false, besides title: String = "") {
        if node.role == "table" || node.role == "log" { return write(node, isRow: false) }
        if node["options"] != nil { return writeChoice(node, isRow: isRow) }
        if node.isFooter { return writeFooter(node) }
        writeCard(node, rows: node.children, besides: title)
        if node["title"] != nil, node["footer"] != nil { writeFooter(node) }
    }

    private mutating func writeCard(_ node: ScreenNode, rows: [ScreenNode], besides title: String) {
        let name = node.text("title")
        let isNamed = !node.label.isEmpty && node["title"] != nil
        let repeats = name == title || rows.first?.firstWords == name
        element(isNamed ? "fieldset" : "div", ["class": "card", "data-node": node.id, "style": node.style]) { page in
            if isNamed { page.element("legend", ["class": repeats ? "unseen" : nil], node.label) }
            for row in rows { page.write(row, isRow: true) }
        }
    }

    private mutating func writeFooter(_ node: ScreenNode) {
        element("p", ["class": "footer", "data-node": node["title"] == nil ? node.id : nil], node.text("footer"))
    }

    /// The children of a vertical stack in a card, as rows.
    private mutating func writeRows(_ node: ScreenNode) {
        let isIndented = node.modifiers("padding").contains { ($0["leading"]?.doubleValue ?? 0) > 0 }
        element("div", ["class": isIndented ? "rows indented" : "rows", "data-node": node.id]) { page in
            for child in node.children { page.write(child, isRow: true) }
        }
    }

    // MARK: - Other arrangements

    private mutating func writeFlow(_ node: ScreenNode, isRow: Bool) {
        let isOverlay = node.text("axis") == "depth"
        let name: String
        switch node.role {
        case "grid": name = "grid"
        case "gridRow", "row": name = "line"
        default: name = node.isHorizontal ? "beside" : isOverlay ? "stacked" : "below"
        }
        element("div", ["class": isRow ? "row \(name)" : name, "data-node": node.id, "style": node.style]) { page in
            for child in node.children { page.write(child, isRow: false) }
            page.writeRest(of: node)
        }
    }

    /// How many rows of a long list are not known here.
    private mutating func writeRest(of node: ScreenNode) {
        guard node.unknownRows > 0 else { return }
        element("p", ["class": "rest"], "\(node.unknownRows) more")
    }

    /// What opens a menu, and the menu.
    private mutating func writeMenu(_ node: ScreenNode, isRow: Bool) {
        guard node["options"] == nil else { return writeLeaf(node, isRow: isRow) }
        element("details", ["class": isRow ? "row menu" : "menu", "style": node.style]) { page in
            page.element("summary", ["data-node": node.id]) { page in
                page.writeIcon(of: node)
                page.element("span", ["class": "label"], node.visibleLabel)
            }
            page.element("div", ["class": "card"]) { page in
                for child in node.children { page.write(child, isRow: true) }
            }
        }
    }

    private mutating func writeLog(_ node: ScreenNode) {
        let attributes: Markup.Attributes = [
            "class": "card log", "role": "log", "tabindex": "0", "aria-label": node.label, "data-node": node.id,
        ]
        element("div", attributes) { page in
            for line in node.children { page.write(line, isRow: false) }
        }
    }

    private mutating func writeTable(_ node: ScreenNode) {
        element("div", ["class": "card"]) { page in
            page.element("table", ["data-node": node.id]) { page in
                let columns = node.children.first?["columns"]?.arrayValue ?? []
                page.element("thead") { $0.writeLine(node.children.first, columns, isHeader: true) }
                page.element("tbody") { page in
                    for row in node.children.dropFirst().flatMap(\.children) { page.writeTableRow(row, columns) }
                }
            }
        }
    }

    private mutating func writeTableRow(_ row: ScreenNode, _ columns: [JSON]) {
        switch row.role {
        case "rows": for inner in row.children { writeTableRow(inner, columns) }
        case "row": writeLine(row, columns, isHeader: false)
        default:
            element("tr") { page in
                page.element(row.isHeading ? "th" : "td", ["colspan": "\(max(columns.count, 1))"]) { page in
                    if row.isHeading {
                        page.element("span", ["data-node": row.id], row.label)
                    } else {
                        page.write(row, isRow: true)
                    }
                }
            }
        }
    }

    private mutating func writeLine(_ row: ScreenNode?, _ columns: [JSON], isHeader: Bool) {
        element("tr", ["data-node": row?.id]) { page in
            for (index, cell) in (row?.children ?? []).enumerated() {
                let alignment = columns.indices.contains(index) ? columns[index]["alignment"]?.stringValue : nil
                let attributes: Markup.Attributes = [
                    "scope": isHeader ? "col" : nil, "class": alignment == "leading" ? nil : alignment,
                ]
                page.element(isHeader ? "th" : "td", attributes) { $0.write(cell, isRow: false) }
            }
        }
    }
}

extension ScreenNode {
    /// Whether it begins a card.
    fileprivate var isCard: Bool { role == "section" || role == "table" || role == "log" || role == "form" || role == "list" }

    fileprivate var firstWords: String { role == "stack" ? children.first?.firstWords ?? "" : label }
}
