import FasciaDocument
import FasciaModel
import FasciaRender

/// Measures nodes as terminals lay them out.
struct NodeMeasure {
    /// How large a cell is, in points.
    let cell: CGSize

    /// No side is longer than this.
    private static let longest: CGFloat = 8_000

    /// The size of each node for a proposal, in points.
    func sizes(of nodes: [Node], _ proposal: ProposedViewSize) -> [CGSize] {
        let fixed = FixedSize(horizontal: proposal.width == nil, vertical: proposal.height == nil)
        let frame = Frame(
            width: proposal.width.map { Double(min(max($0, 0), Self.longest)) },
            height: proposal.height.map { Double(min(max($0, 0), Self.longest)) })
        let rows = nodes.enumerated().map { index, node in
            // What is behind a node gets its size.
            let probe = Node(.empty, id: "\(index)", modifiers: [.geometry(Room(width: -1, height: -1))])
            return node.anonymous.with([.backgroundNode(Attachment(probe)), .fixedSize(fixed), .frame(frame)])
        }
        let body = Node(
            .stack(StackContent(.vertical, spacing: 0, children: rows)), modifiers: [cellModifier, .fixedSize(FixedSize())])
        var panel = Panel()
        guard (try? panel.apply(.putScreen(Screen(id: Panel.homeScreen, body: body)))) != nil,
            let scene = panel.scene(stack: "main")
        else { return nodes.map { _ in .zero } }
        let layout = Renderer().layout(scene, size: CellSize(columns: 1_000, rows: 1_000))
        var sizes = nodes.map { _ in CGSize.zero }
        for mismatch in layout.layers.first?.mismatches ?? [] {
            guard let index = Int(mismatch.id.element), sizes.indices.contains(index) else { continue }
            sizes[index] = CGSize(width: mismatch.room.width ?? 0, height: mismatch.room.height ?? 0)
        }
        return sizes
    }

    /// Where what has this id is, in points, if the nodes have this size.
    func frame(of id: String, in nodes: [Node], _ size: CGSize) -> CGRect? {
        let body = Node(
            .stack(StackContent(.depth, children: nodes)),
            modifiers: [cellModifier, .frame(Frame(width: size.width, height: size.height))])
        var panel = Panel()
        guard (try? panel.apply(.putScreen(Screen(id: Panel.homeScreen, body: body)))) != nil,
            let scene = panel.scene(stack: "main"),
            let layer = Renderer().layout(scene, size: CellSize(columns: 1_000, rows: 1_000)).layers.first,
            let found = layer.body.descendant(id)
        else { return nil }
        return CGRect(
            x: CGFloat(found.minColumn - layer.body.rect.minColumn) * cell.width,
            y: CGFloat(found.minRow - layer.body.rect.minRow) * cell.height,
            width: CGFloat(found.size.columns) * cell.width, height: CGFloat(found.size.rows) * cell.height)
    }

    private var cellModifier: FasciaDocument.Modifier { cell.cellModifier }
}

extension Node {
    /// The node without ids, which must be unique.
    var anonymous: Node {
        var node = self
        node.id = nil
        if case .menu = content { return node }
        node.content.children = children.map(\.anonymous)
        return node
    }
}

extension LayoutBox {
    fileprivate func descendant(_ id: String) -> CellRect? {
        if element == id { return rect }
        for child in children { if let found = child.descendant(id) { return found } }
        return nil
    }
}
