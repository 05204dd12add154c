import FasciaModel

/// Which of the many elements of a `ForEach` somebody looks at.
@MainActor final class SeenRows {
    private let asked = StoredLocation<[RowRange]>([RowRange(0, LazyRows.first)])
    /// The elements that were evaluated, from the one that has not been looked at for longest.
    var made: [(index: Int, id: AnyHashable)] = []

    /// Those of so many elements that are to be evaluated.
    func ranges(of count: Int) -> [RowRange] {
        asked.value.compactMap { range in
            let end = min(range.end, count)
            return range.first < end ? RowRange(range.first, end - range.first) : nil
        }
    }

    func show(_ ranges: [RowRange]) { asked.value = RowRange.union(ranges) }

    /// One more element, as long as nobody says what is looked at.
    func add(_ index: Int) { show(asked.value + [RowRange(index, 1)]) }
}

/// Where the rows of one node come from.
struct RowSource {
    weak var place: Place?
    let seen: SeenRows
    /// The element whose nodes have such ids; `nil` where it is none of these.
    let find: (_ node: String) -> Int?
    /// Where the element with this id is; `nil` where there is none.
    let index: (_ id: AnyHashable) -> Int?
}

extension ViewGraph {
    /// Says where the rows of a node come from.
    func show(
        _ node: String, _ place: Place, _ seen: SeenRows, index: @escaping (_ id: AnyHashable) -> Int?,
        find: @escaping (_ node: String) -> Int?
    ) {
        rowSources = rowSources.filter { $0.value.place != nil }
        rowSources[node] = RowSource(place: place, seen: seen, find: find, index: index)
    }

    /// Evaluates these rows of a node, and no others.
    func show(_ rows: [RowRange], of node: String) { rowSources[identifiers.address(node)]?.seen.show(rows) }

    /// Evaluates the row that a node is in, if it is in one of many rows.
    ///
    /// - Returns: whether there is such a row.
    func show(rowOf node: String) -> Bool {
        for source in rowSources.values where source.place != nil {
            guard let index = source.find(node) else { continue }
            source.seen.add(index)
            return true
        }
        return false
    }
}

extension Place {
    /// Its nodes as one row.
    var row: Node {
        let nodes = lowered()
        if nodes.count == 1 { return nodes[0] }
        let alignment = FasciaModel.Alignment(horizontal: .leading, vertical: .center)
        return nodes.isEmpty ? Node(.empty) : Node(.stack(StackContent(.vertical, alignment: alignment, children: nodes)))
    }
}

extension String {
    /// What comes after an address and a dot.
    func component(after address: String) -> Substring? {
        guard hasPrefix(address + ".[") else { return nil }
        return dropFirst(address.count + 1)
    }
}

extension Substring {
    /// Whether this is an element's part of an address, or begins with it.
    func isElement(_ component: String) -> Bool {
        guard hasPrefix(component) else { return false }
        return dropFirst(component.count).first.map { ".+#:".contains($0) } ?? true
    }
}
