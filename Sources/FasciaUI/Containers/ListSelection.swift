import FasciaDocument

/// Which rows of a list are selected.
struct ListSelection {
    let contains: (AnyHashable) -> Bool
    /// Called when a row is tapped.
    let tapped: (AnyHashable) -> Void
    /// Whether a row is selected; false selects none.
    let hasSelection: Binding<Bool>

    /// At most one row. Tapping the selected row keeps it selected.
    @MainActor init<Value: Hashable>(_ selection: Binding<Value?>) {
        contains = { tag in
            guard let selected = selection.wrappedValue else { return false }
            return tag == AnyHashable(selected)
        }
        tapped = { if let value = $0.base as? Value { selection.wrappedValue = value } }
        hasSelection = Binding(
            get: { selection.wrappedValue != nil }, set: { if !$0 { selection.wrappedValue = nil } })
    }

    /// Any number of rows. A tap selects or deselects a row.
    @MainActor init<Value: Hashable>(_ selection: Binding<Set<Value>>) {
        contains = { tag in (tag.base as? Value).map(selection.wrappedValue.contains) ?? false }
        tapped = {
            guard let value = $0.base as? Value else { return }
            if selection.wrappedValue.remove(value) == nil { selection.wrappedValue.insert(value) }
        }
        hasSelection = Binding(
            get: { !selection.wrappedValue.isEmpty }, set: { if !$0 { selection.wrappedValue = [] } })
    }
}

extension EnvironmentValues {
    /// The selection of the surrounding list.
    @Entry var listSelection: ListSelection?

    /// The selection of the list in the sidebar around a row, which the links in it change.
    @Entry var sidebarSelection: ListSelection?
}

/// A selectable row. It is identified by the first `tag` in it, else by its id.
struct SelectableRow: View, Primitive {
    let tag: AnyHashable
    let content: AnyView

    func update(_ viewNode: ViewNode) {
        guard let selection = viewNode.environment.listSelection else { return viewNode.updateSubtree(content) }
        viewNode.updateSubtree(content, environment: viewNode.environment.inRow)
        let tag = viewNode.child(.inside)?.innerTag ?? tag
        let hasLink = viewNode.child(.inside)?.hasLink == true
        let (isSelected, isEdited) = viewNode.tracking {
            (selection.contains(tag), hasLink && viewNode.environment.editMode?.wrappedValue.isEditing == true)
        }
        viewNode.handleTaps { _ in selection.tapped(tag) }
        viewNode.setLowering { [unowned viewNode] in
            let nodes = viewNode.childNodes
            // A link marks itself, and a tap on it opens it, unless rows are edited.
            if nodes.count == 1, nodes[0].isLinkRow, !isEdited { return nodes }
            let shown = isEdited ? nodes.map(\.withoutLink) : nodes
            let words = shown.wordsBesideControls
            let mark = Node(.text(TextContent(isSelected ? "▸" : " ")))
            var modifiers: [FasciaDocument.Modifier] = [.accessibilityLabel(words), .tap(.tapped(viewNode.address))]
            if isSelected { modifiers.insert(.bold(true), at: 0) }
            let row = StackContent(.horizontal, children: [mark] + shown)
            return [Node(.stack(row), id: viewNode.address, modifiers: modifiers)]
        }
    }
}

extension Node {
    /// Whether it is a link, or begins with one, before its edit buttons.
    fileprivate var isLinkRow: Bool {
        switch content {
        case .button(let link): link.isOpen != nil
        case .stack(let row): row.children.first?.isLinkRow ?? false
        default: false
        }
    }

    /// The row with what its link shows in the link's place.
    fileprivate var withoutLink: Node {
        var row = self
        switch content {
        case .button(let link) where link.isOpen != nil:
            let text = Node(.text(TextContent(link.label)))
            row.content = .stack(StackContent(.horizontal, children: link.children.isEmpty ? [text] : link.children))
        case .stack(var parts):
            parts.children = parts.children.prefix(1).map(\.withoutLink) + parts.children.dropFirst()
            row.content = .stack(parts)
        default: break
        }
        return row
    }
}

extension ViewNode {
    fileprivate var hasLink: Bool { environment.linkIsOpen != nil || children.contains(where: \.hasLink) }

    /// The first tag in this view node or its descendants.
    fileprivate var innerTag: AnyHashable? {
        if let tag { return tag }
        for child in children { if let tag = child.innerTag { return tag } }
        return nil
    }
}

extension EnvironmentValues {
    /// The menu of a row by its tag, in a list or a table with a menu for what is selected.
    @Entry var selectionMenu: ((AnyHashable) -> AnyView)?
}

extension View {
    /// A menu beside each row of a list or a table, for that row alone. What a double click runs is its first item.
    public func contextMenu<I: Hashable, M: View>(
        forSelectionType type: I.Type = I.self, @ViewBuilder menu: @escaping (Set<I>) -> M,
        primaryAction: ((Set<I>) -> Void)? = nil
    ) -> some View {
        environment(\.selectionMenu) { tag in
            let rows = Set([tag.base as? I].compactMap { $0 })
            return AnyView(
                Group {
                    if let primaryAction { Button("Open") { primaryAction(rows) } }
                    menu(rows)
                })
        }
    }
}
