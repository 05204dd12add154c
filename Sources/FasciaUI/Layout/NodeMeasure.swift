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
