import FasciaDocument
import FasciaScene

/// Forms, sections, scroll views and grids.
extension LayoutBuilder {
    func form(_ element: Element, _ context: Context) -> LayoutItem {
        var inner = context
        (inner.axis, inner.isInForm, inner.isRow) = (.vertical, true, true)
        // The marks for more content stand in the borders of cards.
        let marks = context.space.hasCards ? 0 : context.space.marks
        if !context.isInForm, let long = longForm(element, inner) { return readable(long, marks: marks) }
        let rows = rows(of: element, inner)
        if context.isInForm { return stack(.vertical, .topLeading, 0, element.id, rows, context) }
        let content = LayoutItem(PaddingKind(trailing: marks), [stack(.vertical, .topLeading, 0, nil, rows, context)])
        let kind = ScrollKind(axes: .vertical, showsIndicators: true, takesAllColumns: true)
        return readable(LayoutItem(kind, element: element.id, [content]), marks: marks)
    }

    /// Places a form or a list in the middle, not wider than can be read.
    func readable(_ item: LayoutItem, marks: Int) -> LayoutItem { LayoutItem(ReadingColumnKind(marks: marks), [item]) }

    /// An element that stands in a row of its own. What is not a control starts where the labels of controls start.
    func row(for element: Element, _ context: Context, adding modifiers: [Modifier] = []) -> LayoutItem {
        let item = item(for: element, context, adding: modifiers)
        guard context.isRow, !element.fillsItsRow else { return item }
        let (inset, marks) = (context.space.inset, context.space.marks)
        // Controls beside each other have a cell for the focus mark each, and one that is drawn as a row has all of them.
        let leading = isLedByItsControl(element, context) ? 0 : element.beginsWithControl ? max(0, inset - 1) : inset
        return LayoutItem(PaddingKind(leading: leading, trailing: item.hasControls ? marks : inset), [item])
    }

    /// A card around the rows of a section, or the rows themselves where cards have no room.
    func card(_ rows: [LayoutItem], title: String?, of element: Element, _ context: Context) -> [LayoutItem] {
        guard context.space.hasCards else {
            return (title.map { [heading($0, context)] } ?? []) + rows
        }
        let border = border(title: title, of: element, context)
        let kind = CardKind(border: border, heading: cardHeading(border, context))
        return [LayoutItem(kind, [stack(.vertical, .topLeading, 0, nil, rows, context)])]
    }

    /// The title of a card in lines of its own.
    func cardHeading(_ border: CardBorder, _ context: Context) -> TextKind? {
        border.title.map { textKind([TextSpan($0, context.style)], context) }
    }

    /// Whether a horizontal stack is a row of its first control, which has the look of a row and leaves the end to the
    /// others: a link, and what is followed by the buttons that edit the row.
    func isLedByItsControl(_ element: Element, _ context: Context) -> Bool {
        guard context.isRow, case .stack(.horizontal, _, _) = element.content else { return false }
        let children = visible(element)
        guard let first = children.first else { return false }
        if isLink(first) { return true }
        guard children.count > 1, case .spacer = children[1].content else { return false }
        switch first.controlKind {
        // A row that is swiped, and deleted or moved as well.
        case nil: return isLedByItsControl(first, context)
        case .button, .toggle, .picker, .menu:
            return first.controlKind != .button || children.dropFirst().allSatisfy { $0.controlKind == nil }
        default: return false
        }
    }

    /// Whether it is a link, perhaps with what else its row has beside it: a menu, or the buttons of a swipe.
    private func isLink(_ element: Element) -> Bool {
        if element.leadsOn, element.isControl { return true }
        guard case .stack(.horizontal, _, _) = element.content, let first = visible(element).first else { return false }
        return isLink(first)
    }

    /// The border of a card. Only that of a section shows a condition.
    func border(title: String?, of element: Element, _ context: Context) -> CardBorder {
        var isSection = false
        if case .section = element.content { isSection = true }
        var border = CardBorder(
            title: title, style: context.style, condition: isSection ? element.conditions.last?.word : nil,
            inset: context.space.inset)
        border.surface = surface(.section, title ?? "", of: element)
        border.surface?.control.conditions = border.condition.map { [$0] } ?? []
        return border
    }

    /// The title of a card, unless the screen or the first row says the same.
    func cardTitle(_ title: String?, above rows: [Element], _ context: Context) -> String? {
        title == context.screenTitle || title == rows.first?.firstWords ? nil : title
    }

    private func heading(_ title: String, _ context: Context) -> LayoutItem {
        let words = text(title, context.style.adding(.bold), context)
        return context.isRow ? LayoutItem(PaddingKind(leading: context.space.inset), [words]) : words
    }

