import FasciaDocument

/// The bars of a screen, with the items that views have added with `toolbar`.
@MainActor struct ScreenBars {
    private var viewNodes: [ViewNode] = []

    mutating func add(_ viewNode: ViewNode) {
        guard !viewNodes.contains(where: { $0 === viewNode }) else { return }
        viewNodes.append(viewNode)
    }

    mutating func remove(_ viewNode: ViewNode) { viewNodes.removeAll { $0 === viewNode } }

    /// The nodes of a screen with a bar above and a bar below.
    func wrap(_ content: [Node]) -> [Node] {
        guard !viewNodes.isEmpty else { return content }
        let items = viewNodes.flatMap { $0.child(.attached($0.depth))?.barItems ?? [] }
        func nodes(_ bar: ToolbarItemPlacement.Bar) -> [Node] { items.filter { $0.bar == bar }.flatMap { $0.viewNode.lowered() } }
        func row(_ id: String, _ parts: [[Node]]) -> [Node] {
            guard parts.contains(where: { !$0.isEmpty }) else { return [] }
            let spacer = [Node(.spacer(SpacerContent()))]
            return [Node(.stack(StackContent(.horizontal, children: Array(parts.joined(separator: spacer)))), id: id)]
        }
        let center = nodes(.center)
        let top = row("toolbar", [nodes(.leading)] + (center.isEmpty ? [] : [center]) + [nodes(.trailing)])
        let bottom = row("toolbar.bottom", [nodes(.bottom), []])
        guard !top.isEmpty || !bottom.isEmpty else { return content }
        // The content takes all space between the bars, and stands in its middle as without bars.
        let rest = Node.screen(content).with([.frame(Frame(maxWidth: .infinity, maxHeight: .infinity))])
        let whole = StackContent(.vertical, alignment: .leading, spacing: 0, children: top + [rest] + bottom)
        return [Node(.stack(whole), id: "screen")]
    }
}

extension ViewNode {
    /// The view nodes inside this one that belong to a bar, in order.
    fileprivate var barItems: [(bar: ToolbarItemPlacement.Bar, viewNode: ViewNode)] {
        if let bar { return [(bar, self)] }
        return children.flatMap(\.barItems)
    }
}
