import FasciaDocument

/// Which elements of a lazy `ForEach` are visible.
@MainActor final class VisibleIndices {
    private let requestedRanges = StoredLocation<[RowRange]>([RowRange(0, LazyRows.initialCount)])
    /// The evaluated elements, least recently visible first.
    var evaluated: [(index: Int, id: AnyHashable)] = []

    /// The ranges to evaluate, clipped to `count` elements.
    func ranges(of count: Int) -> [RowRange] {
        requestedRanges.value.compactMap { range in
            let end = min(range.end, count)
            return range.first < end ? RowRange(range.first, end - range.first) : nil
        }
    }

    func request(_ ranges: [RowRange]) { requestedRanges.value = RowRange.union(ranges) }

    /// Adds one element until the next request replaces the ranges.
    func add(_ index: Int) { request(requestedRanges.value + [RowRange(index, 1)]) }
}

/// The lazy `ForEach` that makes the rows of a node.
struct RowSource {
    weak var viewNode: ViewNode?
    let visibleRows: VisibleIndices
    /// The index of the element that contains a node with this id; `nil` if there is none.
    let find: (_ node: String) -> Int?
    /// The index of the element with this id; `nil` if there is none.
    let index: (_ id: AnyHashable) -> Int?
}

extension ViewGraph {
    /// Registers the source of a node's rows.
    func registerRowSource(
        _ node: String, _ viewNode: ViewNode, _ visibleRows: VisibleIndices, index: @escaping (_ id: AnyHashable) -> Int?,
        find: @escaping (_ node: String) -> Int?
    ) {
        rowSources = rowSources.filter { $0.value.viewNode != nil }
        rowSources[node] = RowSource(viewNode: viewNode, visibleRows: visibleRows, find: find, index: index)
    }

    /// Evaluates these rows of a node, and no others.
    func setVisibleRows(_ rows: [RowRange], of node: String) { rowSources[identifiers.address(node)]?.visibleRows.request(rows) }

    /// Evaluates the lazy row that contains a node.
    ///
    /// - Returns: whether such a row exists.
    func showRow(containing node: String) -> Bool {
        for source in rowSources.values where source.viewNode != nil {
            guard let index = source.find(node) else { continue }
            source.visibleRows.add(index)
            return true
        }
        return false
    }
}

extension ViewNode {
    /// The nodes of this view node, combined into one row.
    var row: Node {
        let nodes = lowered()
        if nodes.count == 1 { return nodes[0] }
        let alignment = FasciaDocument.Alignment(horizontal: .leading, vertical: .center)
        return nodes.isEmpty ? Node(.empty) : Node(.stack(StackContent(.vertical, alignment: alignment, children: nodes)))
    }
}

extension String {
    /// The part after `address` and a dot; `nil` if the string does not start with them.
    func component(after address: String) -> Substring? {
        guard hasPrefix(address + ".[") else { return nil }
        return dropFirst(address.count + 1)
    }
}

extension Substring {
    /// Whether this is the given element's part of an address, or starts with it.
    func isElement(_ component: String) -> Bool {
        guard hasPrefix(component) else { return false }
        return dropFirst(component.count).first.map { ".+#:".contains($0) } ?? true
    }
}
