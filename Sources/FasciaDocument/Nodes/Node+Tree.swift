extension Node {
    public var children: [Node] { content.children }

    /// The nodes that modifiers put behind and in front of it, in order.
    public var attached: [Node] { modifiers.isEmpty ? [] : modifiers.compactMap { $0.attachment?.node } }

    /// Children and attached nodes.
    package var inner: [Node] {
        let attached = attached
        return attached.isEmpty ? children : children + attached
    }

    /// Children and attached nodes, with the JSON pointers that lead to them from this node.
    package var innerPlaces: [(pointer: String, node: Node)] {
        var places = children.enumerated().map { (pointer: "/children/\($0.offset)", node: $0.element) }
        for (index, modifier) in modifiers.enumerated() {
            guard let attachment = modifier.attachment, let name = modifier.attachmentName else { continue }
            places.append(("/modifiers/\(index)/\(name)/node", attachment.node))
        }
        return places
    }

    /// The number of nodes in this tree, including this one.
    public var count: Int { inner.reduce(1) { $0 + $1.count } }

    /// The number of levels in this tree; 1 for a leaf.
    public var depth: Int { 1 + (inner.lazy.map(\.depth).max() ?? 0) }

    /// The number of nodes that differ from the node at the same position in `old`, plus the nodes of `old` that are
    /// gone. Differences among its children do not make a node itself different.
    public func differingNodes(from old: Node) -> Int {
        if self == old { return 0 }
        let (new, before) = (inner, old.inner)
        var differing = isShallowlyEqual(as: old) ? 0 : 1
        for (child, other) in zip(new, before) { differing += child.differingNodes(from: other) }
        for child in new.dropFirst(before.count) { differing += child.count }
        for child in before.dropFirst(new.count) { differing += child.count }
        return differing
    }

    /// The ids that the author gave to nodes of this tree.
    package var authorIDs: Set<String> {
        var ids: Set<String> = []
        func collect(_ node: Node) {
            if let id = node.id { ids.insert(id) }
            for node in node.inner { collect(node) }
        }
        collect(self)
        return ids
    }

    /// The first author's id that occurs twice, and the JSON pointer of the second node with it.
    package var duplicateID: (id: String, pointer: String)? {
        var seen: Set<String> = []
        func search(_ node: Node, _ pointer: String) -> (String, String)? {
            if let id = node.id, !seen.insert(id).inserted { return (id, pointer) }
            for (step, inner) in node.innerPlaces {
                if let found = search(inner, pointer + step) { return found }
            }
            return nil
        }
        return search(self, "")
    }

    func isShallowlyEqual(as other: Node) -> Bool {
        id == other.id && content.withoutChildren == other.content.withoutChildren
            && modifiers.map(\.withoutNode) == other.modifiers.map(\.withoutNode)
    }
}

extension Node.Content {
    /// The child nodes. Setting them has no effect on a leaf.
    public var children: [Node] {
        get {
            switch self {
            case .stack(let stack): stack.children
            case .form(let form): form.children
            case .section(let section): section.children
            case .scroll(let scroll): scroll.children
            case .list(let list): list.children
            case .rows(let rows): rows.children
            case .table(let table): table.children
            case .grid(let grid): grid.children
            case .gridRow(let row): row.children
            case .menu(let menu): menu.children
            case .button(let button): button.children
            default: []
            }
        }
        set {
            switch self {
            case .stack(var stack):
                stack.children = newValue
                self = .stack(stack)
            case .form: self = .form(FormContent(children: newValue))
            case .section(var section):
                section.children = newValue
                self = .section(section)
            case .scroll(var scroll):
                scroll.children = newValue
                self = .scroll(scroll)
            case .list: self = .list(ListContent(children: newValue))
            case .rows(let rows):
                let places = rows.known.flatMap { Array($0.range) }
                let known = Dictionary(zip(places, newValue)) { first, _ in first }
                self = .rows(RowsContent(total: rows.total, rows: known))
            case .table(var table):
                table.children = newValue
                self = .table(table)
            case .grid(var grid):
                grid.children = newValue
                self = .grid(grid)
            case .gridRow(var row):
                row.children = newValue
                self = .gridRow(row)
            case .menu(let menu): self = .menu(MenuContent(menu.label, children: newValue))
            case .button(var button):
                button.children = newValue
                self = .button(button)
            default: break
            }
        }
    }

    /// For `rows`, the total and the known ranges belong to the children and are also removed.
    fileprivate var withoutChildren: Node.Content {
        var content = self
        if case .rows(let rows) = content { content = .rows(RowsContent(total: rows.total)) }
        content.children = []
        return content
    }
}

extension Modifier {
    /// The node that this modifier attaches.
    public var attachment: Attachment? {
        switch self {
        case .backgroundNode(let attachment), .overlay(let attachment): attachment
        default: nil
        }
    }

    /// The modifier's name in JSON if it attaches a node.
    public var attachmentName: String? {
        switch self {
        case .backgroundNode: "background"
        case .overlay: "overlay"
        default: nil
        }
    }

    fileprivate var withoutNode: Modifier {
        switch self {
        case .backgroundNode(let attachment): .backgroundNode(Attachment(Node(.empty), alignment: attachment.alignment))
        case .overlay(let attachment): .overlay(Attachment(Node(.empty), alignment: attachment.alignment))
        default: self
        }
    }
}
