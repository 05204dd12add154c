import FasciaDocument
import FasciaScene

/// Forms, sections, scroll views and grids.
extension LayoutBuilder {
    func form(_ element: Element, _ context: Context) -> LayoutItem {
        var inner = context
        inner.axis = .vertical
        inner.isInForm = true
        if !context.isInForm, let long = longForm(element, inner) { return long }
        let rows = rows(of: element, inner)
        if context.isInForm { return stack(.vertical, .topLeading, 0, element.id, rows, context) }
        let content = LayoutItem(
            PaddingKind(trailing: context.space.marks), [stack(.vertical, .topLeading, 0, nil, rows, context)])
        let kind = ScrollKind(axes: .vertical, showsIndicators: true, takesAllColumns: true)
        return LayoutItem(kind, element: element.id, [content])
    }

    func section(_ element: Element, _ title: String?, _ footer: String?, _ context: Context) -> LayoutItem {
        var inner = context
        inner.axis = .vertical
        var rows: [LayoutItem] = []
        if let title {
            var style = context.style
            style.attributes.insert(.bold)
            rows.append(text(title, style, context))
        }
        rows += self.rows(of: element, inner)
        if let footer {
            var style = context.style
            style.attributes.insert(.dim)
            rows.append(text(footer, style, context))
        }
        return stack(.vertical, .topLeading, 0, element.id, rows, context)
    }

    /// The rows of a form or a section, with a blank row before and after each section if there is room.
    private func rows(of element: Element, _ context: Context) -> [LayoutItem] {
        var rows: [LayoutItem] = []
        var afterSection = false
        for child in visible(element) {
            let isSection = if case .section = child.content { true } else { false }
            let row = item(for: child, context)
            let isApart = !rows.isEmpty && !context.space.isShort && (isSection || afterSection)
            rows.append(isApart ? LayoutItem(PaddingKind(top: 1), [row]) : row)
            afterSection = isSection
        }
        return rows
    }

    func scroll(
        _ element: Element, _ axes: ScrollContent.Axes, _ showsIndicators: Bool, _ context: Context
    ) -> LayoutItem {
        var inner = context
        let axis: StackContent.Axis = axes == .horizontal ? .horizontal : .vertical
        inner.axis = axis
        inner.isInForm = axes != .horizontal
        if let long = longScroll(element, axes, showsIndicators, inner) { return long }
        var content = stack(axis, .center, nil, nil, visible(element).map { item(for: $0, inner) }, context)
        // The last column has the marks for more content above or below.
        if showsIndicators, axes != .horizontal { content = LayoutItem(PaddingKind(trailing: context.space.marks), [content]) }
        let kind = ScrollKind(axes: axes, showsIndicators: showsIndicators, takesAllColumns: false)
        return LayoutItem(kind, element: element.id, [content])
    }

    func grid(
        _ element: Element, _ alignment: Alignment, _ across: Double?, _ down: Double?, _ context: Context
    ) -> LayoutItem {
        var inner = context
        inner.axis = nil
        var items: [LayoutItem] = []
        var rows: [GridKind.Row] = []
        for child in visible(element) {
            guard case .gridRow(let vertical) = child.content else {
                var full = context
                full.axis = .vertical
                rows.append(.full(items.count))
                items.append(item(for: child, full))
                continue
            }
            var cells: [GridKind.Cell] = []
            var column = 0
            for var cell in visible(child) {
                // The modifiers of a row apply to each of its cells.
                if !child.modifiers.isEmpty { cell.modifiers += child.modifiers.filter { $0.attachment == nil } }
                let traits = GridTraits(cell)
                let span = min(traits.span, max(1, GridKind.maximumColumns - column))
                column += span
                cells.append(
                    GridKind.Cell(
                        item: items.count, span: span, column: traits.alignment,
                        vertical: vertical ?? alignment.vertical))
                items.append(item(for: cell, inner))
            }
            rows.append(.cells(cells))
        }
        let kind = GridKind(
            rows: rows, alignment: alignment, across: across.map { context.metrics.columns($0) } ?? 1,
            down: down.map { context.metrics.rows($0) } ?? 0)
        return LayoutItem(kind, element: element.id, budget: budget, items)
    }
}

// MARK: - Tables

extension LayoutBuilder {
    /// The header has the same columns as the rows, which leave room for the marks of their list.
    func table(_ element: Element, _ context: Context) -> LayoutItem {
        var inner = context
        inner.axis = .vertical
        var parts = element.children.map { item(for: $0, inner) }
        if !parts.isEmpty { parts[0] = LayoutItem(PaddingKind(trailing: context.space.marks), [parts[0]]) }
        return stack(.vertical, .topLeading, 0, element.id, parts, context)
    }

    func tableRow(_ element: Element, _ columns: [TableContent.Column], _ context: Context) -> LayoutItem {
        let cells = zip(element.children, columns).map { cell, column in
            var inner = context
            inner.axis = .horizontal
            inner.lineLimit = context.lineLimit ?? 1
            inner.textAlignment = column.alignment
            return item(for: cell, inner)
        }
        return LayoutItem(TableRowKind(columns: columns), element: element.id, budget: budget, cells)
    }
}

/// The grid modifiers of a cell.
private struct GridTraits {
    var span = 1
    var alignment: Alignment.Horizontal?

    init(_ cell: Element) {
        for modifier in cell.modifiers {
            switch modifier {
            case .gridCellColumns(let columns): span = max(1, columns)
            case .gridColumnAlignment(let alignment): self.alignment = alignment
            default: break
            }
        }
    }
}
