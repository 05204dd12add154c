import FasciaDocument

/// Rows of data with aligned columns below a header. A long table evaluates only the visible rows.
public struct Table<Value: Identifiable, Rows: RandomAccessCollection>: View where Rows.Element == Value {
    private let data: Rows
    private let columns: [AnyTableColumn<Value>]
    private let selection: ListSelection?
    private let order: Binding<[KeyPathComparator<Value>]>?
    @Environment(\.selectionMenu) private var menu

    /// - Parameters:
    ///   - selection: the row that was tapped last.
    ///   - sortOrder: changes when the user taps the header of a column. The data has to be sorted by it.
    public init(
        _ data: Rows, selection: Binding<Value.ID?>? = nil, sortOrder: Binding<[KeyPathComparator<Value>]>? = nil,
        @TableColumnBuilder<Value> columns: () -> [AnyTableColumn<Value>]
    ) {
        (self.data, self.selection, order) = (data, selection.map { ListSelection($0) }, sortOrder)
        self.columns = columns().distinct()
    }

    /// - Parameter selection: the rows that were tapped. A tap takes a row out again.
    public init(
        _ data: Rows, selection: Binding<Set<Value.ID>>, sortOrder: Binding<[KeyPathComparator<Value>]>? = nil,
        @TableColumnBuilder<Value> columns: () -> [AnyTableColumn<Value>]
    ) { (self.data, self.selection, order, self.columns) = (data, ListSelection(selection), sortOrder, columns().distinct()) }

    public var body: some View {
        TableBody(columns: columns.map(\.content), order: shownOrder, sort: order.map { order in { sort(order, $0) } }) {
            ForEach(data) { TableLine(element: $0, columns: columns, selection: selection, menu: menu) }
        }
    }

    private var shownOrder: TableContent.Order? {
        guard let first = order?.wrappedValue.first,
            let column = columns.first(where: { $0.comparator?.keyPath == first.keyPath })
        else { return nil }
        return TableContent.Order(column.content.id, isDescending: first.order == .reverse)
    }

    /// Sorts by a column first, then as before.
    private func sort(_ order: Binding<[KeyPathComparator<Value>]>, _ text: String) {
        let wanted = TableContent.Order(text)
        guard var first = columns.first(where: { $0.content.id == wanted.column })?.comparator else { return }
        first.order = wanted.isDescending ? .reverse : .forward
        order.wrappedValue = [first] + order.wrappedValue.filter { $0.keyPath != first.keyPath }
    }
}

extension Table where Rows == [Value] {
    public init(
        of type: Value.Type = Value.self, selection: Binding<Value.ID?>? = nil,
        sortOrder: Binding<[KeyPathComparator<Value>]>? = nil, @TableColumnBuilder<Value> columns: () -> [AnyTableColumn<Value>],
        @TableRowBuilder<Value> rows: () -> [Value]
    ) { self.init(rows(), selection: selection, sortOrder: sortOrder, columns: columns) }
    public init(
        of type: Value.Type = Value.self, selection: Binding<Set<Value.ID>>,
        sortOrder: Binding<[KeyPathComparator<Value>]>? = nil, @TableColumnBuilder<Value> columns: () -> [AnyTableColumn<Value>],
        @TableRowBuilder<Value> rows: () -> [Value]
    ) { self.init(rows(), selection: selection, sortOrder: sortOrder, columns: columns) }
}

/// One row of a table, by its value.
public struct TableRow<Value: Identifiable> {
    let value: Value
    public init(_ value: Value) { self.value = value }
}

@resultBuilder public enum TableRowBuilder<Value: Identifiable> {
    public static func buildExpression(_ row: TableRow<Value>) -> [Value] { [row.value] }
    public static func buildExpression<Data, ID>(_ each: ForEach<Data, ID, [Value]>) -> [Value] {
        each.data.flatMap(each.content)
    }
    public static func buildExpression<Data>(_ each: ForEach<Data, Value.ID, TableRow<Value>>) -> [Value] {
        each.data.map { each.content($0).value }
    }
    public static func buildBlock(_ parts: [Value]...) -> [Value] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [Value]?) -> [Value] { part ?? [] }
    public static func buildEither(first: [Value]) -> [Value] { first }
    public static func buildEither(second: [Value]) -> [Value] { second }
}

extension ForEach {
    public init<Value>(_ data: Data, content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID, Content == TableRow<Value> {
        self.init(data: data, content: content, id: { $0.id })
    }
}

// MARK: - Columns

/// A column of a table: its title, and a cell for each row.
@MainActor public struct TableColumn<RowValue: Identifiable, Content: View> {
    private var column: TableContent.Column
    private let cell: (RowValue) -> Content
    private var comparator: KeyPathComparator<RowValue>?

    private init(_ title: String, _ comparator: KeyPathComparator<RowValue>?, _ cell: @escaping (RowValue) -> Content) {
        (column, self.cell, self.comparator) = (TableContent.Column(title, isSortable: comparator != nil), cell, comparator)
    }

    public init(_ title: String, @ViewBuilder content: @escaping (RowValue) -> Content) { self.init(title, nil, content) }
    public init(_ title: Text, @ViewBuilder content: @escaping (RowValue) -> Content) { self.init(title.string, nil, content) }

    /// A column that the table can be sorted by.
    public init<V: Comparable>(
        _ title: String, value: any KeyPath<RowValue, V> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) { self.init(title, KeyPathComparator(value), content) }
    public init<V: Comparable>(
        _ title: Text, value: any KeyPath<RowValue, V> & Sendable, @ViewBuilder content: @escaping (RowValue) -> Content
    ) { self.init(title.string, KeyPathComparator(value), content) }

