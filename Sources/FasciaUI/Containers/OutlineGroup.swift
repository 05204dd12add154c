/// A tree of data. Elements with children can be expanded.
public struct OutlineGroup<Data: RandomAccessCollection, ID: Hashable, Leaf: View>: View {
    private let roots: Roots
    private let id: (Data.Element) -> ID
    private let children: (Data.Element) -> Data?
    private let content: (Data.Element) -> Leaf

    private enum Roots {
        case all(Data)
        case one(Data.Element)
    }

    private init(
        _ roots: Roots, _ id: @escaping (Data.Element) -> ID, _ children: @escaping (Data.Element) -> Data?,
        _ content: @escaping (Data.Element) -> Leaf
    ) { (self.roots, self.id, self.children, self.content) = (roots, id, children, content) }

    private init(
        _ roots: Roots, _ id: KeyPath<Data.Element, ID>, _ children: KeyPath<Data.Element, Data?>,
        _ content: @escaping (Data.Element) -> Leaf
    ) { self.init(roots, { $0[keyPath: id] }, { $0[keyPath: children] }, content) }

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
        case .all(let data): ForEach(data: data, content: row, id: id)
        case .one(let root): row(root).id(id(root))
        }
    }

    @ViewBuilder private func row(_ element: Data.Element) -> some View {
        if let below = children(element) {
            DisclosureGroup {
                // Type erasure ends the otherwise infinitely recursive type.
                AnyView(OutlineGroup(.all(below), id, children, content))
            } label: {
                content(element)
            }
        } else {
            content(element)
        }
    }
}

// MARK: - Of the bindings to elements

extension OutlineGroup {
    public init<C: MutableCollection & RandomAccessCollection>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, children: WritableKeyPath<C.Element, C?>,
        @ViewBuilder content: @escaping (Binding<C.Element>) -> Leaf
    ) where Data == Binding<C> {
        self.init(
            .all(data), { $0.wrappedValue[keyPath: id] }, { Binding($0[dynamicMember: children]) }, content)
    }
    public init<C: MutableCollection & RandomAccessCollection>(
        _ data: Binding<C>, children: WritableKeyPath<C.Element, C?>,
        @ViewBuilder content: @escaping (Binding<C.Element>) -> Leaf
    ) where Data == Binding<C>, C.Element: Identifiable, ID == C.Element.ID {
        self.init(data, id: \.id, children: children, content: content)
    }

    /// A tree with a single root, shown as its first row.
    public init<C: MutableCollection & RandomAccessCollection, Element>(
        _ root: Binding<Element>, id: KeyPath<Element, ID>, children: WritableKeyPath<Element, C?>,
        @ViewBuilder content: @escaping (Binding<Element>) -> Leaf
    ) where Data == Binding<C>, Element == C.Element {
        self.init(
            .one(root), { $0.wrappedValue[keyPath: id] }, { Binding($0[dynamicMember: children]) }, content)
    }
    public init<C: MutableCollection & RandomAccessCollection, Element: Identifiable>(
        _ root: Binding<Element>, children: WritableKeyPath<Element, C?>,
        @ViewBuilder content: @escaping (Binding<Element>) -> Leaf
    ) where Data == Binding<C>, Element == C.Element, ID == Element.ID {
        self.init(root, id: \.id, children: children, content: content)
    }
}
