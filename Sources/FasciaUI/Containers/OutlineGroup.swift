/// A tree of data. Elements with children can be expanded.
public struct OutlineGroup<Data: RandomAccessCollection, ID: Hashable, Leaf: View>: View {
    private let roots: Roots
    private let id: KeyPath<Data.Element, ID>
    private let children: KeyPath<Data.Element, Data?>
    private let content: (Data.Element) -> Leaf

    private enum Roots {
        case all(Data)
        case one(Data.Element)
    }

    private init(
        _ roots: Roots, _ id: KeyPath<Data.Element, ID>, _ children: KeyPath<Data.Element, Data?>,
        _ content: @escaping (Data.Element) -> Leaf
    ) { (self.roots, self.id, self.children, self.content) = (roots, id, children, content) }

    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, children: KeyPath<Data.Element, Data?>,
        @ViewBuilder content: @escaping (Data.Element) -> Leaf
    ) { self.init(.all(data), id, children, content) }
    public init(
        _ data: Data, children: KeyPath<Data.Element, Data?>, @ViewBuilder content: @escaping (Data.Element) -> Leaf
    ) where Data.Element: Identifiable, ID == Data.Element.ID { self.init(data, id: \.id, children: children, content: content) }

    /// A tree with a single root, shown as its first row.
    public init<Element>(
        _ root: Element, id: KeyPath<Element, ID>, children: KeyPath<Element, Data?>,
        @ViewBuilder content: @escaping (Element) -> Leaf
    ) where Element == Data.Element { self.init(.one(root), id, children, content) }
    public init<Element: Identifiable>(
        _ root: Element, children: KeyPath<Element, Data?>, @ViewBuilder content: @escaping (Element) -> Leaf
    ) where Element == Data.Element, ID == Element.ID { self.init(.one(root), \.id, children, content) }

    public var body: some View {
        switch roots {
        case .all(let data): ForEach(data, id: id) { row($0) }
        case .one(let root): row(root).id(root[keyPath: id])
        }
    }

    @ViewBuilder private func row(_ element: Data.Element) -> some View {
        if let below = element[keyPath: children] {
            DisclosureGroup {
                // Type erasure ends the otherwise infinitely recursive type.
                AnyView(OutlineGroup(below, id: id, children: children, content: content))
            } label: {
                content(element)
            }
        } else {
            content(element)
        }
    }
}
