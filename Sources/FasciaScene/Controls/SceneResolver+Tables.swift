import FasciaDocument
import FasciaModel

/// Tables: a header, and a list of rows.
extension SceneResolver {
    func fillTable(_ element: inout Element, _ table: TableContent) {
        element.content = .table
        let order = order(of: table)
        var header = row("header", element)
        header.content = .tableRow(table.columns)
        header.children = table.columns.map { column in
            var cell = row("header:" + column.id, element)
            let mark = order?.column == column.id ? (order?.isDescending == true ? " ▼" : " ▲") : ""
            cell.content = .text(column.title + mark)
            cell.modifiers = [.bold(true)]
            cell.activation = activation(of: table, column, order)
            if let activation = cell.activation {
                cell.accessibilityLabel = column.title
                cell.accessibilityRole = .button
                // Makes it tappable; what it does is the activation.
                cell.modifiers.append(.tap(activation.asAction))
            }
            return cell
        }
        element.children = [header]
    }

    /// The rows as a list, in the order in which the table is sorted.
    ///
    /// - Parameter children: the resolved children of the table.
    func tableRows(_ table: TableContent, _ children: [Element], in element: Element) -> Element {
        var list = row("rows", element)
        list.content = .list
        let rows = sorted(table).map { children[$0] }
        list.children = rows.flatMap { self.rows($0) }.map { $0.asTableRow(table.columns) }
        return list
    }

    private func order(of table: TableContent) -> TableContent.Order? {
        switch table.sorting {
        case .none: nil
        case .bind(let key): panel.value(key)?.stringValue.map { TableContent.Order($0) }
        case .literal(let order, _): order
        }
    }

    /// A tap sorts by the column; a second one reverses the order.
    private func activation(
        of table: TableContent, _ column: TableContent.Column, _ order: TableContent.Order?
    ) -> Activation? {
        guard column.isSortable else { return nil }
        let isReversed = order?.column == column.id && order?.isDescending == false
        let next = JSON.string(TableContent.Order(column.id, isDescending: isReversed).text)
        switch table.sorting {
        case .none: return nil
        case .bind(let key): return .setValue(key: key, next)
        case .literal(_, let action): return action.map { .action(resolvingEntry($0.carrying(next))) }
        }
    }

    // MARK: - Sorting

    /// The indices of the children, sorted if the daemon sorts them and knows all of them. Rows that are equal keep their
    /// order; children that are no rows stay where they are.
    private func sorted(_ table: TableContent) -> [Int] {
        guard case .bind = table.sorting, let order = order(of: table),
            let column = table.columns.firstIndex(where: { $0.id == order.column })
        else { return Array(table.children.indices) }
        let keys = table.children.map { sortKey($0, column) }
        let places = keys.indices.filter { keys[$0] != nil }
        let rows = places.sorted { first, second in
            guard let one = keys[first] ?? nil, let other = keys[second] ?? nil, one != other else { return first < second }
            return order.isDescending ? other < one : one < other
        }
        var indices = Array(table.children.indices)
        for (place, row) in zip(places, rows) { indices[place] = row }
        return indices
    }

    /// What a row is sorted by; `nil` if the node is no row.
    private func sortKey(_ node: Node, _ column: Int) -> SortKey? {
        guard case .gridRow(let row) = node.content else { return nil }
        guard row.children.indices.contains(column) else { return .text("") }
        let content = row.children[column].content
        let json: JSON? =
            switch content {
            case .text(let text):
                switch text.source {
                case .bind(let key, _): visible(key)
                case .number(let number, _): .double(number)
                case .plain, .runs: .string(text.text)
                }
            case .value(let value): visible(value.bind)
            case .gauge(let gauge): value(of: gauge.source)
            case .toggle(let toggle): state(of: toggle.source)
            default: content.payload.displayLabel.map { .string($0) }
            }
        return SortKey(json ?? "")
    }

    /// A value that is no secret.
    private func visible(_ key: String) -> JSON? { panel.isSecret(value: key) ? nil : panel.value(key) }

    private func value(of source: GaugeContent.Source) -> JSON? {
        switch source {
        case .bind(let key): visible(key)
        case .literal(let value): .double(value)
        }
    }

    private func state(of source: ToggleContent.Source) -> JSON? {
        let state: GroupState? =
            switch source {
            case .bind(let id): panel.toggle(id)?.state
            case .literal(let state, _): state
            }
        return state.map { .string($0.rawValue) }
    }
}

/// Numbers come before texts. Texts are compared without regard to case, and those that begin with a number by that.
private enum SortKey: Comparable {
    case number(Double, rest: String)
    case text(String)

    init(_ json: JSON) {
        if let number = json.doubleValue, number.isFinite {
            self = .number(number, rest: "")
            return
        }
        let text = json.displayText.lowercased()
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
        if let number = Double(digits) {
            self = .number(number, rest: String(text.dropFirst(digits.count)))
        } else {
            self = .text(text)
        }
    }
}

extension Element {
    /// A row of cells as one with these columns; also the rows of a part of which some are known.
    fileprivate func asTableRow(_ columns: [TableContent.Column]) -> Element {
        var element = self
        switch content {
        case .gridRow: element.content = .tableRow(columns)
        case .rows: element.children = children.map { $0.asTableRow(columns) }
        default: break
        }
        return element
    }
}

extension Activation {
    /// The action of a tap modifier.
    fileprivate var asAction: Action {
        switch self {
        case .setValue(let key, let value): .call(method: "value.set", params: ["key": .string(key), "value": value])
        case .action(let action): action
        case .flip, .pick: .emit(name: "", payload: .null)
        }
    }
}
