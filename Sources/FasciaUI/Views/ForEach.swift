/// A view for each element of a collection. State belongs to the element's id, wherever the element moves to.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    public var data: Data
    public var content: (Data.Element) -> Content
    let id: (Data.Element) -> ID
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

extension ForEach: Primitive, Unaddressed where Content: View {
    func update(_ place: Place) {
        let rows = place.reading { data.map { (id: AnyHashable(id($0)), view: content($0)) } }
        var first: [AnyHashable: Int] = [:]
        var count: [AnyHashable: Int] = [:]
        place.updateChildren { children in
            for (index, row) in rows.enumerated() {
                guard let earlier = first[row.id] else {
                    first[row.id] = index
                    children.update(.id(row.id), row.view)
                    continue
                }
                count[row.id, default: 1] += 1
                place.graph.report(
                    "ForEach in \(place.path): elements \(earlier) and \(index) have the same id \(row.id). Give each "
                        + "element an id of its own, or its state may go to another one")
                children.update(.duplicate(row.id, count[row.id] ?? 2), row.view)
            }
        }
    }
}
