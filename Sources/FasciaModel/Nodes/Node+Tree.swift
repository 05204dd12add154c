extension Node {
    /// The nodes directly inside.
    public var children: [Node] {
        switch content {
        case .stack(let stack): stack.children
        case .form(let form): form.children
        case .section(let section): section.children
        case .text, .button, .toggle, .group, .picker, .value, .color, .divider, .spacer, .empty: []
        }
    }

    /// How many nodes there are in this tree, itself included.
    public var count: Int { children.reduce(1) { $0 + $1.count } }

    /// How many levels this tree has; 1 for a node without children.
    public var depth: Int { 1 + (children.lazy.map(\.depth).max() ?? 0) }

    /// How many nodes of this tree are not the same as the one at their place in `old`, and how many of `old` are gone.
    /// A node that only has other children is the same.
    public func differingNodes(from old: Node) -> Int {
        if self == old { return 0 }
        let (new, before) = (children, old.children)
        var differing = hasSameSelf(as: old) ? 0 : 1
        for (child, other) in zip(new, before) { differing += child.differingNodes(from: other) }
        for child in new.dropFirst(before.count) { differing += child.count }
        for child in before.dropFirst(new.count) { differing += child.count }
        return differing
    }

    /// The first author's id that stands twice in this tree, and the JSON pointer of the node where it does so again.
    var duplicateID: (id: String, pointer: String)? {
        var seen: Set<String> = []
        func search(_ node: Node, _ pointer: String) -> (String, String)? {
            if let id = node.id, !seen.insert(id).inserted { return (id, pointer) }
            for (index, child) in node.children.enumerated() {
                if let found = search(child, "\(pointer)/children/\(index)") { return found }
            }
            return nil
        }
        return search(self, "")
    }

    private func hasSameSelf(as other: Node) -> Bool {
        id == other.id && modifiers == other.modifiers && content.withoutChildren == other.content.withoutChildren
    }
}

extension Node.Content {
    fileprivate var withoutChildren: Node.Content {
        switch self {
        case .stack(var stack):
            stack.children = []
            return .stack(stack)
        case .form:
            return .form(FormContent(children: []))
        case .section(var section):
            section.children = []
            return .section(section)
        case .text, .button, .toggle, .group, .picker, .value, .color, .divider, .spacer, .empty:
            return self
        }
    }
}
