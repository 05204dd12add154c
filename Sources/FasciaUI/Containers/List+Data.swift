// The initialisers of `List`, as SwiftUI has them: each kind of data without a selection, with one row, and with a set of rows.

extension List where SelectionValue == Never {
    public init(@ViewBuilder content: () -> Content) { self.init(nil, content()) }
    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
        self.init(nil, ForEach(data, content: rowContent))
    }
    public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, ID, Row> { self.init(nil, ForEach(data, id: id, content: rowContent)) }
    public init<Row: View>(
        _ data: Range<Int>, @ViewBuilder rowContent: @escaping (Int) -> Row
    ) where Content == ForEach<Range<Int>, Int, Row> { self.init(nil, ForEach(data, content: rowContent)) }
    public init<C: MutableCollection & RandomAccessCollection, Row: View>(
        _ data: Binding<C>, @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == ForEach<Binding<C>, C.Element.ID, Row>, C.Element: Identifiable {
        self.init(nil, ForEach(data, content: rowContent))
    }
    public init<C: MutableCollection & RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == ForEach<Binding<C>, ID, Row> { self.init(nil, ForEach(data, id: id, content: rowContent)) }
    /// Rows that can be deleted and moved as `editActions` allows.
    public init<C: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Row: View>(
        _ data: Binding<C>, editActions: EditActions<C>, @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == ForEach<Binding<C>, C.Element.ID, Row>, C.Element: Identifiable {
        self.init(nil, ForEach(data, editActions: editActions, content: rowContent))
    }
    public init<C: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, ID: Hashable, Row: View>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, editActions: EditActions<C>,
        @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == ForEach<Binding<C>, ID, Row> {
        self.init(nil, ForEach(data, id: id, editActions: editActions, content: rowContent))
    }
    /// A tree: rows with children can be expanded.
    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, children: KeyPath<Data.Element, Data?>, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == OutlineGroup<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
        self.init(nil, OutlineGroup(data, children: children, content: rowContent))
    }
    public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, children: KeyPath<Data.Element, Data?>,
        @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == OutlineGroup<Data, ID, Row> {
        self.init(nil, OutlineGroup(data, id: id, children: children, content: rowContent))
    }
    public init<C: MutableCollection & RandomAccessCollection, Row: View>(
        _ data: Binding<C>, children: WritableKeyPath<C.Element, C?>,
        @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == OutlineGroup<Binding<C>, C.Element.ID, Row>, C.Element: Identifiable {
        self.init(nil, OutlineGroup(data, children: children, content: rowContent))
    }
    public init<C: MutableCollection & RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, children: WritableKeyPath<C.Element, C?>,
        @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == OutlineGroup<Binding<C>, ID, Row> {
        self.init(nil, OutlineGroup(data, id: id, children: children, content: rowContent))
    }
}

extension List where SelectionValue: Hashable {
    private init(on selection: Binding<SelectionValue?>?, _ content: Content) {
        self.init(selection.map { ListSelection($0) }, content)
    }
    public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) { self.init(on: selection, content()) }
    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, selection: Binding<SelectionValue?>?, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
        self.init(on: selection, ForEach(data, content: rowContent))
    }
    public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<SelectionValue?>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, ID, Row> { self.init(on: selection, ForEach(data, id: id, content: rowContent)) }
    public init<Row: View>(
        _ data: Range<Int>, selection: Binding<SelectionValue?>?, @ViewBuilder rowContent: @escaping (Int) -> Row
    ) where Content == ForEach<Range<Int>, Int, Row> { self.init(on: selection, ForEach(data, content: rowContent)) }
    public init<C: MutableCollection & RandomAccessCollection, Row: View>(
        _ data: Binding<C>, selection: Binding<SelectionValue?>?, @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == ForEach<Binding<C>, C.Element.ID, Row>, C.Element: Identifiable {
        self.init(on: selection, ForEach(data, content: rowContent))
    }
    public init<C: MutableCollection & RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, selection: Binding<SelectionValue?>?,
        @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == ForEach<Binding<C>, ID, Row> { self.init(on: selection, ForEach(data, id: id, content: rowContent)) }
    public init<C: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Row: View>(
        _ data: Binding<C>, editActions: EditActions<C>, selection: Binding<SelectionValue?>?,
        @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == ForEach<Binding<C>, C.Element.ID, Row>, C.Element: Identifiable {
        self.init(on: selection, ForEach(data, editActions: editActions, content: rowContent))
    }
    public init<C: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, ID: Hashable, Row: View>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, editActions: EditActions<C>, selection: Binding<SelectionValue?>?,
        @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == ForEach<Binding<C>, ID, Row> {
        self.init(on: selection, ForEach(data, id: id, editActions: editActions, content: rowContent))
    }
    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, children: KeyPath<Data.Element, Data?>, selection: Binding<SelectionValue?>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == OutlineGroup<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
        self.init(on: selection, OutlineGroup(data, children: children, content: rowContent))
    }
    public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, children: KeyPath<Data.Element, Data?>, selection: Binding<SelectionValue?>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == OutlineGroup<Data, ID, Row> {
        self.init(on: selection, OutlineGroup(data, id: id, children: children, content: rowContent))
    }
    public init<C: MutableCollection & RandomAccessCollection, Row: View>(
        _ data: Binding<C>, children: WritableKeyPath<C.Element, C?>, selection: Binding<SelectionValue?>?,
        @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == OutlineGroup<Binding<C>, C.Element.ID, Row>, C.Element: Identifiable {
        self.init(on: selection, OutlineGroup(data, children: children, content: rowContent))
    }
    public init<C: MutableCollection & RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, children: WritableKeyPath<C.Element, C?>,
        selection: Binding<SelectionValue?>?, @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == OutlineGroup<Binding<C>, ID, Row> {
        self.init(on: selection, OutlineGroup(data, id: id, children: children, content: rowContent))
    }
}

extension List where SelectionValue: Hashable {
    private init(on selection: Binding<Set<SelectionValue>>?, _ content: Content) {
        self.init(selection.map { ListSelection($0) }, content)
    }
    public init(selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content) {
        self.init(on: selection, content())
    }
    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, selection: Binding<Set<SelectionValue>>?, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
        self.init(on: selection, ForEach(data, content: rowContent))
    }
    public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<Set<SelectionValue>>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, ID, Row> { self.init(on: selection, ForEach(data, id: id, content: rowContent)) }
    public init<Row: View>(
        _ data: Range<Int>, selection: Binding<Set<SelectionValue>>?, @ViewBuilder rowContent: @escaping (Int) -> Row
    ) where Content == ForEach<Range<Int>, Int, Row> { self.init(on: selection, ForEach(data, content: rowContent)) }
    public init<C: MutableCollection & RandomAccessCollection, Row: View>(
        _ data: Binding<C>, selection: Binding<Set<SelectionValue>>?,
        @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == ForEach<Binding<C>, C.Element.ID, Row>, C.Element: Identifiable {
        self.init(on: selection, ForEach(data, content: rowContent))
    }
    public init<C: MutableCollection & RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, selection: Binding<Set<SelectionValue>>?,
        @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == ForEach<Binding<C>, ID, Row> { self.init(on: selection, ForEach(data, id: id, content: rowContent)) }
    public init<C: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Row: View>(
        _ data: Binding<C>, editActions: EditActions<C>, selection: Binding<Set<SelectionValue>>?,
        @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == ForEach<Binding<C>, C.Element.ID, Row>, C.Element: Identifiable {
        self.init(on: selection, ForEach(data, editActions: editActions, content: rowContent))
    }
    public init<C: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, ID: Hashable, Row: View>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, editActions: EditActions<C>, selection: Binding<Set<SelectionValue>>?,
        @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == ForEach<Binding<C>, ID, Row> {
        self.init(on: selection, ForEach(data, id: id, editActions: editActions, content: rowContent))
    }
    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, children: KeyPath<Data.Element, Data?>, selection: Binding<Set<SelectionValue>>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == OutlineGroup<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
        self.init(on: selection, OutlineGroup(data, children: children, content: rowContent))
    }
    public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, children: KeyPath<Data.Element, Data?>,
        selection: Binding<Set<SelectionValue>>?, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == OutlineGroup<Data, ID, Row> {
        self.init(on: selection, OutlineGroup(data, id: id, children: children, content: rowContent))
    }
    public init<C: MutableCollection & RandomAccessCollection, Row: View>(
        _ data: Binding<C>, children: WritableKeyPath<C.Element, C?>, selection: Binding<Set<SelectionValue>>?,
        @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == OutlineGroup<Binding<C>, C.Element.ID, Row>, C.Element: Identifiable {
        self.init(on: selection, OutlineGroup(data, children: children, content: rowContent))
    }
    public init<C: MutableCollection & RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, children: WritableKeyPath<C.Element, C?>,
        selection: Binding<Set<SelectionValue>>?, @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
    ) where Content == OutlineGroup<Binding<C>, ID, Row> {
        self.init(on: selection, OutlineGroup(data, id: id, children: children, content: rowContent))
    }
}
