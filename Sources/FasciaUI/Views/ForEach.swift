import FasciaDocument

/// A view for each element of a collection. State belongs to the element's id, so it moves with the element.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    public var data: Data
    public var content: (Data.Element) -> Content
    let id: (Data.Element) -> ID
    var edits = RowEdits()
}

extension ForEach: View where Content: View {

    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) { self.init(data: data, content: content, id: { $0[keyPath: id] }) }
}

extension ForEach where Content: View, Data.Element: Identifiable, ID == Data.Element.ID {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data: data, content: content, id: { $0.id })
    }
}

extension ForEach where Content: View, Data == Range<Int>, ID == Int {
    public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
        self.init(data: data, content: content, id: { $0 })
    }
}

extension ForEach where Content: View {
    /// Makes a view for the binding of each element.
    public init<C: MutableCollection & RandomAccessCollection>(
        _ data: Binding<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    ) where Data == Binding<C>, C.Element: Identifiable, ID == C.Element.ID {
        self.init(data: data, content: content, id: { $0.wrappedValue.id })
    }
    public init<C: MutableCollection & RandomAccessCollection>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    ) where Data == Binding<C> { self.init(data: data, content: content, id: { $0.wrappedValue[keyPath: id] }) }
}

extension ForEach: _PrimitiveView, Primitive, Unaddressed where Content: View {
    func update(_ viewNode: ViewNode) {
        let laziness = viewNode.environment.laziness
        let isLong = laziness != .none && viewNode.tracking { data.count > LazyRows.threshold }
        if isLong, laziness == .visible { return updateVisible(viewNode) }
        viewNode.propertyStorage = isLong ? viewNode.propertyStorage : []
        let shown = viewNode.stored(StoredLocation(LazyRows.threshold))
        let (rows, count) = viewNode.tracking {
            let count = data.count
            let visible = data.prefix(isLong ? shown.value : count)
            return (visible.map { (id: AnyHashable(id($0)), view: content($0)) }, count)
        }
        viewNode.updateChildren { children in
            update(rows.enumerated().map { ($0, $1.id, $1.view) }, of: count, in: viewNode, &children)
            guard rows.count < count else { return }
            // The key contains the count, so each "more" row is a new view. The focus then moves to the first added
            // element.
            children.update(.more(rows.count), LoadMoreRow(rest: count - rows.count) { shown.value += LazyRows.threshold })
        }
    }

    /// Evaluates the visible elements only. Others keep their state up to a limit.
    @MainActor private func updateVisible(_ viewNode: ViewNode) {
        let visibleRows = viewNode.stored(VisibleIndices())
        let (rows, count, resting) = viewNode.tracking {
            let count = data.count
            let rows = visibleRows.ranges(of: count).flatMap { range in
                range.range.map { index in
                    let element = element(index)
                    return (index: index, id: AnyHashable(id(element)), view: content(element) as any View)
                }
            }
            let shown = Set(rows.map(\.id))
            var resting = visibleRows.evaluated.filter { !shown.contains($0.id) }
            // Where elements have moved, the rows keep their state.
            if !resting.allSatisfy({ $0.index < count && AnyHashable(id(element($0.index))) == $0.id }) {
                let places = Dictionary(zip(data.lazy.map { AnyHashable(id($0)) }, 0..<count)) { first, _ in first }
                resting = resting.compactMap { row in places[row.id].map { (index: $0, id: row.id) } }
            }
            return (rows, count, resting.suffix(LazyRows.keptCount))
        }
        var keys: [ChildIdentity] = []
        viewNode.updateChildren { children in
            keys = update(rows, of: count, in: viewNode, &children)
            for row in resting { children.keep(.id(row.id)) }
        }
        visibleRows.evaluated = resting + rows.map { ($0.index, $0.id) }
        let node = viewNode.address + ".rows"
        let find = { [data, id] (wanted: AnyHashable) -> Int? in
            let index = data.firstIndex { AnyHashable(id($0)) == wanted }
            return index.map { data.distance(from: data.startIndex, to: $0) }
        }
        viewNode.graph.registerRowSource(node, viewNode, visibleRows, index: find) { [data, id] name in
            guard let component = name.component(after: viewNode.address) else { return nil }
            let index = data.firstIndex { ChildIdentity.id(AnyHashable(id($0))).component.map(component.isElement) ?? false }
            return index.map { data.distance(from: data.startIndex, to: $0) }
        }
        viewNode.setLowering { [unowned viewNode] in
            let viewNodes = Dictionary(viewNode.children.map { ($0.key, $0) }) { first, _ in first }
            let known = zip(rows, keys).map { row, key in (row.index, viewNodes[key]?.row ?? Node(.empty)) }
            let content = RowsContent(total: count, rows: Dictionary(known) { first, _ in first })
            return [Node(.rows(content), id: node)]
        }
    }

    private func element(_ index: Int) -> Data.Element { data[data.index(data.startIndex, offsetBy: index)] }

    /// - Returns: the keys of the rows.
    @MainActor @discardableResult private func update(
        _ rows: [(index: Int, id: AnyHashable, view: any View)], of count: Int, in viewNode: ViewNode,
        _ children: inout Children
    ) -> [ChildIdentity] {
        var first: [AnyHashable: Int] = [:]
        var copies: [AnyHashable: Int] = [:]
        return rows.map { row in
            let view = viewNode.row(row.view, id: row.id, edits.at(row.index, of: count))
            guard let earlier = first[row.id] else {
                first[row.id] = row.index
                children.update(.id(row.id), view)
                return .id(row.id)
            }
            copies[row.id, default: 1] += 1
            viewNode.graph.report(
                "ForEach\(viewNode.messageSuffix): elements \(earlier) and \(row.index) have the same id \(row.id). Use "
                    + "unique ids; otherwise state may move between elements")
            let key = ChildIdentity.duplicate(row.id, copies[row.id] ?? 2)
            children.update(key, view)
            return key
        }
    }
}

extension ViewNode {
    /// The view of an element, with the edit buttons and the selection of its list.
    fileprivate func row(_ view: any View, id: AnyHashable, _ edits: RowEdits.Row?) -> any View {
        // A section is not a row itself; the elements in it are.
        guard !(view is any Sectioned) else { return view }
        let isRow = environment.isInList
        var view = view
        if isRow, let menu = environment.selectionMenu { view = AnyView(erased: view).contextMenu { menu(id) } }
        if let edits { view = EditableRow(content: AnyView(erased: view), edits: edits) }
        if isRow, environment.listSelection != nil { view = SelectableRow(tag: id, content: AnyView(erased: view)) }
        return isRow || environment.laziness != .none ? ListRow(content: AnyView(erased: view)) : view
    }
}

/// A row of a list. It resets the list environment, so that nested lists are independent.
private struct ListRow: View, Primitive {
    let content: AnyView
    func update(_ viewNode: ViewNode) {
        let keepsSelection = content.view is SelectableRow
        var environment = viewNode.environment.inRow
        if keepsSelection { environment.listSelection = viewNode.environment.listSelection }
        viewNode.updatePassthrough(content, environment: environment)
    }
}
