/// A view for each element of a collection. State belongs to the element's id, wherever the element moves to.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    public var data: Data
    public var content: (Data.Element) -> Content
    let id: (Data.Element) -> ID
    var edits = RowEdits()
}

extension ForEach: View where Content: View {
    public typealias Body = Never

    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.init(data: data, content: content, id: { $0[keyPath: id] })
    }
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
    /// A binding for each element.
    public init<C: MutableCollection & RandomAccessCollection>(
        _ data: Binding<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    ) where Data == Binding<C>, C.Element: Identifiable, ID == C.Element.ID {
        self.init(data: data, content: content, id: { $0.wrappedValue.id })
    }

    public init<C: MutableCollection & RandomAccessCollection>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    ) where Data == Binding<C> {
        self.init(data: data, content: content, id: { $0.wrappedValue[keyPath: id] })
    }
}

extension ForEach: _PrimitiveView, Primitive, Unaddressed where Content: View {
    func update(_ place: Place) {
        let shown = place.slots.first as? StoredLocation<Int> ?? StoredLocation(LazyRows.most)
        place.slots = [shown]
        let isLazy = place.environment.isLazy
        let (rows, count) = place.reading {
            let count = data.count
            let visible = data.prefix(isLazy ? shown.value : count)
            return (visible.map { (id: AnyHashable(id($0)), view: content($0)) }, count)
        }
        var first: [AnyHashable: Int] = [:]
        var copies: [AnyHashable: Int] = [:]
        place.updateChildren { children in
            for (index, row) in rows.enumerated() {
                let view = place.row(row.view, id: row.id, edits.at(index, of: count))
                guard let earlier = first[row.id] else {
                    first[row.id] = index
                    children.update(.id(row.id), view)
                    continue
                }
                copies[row.id, default: 1] += 1
                place.graph.report(
                    "ForEach in \(place.path): elements \(earlier) and \(index) have the same id \(row.id). Give each "
                        + "element an id of its own, or its state may go to another one")
                children.update(.duplicate(row.id, copies[row.id] ?? 2), view)
            }
            guard rows.count < count else { return }
            // Another row each time, so that the focus goes on to the first that is new.
            children.update(.more(rows.count), MoreRows(rest: count - rows.count) { shown.value += LazyRows.most })
        }
    }
}

extension Place {
    /// An element's view, with what its list adds to it.
    fileprivate func row(_ view: any View, id: AnyHashable, _ edits: RowEdits.Row?) -> any View {
        // A section is not a row: its rows are.
        guard !(view is any Sectioned) else { return view }
        let isRow = environment.isInList
        var view = view
        if let edits { view = EditableRow(content: AnyView(erased: view), edits: edits) }
        if isRow, environment.listSelection != nil { view = SelectableRow(tag: id, content: AnyView(erased: view)) }
        return isRow || environment.isLazy ? ListRow(content: AnyView(erased: view)) : view
    }
}

/// What is in a row of a list: rows of other lists are not.
private struct ListRow: View, Primitive {
    typealias Body = Never
    let content: AnyView
    func update(_ place: Place) {
        let keepsSelection = content.view is SelectableRow
        var environment = place.environment.inRow
        if keepsSelection { environment.listSelection = place.environment.listSelection }
        place.updateContent(content, environment: environment)
    }
}