    fileprivate var erased: AnyTableColumn<RowValue> {
        AnyTableColumn(content: column, cell: { AnyView(cell($0)) }, comparator: comparator)
    }

    /// Its part of the table's width.
    public func width(_ width: CGFloat? = nil) -> TableColumn { self.width(ideal: width) }

    /// Its part of the table's width; `min` and `max` are ignored.
    public func width(min: CGFloat? = nil, ideal: CGFloat? = nil, max: CGFloat? = nil) -> TableColumn {
        var column = self
        // A column is as wide as others if its width is about 16 cells.
        if let ideal, ideal > 0, ideal.isFinite { column.column.weight = Double(ideal) / 128 }
        return column
    }

    public func alignment(_ alignment: TableColumnAlignment) -> TableColumn {
        var column = self
        column.column.alignment = alignment.model
        return column
    }
}

extension TableColumn where Content == Text {
    /// A column of texts that the table can be sorted by.
    public init(_ title: String, value: any KeyPath<RowValue, String> & Sendable) {
        self.init(title, KeyPathComparator(value)) { Text(verbatim: $0[keyPath: value]) }
    }
    public init(_ title: Text, value: any KeyPath<RowValue, String> & Sendable) { self.init(title.string, value: value) }
}

/// The alignment of the cells of a column.
public struct TableColumnAlignment: Hashable, Sendable {
    fileprivate let model: LineAlignment

    public static let automatic = TableColumnAlignment(model: .leading), leading = TableColumnAlignment(model: .leading)
    public static let center = TableColumnAlignment(model: .center), trailing = TableColumnAlignment(model: .trailing)
    public static let numeric = TableColumnAlignment(model: .trailing)
}

/// A column with any kind of cell.
@MainActor public struct AnyTableColumn<RowValue: Identifiable> {
    fileprivate(set) var content: TableContent.Column
    let cell: (RowValue) -> AnyView
    let comparator: KeyPathComparator<RowValue>?
}

extension Array {
    /// The columns with ids of their own: several may have one title, or none.
    @MainActor fileprivate func distinct<Value>() -> Self where Element == AnyTableColumn<Value> {
        var ids: Set<String> = []
        return map { column in
            var (column, number) = (column, 1)
            while !ids.insert(column.content.id).inserted {
                number += 1
                column.content.id = "\(column.content.title) \(number)"
            }
            return column
        }
    }
}

@MainActor @resultBuilder public enum TableColumnBuilder<RowValue: Identifiable> {
    public static func buildExpression<Content: View>(
        _ column: TableColumn<RowValue, Content>
    ) -> [AnyTableColumn<RowValue>] { [column.erased] }
    public static func buildBlock(_ parts: [AnyTableColumn<RowValue>]...) -> [AnyTableColumn<RowValue>] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [AnyTableColumn<RowValue>]?) -> [AnyTableColumn<RowValue>] { part ?? [] }
    public static func buildEither(first: [AnyTableColumn<RowValue>]) -> [AnyTableColumn<RowValue>] { first }
    public static func buildEither(second: [AnyTableColumn<RowValue>]) -> [AnyTableColumn<RowValue>] { second }
}

// MARK: - Lowering

private struct TableBody<Rows: View>: View, Primitive {
    let columns: [TableContent.Column]
    let order: TableContent.Order?
    let sort: ((String) -> Void)?
    let rows: Rows

    init(
        columns: [TableContent.Column], order: TableContent.Order?, sort: ((String) -> Void)?,
        @ViewBuilder rows: () -> Rows
    ) { (self.columns, self.order, self.sort, self.rows) = (columns, order, sort, rows()) }

    func update(_ viewNode: ViewNode) {
        var environment = viewNode.environment
        environment.laziness = .visible
        environment.isInList = true
        environment.selectionMenu = nil
        viewNode.updateSubtree(rows, environment: environment)
        if let sort { viewNode.handleEdits { value in value.stringValue.map(sort) } }
        viewNode.setLowering { [unowned viewNode, columns, order, isSortable = sort != nil] in
            let sorting: TableContent.Sorting =
                isSortable ? .literal(order, action: .changed(viewNode.address)) : .none
            let table = TableContent(columns, sorting: sorting, children: viewNode.childNodes)
            return [Node(.table(table), id: viewNode.address)]
        }
    }
}

private struct TableLine<Value: Identifiable>: View {
    let element: Value
    let columns: [AnyTableColumn<Value>]
    let selection: ListSelection?
    let menu: ((AnyHashable) -> AnyView)?

    var body: some View {
        let row = GridRow { ForEach(columns.indices, id: \.self) { TableCell(content: cell($0)) } }
        if let selection {
            row.bold(selection.contains(element.id)).onTapGesture { selection.tapped(element.id) }
        } else {
            row
        }
    }
}

extension TableLine {
    /// The last cell has the menu of the row.
    private func cell(_ index: Int) -> AnyView {
        let cell = columns[index].cell(element)
        guard let menu, index == columns.count - 1 else { return cell }
        return AnyView(cell.contextMenu { menu(AnyHashable(element.id)) })
    }
}

/// Exactly one node, whatever the content of the cell.
private struct TableCell: View, Primitive {
    let content: AnyView

    func update(_ viewNode: ViewNode) {
        viewNode.updateSubtree(content)
        viewNode.setLowering { [unowned viewNode] in
            let nodes = viewNode.childNodes
            return nodes.count == 1 ? nodes : [Node(.stack(StackContent(.horizontal, children: nodes)), id: viewNode.address)]
        }
    }
}