    func section(_ element: Element, _ title: String?, _ footer: String?, _ context: Context) -> LayoutItem {
        var inner = context
        (inner.axis, inner.isRow) = (.vertical, true)
        // A section in a section has no card of its own.
        inner.isInCard = true
        let rows = visible(element).map { row(for: $0, inner) }
        // A list has sections with only a title, between its rows.
        let hasCard = context.space.hasCards && !context.isInCard && !rows.isEmpty
        let conditions = hasCard ? "" : suffix(of: element)
        let shownTitle = conditions.isEmpty ? title : title.map { $0 + conditions } ?? String(conditions.dropFirst())
        let title = cardTitle(shownTitle, above: element.children, context)
        var items =
            hasCard
            ? card(rows, title: title, of: element, context)
            : (title.map { [heading($0, context)] } ?? []) + rows
        for note in element.conditions.compactMap(ControlNote.init) {
            items.append(self.footer(note.text, isProblem: note.isProblem, context))
        }
        if let footer { items.append(self.footer(footer, context)) }
        return stack(.vertical, .topLeading, 0, element.id, items, context)
    }

    func footer(_ footer: String, isProblem: Bool = false, _ context: Context) -> LayoutItem {
        let words =
            isProblem
            ? text(footer, context.style, context, role: .negative) : text(footer, context.style.adding(.dim), context)
        let inset = context.space.inset + (context.space.hasCards ? 1 : 0)
        return LayoutItem(PaddingKind(leading: inset, trailing: inset), [words])
    }

    /// The rows of a form. Rows outside of sections have a card, too.
    private func rows(of element: Element, _ context: Context) -> [LayoutItem] {
        guard !context.isInCard else { return visible(element).map { row(for: $0, context) } }
        var rows: [LayoutItem] = []
        var loose: [Element] = []
        var inner = context
        inner.isInCard = context.space.hasCards
        func finish() {
            if !loose.isEmpty { rows += card(loose.map { row(for: $0, inner) }, title: nil, of: element, context) }
            loose = []
        }
        for child in visible(element) {
            guard case .section = child.content else {
                loose.append(child)
                continue
            }
            finish()
            rows.append(item(for: child, context))
        }
        finish()
        return rows
    }

    func scroll(
        _ element: Element, _ axes: ScrollContent.Axes, _ showsIndicators: Bool, _ context: Context
    ) -> LayoutItem {
        var inner = context
        let axis: StackContent.Axis = axes == .horizontal ? .horizontal : .vertical
        (inner.axis, inner.isRow) = (axis, false)
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
        (inner.axis, inner.isRow) = (nil, false)
        var items: [LayoutItem] = []
        var rows: [GridKind.Row] = []
        for child in visible(element) {
            guard case .gridRow(let vertical) = child.content else {
                var full = context
                (full.axis, full.isRow) = (.vertical, false)
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
        (inner.axis, inner.isInForm, inner.isRow) = (.vertical, true, false)
        var parts = element.children.map { item(for: $0, inner) }
        let (marks, inset) = (context.space.marks, context.space.inset)
        if !parts.isEmpty {
            let margins = PaddingKind(leading: inset, trailing: inset + marks)
            parts[0] = LayoutItem(margins, [parts[0]])
            if var surface = surface(.table, "", of: element) {
                surface.control.options = element.children.first?.children.map(\.label) ?? []
                parts[0] = LayoutItem(DrawingKind(drawing: .surface(surface)), [parts[0]])
            }
            if context.space.hasCards { parts.insert(LayoutItem(margins, [LayoutItem(RuleKind(isVertical: false), [])]), at: 1) }
        }
        let table = stack(.vertical, .topLeading, 0, element.id, parts, context)
        return context.isInForm ? table : readable(table, marks: marks)
    }

    /// What a style draws behind an element; `nil` if its environment names none.
    func surface(_ kind: Control.Kind, _ label: String, of element: Element) -> Surface? {
        styles.surface(kind, label, element.environment, unicode: unicode, tint: element.accent)
    }

    func tableRow(_ element: Element, _ columns: [TableContent.Column], _ context: Context) -> LayoutItem {
        let cells = zip(element.children, columns).map { cell, column in
            var inner = context
            (inner.axis, inner.isRow) = (.horizontal, false)
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

extension Element {
    /// The label of the first row in it.
    var firstWords: String { if case .stack = content { children.first?.firstWords ?? "" } else { label } }

    /// Whether a control is the first that it shows.
    fileprivate var beginsWithControl: Bool {
        if controlKind != nil { return true }
        return children.first { $0.content != .empty }?.beginsWithControl ?? false
    }

    /// Whether it has the focus mark and the margins of a row itself.
    fileprivate var fillsItsRow: Bool {
        switch content {
        case .control, .form, .section, .list, .rows, .table, .divider, .empty: true
        case .stack(let axis, _, _): axis == .vertical && !modifiers.contains { if case .border = $0 { true } else { false } }
        default: false
        }
    }
}

extension Element {
    /// Whether operating it leads to another screen.
    package var leadsOn: Bool { control?.isOpen != nil || activation?.isNavigation ?? false }
}

extension Activation {
    /// Whether it leads to another screen.
    fileprivate var isNavigation: Bool {
        guard case .action(.call(let method, _)) = self else { return false }
        return ["nav.push", "nav.modal", "nav.next", "nav.replace"].contains(method)
    }
}
