import FasciaDocument
import FasciaScene

/// Lists, and other scroll views with many rows, whose rows are laid out when they come into sight.
extension LayoutBuilder {
    /// Forms and scroll views with more rows are laid out by their visible rows. With fewer rows, all are laid out and
    /// determine the size.
    static let maximumEagerRows = 100

    func list(_ element: Element, _ context: Context) -> LayoutItem {
        var inner = context
        (inner.axis, inner.isInForm, inner.isRow) = (.vertical, true, true)
        let rowContext = ListRows.RowContext(layout: inner, emptyTakesRow: true)
        let runs = runs(of: element.children, rowContext)
        let item = LayoutItem(ListKind(rows: ListRows(runs, self)), element: element.id, budget: budget)
        return context.isInForm ? item : readable(item, marks: context.space.marks)
    }

    func log(_ element: Element, _ height: Int, _ context: Context) -> LayoutItem {
        var inner = context
        // The log as a whole has the margins of a row.
        (inner.axis, inner.isInForm, inner.isRow) = (.vertical, true, false)
        let lines = ListRows.Run(
            rows: .known(element.children), context: ListRows.RowContext(layout: inner, emptyTakesRow: true))
        let log = LayoutItem(
            LogKind(lines: ListRows([lines], self, followsEnd: true), rows: height), element: element.id,
            operable: operable(element), budget: budget)
        return context.isInForm ? log : LayoutItem(PaddingKind(leading: context.space.marks), [log])
    }

    /// Rows outside of any scroll view become a list of their own.
    func rows(_ element: Element, _ context: Context) -> LayoutItem {
        var alone = element
        alone.id += ":list"
        alone.content = .list
        alone.children = [element]
        return list(alone, context)
    }

    /// Lays out a form with many rows as a list; `nil` if it is to be laid out as a whole.
    func longForm(_ element: Element, _ context: Context) -> LayoutItem? {
        let sections = element.children.reduce(0) { $0 + (canFlatten($1) ? $1.children.count : $1.rowCount) }
        guard isMany(sections) || element.children.contains(where: { canFlatten($0) && hasLazyRows($0) }) || hasLazyRows(element)
        else { return nil }
        var rowContext = ListRows.RowContext(layout: context)
        rowContext.layout.isInCard = true
        var runs: [ListRows.Run] = []
        var loose: [Element] = []
        func finish() {
            guard !loose.isEmpty else { return }
            runs += carded(self.runs(of: loose, rowContext), title: nil, element, rowContext)
            loose = []
        }
        for child in element.children where !child.isEmpty {
            guard case .section(let title, let footer) = child.content else {
                loose.append(child)
                continue
            }
            finish()
            guard canFlatten(child) else {
                // It has a card of its own.
                runs += self.runs(of: [child], ListRows.RowContext(layout: context))
                continue
            }
            var inner = rowContext
            inner.modifiers = child.modifiers
            let rows = child.children.contains(where: \.isEmpty) ? visible(child) : child.children
            runs += carded(self.runs(of: rows, inner), title: cardTitle(title, above: rows, context), child, inner)
            if let footer { runs.append(words(.section(title: nil, footer: footer), of: child, inner)) }
        }
        finish()
        let rows = ListRows(runs, self, hasCards: context.space.hasCards)
        return LayoutItem(ListKind(rows: rows), element: element.id, budget: budget)
    }

    /// Rows with the sides of a card each, between its top and its bottom. Without room for cards, rows below a title.
    private func carded(
        _ rows: [ListRows.Run], title: String?, _ element: Element, _ rowContext: ListRows.RowContext
    ) -> [ListRows.Run] {
        guard rowContext.layout.space.hasCards else {
            return (title.map { [words(.section(title: $0, footer: nil), of: element, rowContext)] } ?? []) + rows
        }
        let border = border(title: title, of: element, rowContext.layout)
        func run(_ run: ListRows.Run, hasTop: Bool = false, hasBottom: Bool = false) -> ListRows.Run {
            var run = run
            run.context.card = border
            run.context.card?.hasTop = hasTop
            run.context.card?.hasBottom = hasBottom
            return run
        }
        let edge = words(.empty, of: element, rowContext)
        return [run(edge, hasTop: true)] + rows.map { run($0) } + [run(edge, hasBottom: true)]
    }

    /// A row with only the title or the footer of a section.
    private func words(
        _ content: Element.Content, of section: Element, _ rowContext: ListRows.RowContext
    ) -> ListRows.Run {
        var words = section
        (words.modifiers, words.children, words.attachments, words.content) = ([], [], [], content)
        (words.activation, words.options) = (nil, nil)
        return ListRows.Run(rows: .known([words]), context: rowContext)
    }

    /// Lays out a scroll view with many rows, also in nested stacks, as a list; `nil` if it is to be laid out as a
    /// whole.
    func longScroll(
        _ element: Element, _ axes: ScrollContent.Axes, _ showsIndicators: Bool, _ context: Context
    ) -> LayoutItem? {
        guard axes != .both else { return nil }
        let axis: StackContent.Axis = axes == .horizontal ? .horizontal : .vertical
        guard isLong(element, axis) else { return nil }
        var rowContext = ListRows.RowContext(layout: context)
        (rowContext.layout.axis, rowContext.layout.isRow) = (axis, false)
        rowContext.alignment = .center
        rowContext.spacing = axis == .vertical ? 0 : 1
        let rows = ListRows(stacked(element, axis, rowContext), self, axis: axis, showsIndicators: showsIndicators)
        return LayoutItem(ListKind(rows: rows), element: element.id, budget: budget)
    }

    // MARK: - Stacks in a scroll view

    /// Whether it has many rows, counting nested stacks.
    private func isLong(_ element: Element, _ axis: StackContent.Axis) -> Bool {
        isMany(element.children.count) || hasLazyRows(element)
            || element.children.contains { canFlattenStack($0, axis) && isLong($0, axis) }
    }

    private func stacked(_ element: Element, _ axis: StackContent.Axis, _ rowContext: ListRows.RowContext) -> [ListRows.Run] {
        guard element.children.contains(where: { $0.isEmpty || canFlattenStack($0, axis) }) else {
            return self.runs(of: element.children, rowContext)
        }
        var runs: [ListRows.Run] = []
        var rows: [Element] = []
        func finish() {
            runs += self.runs(of: rows, rowContext)
            rows = []
        }
        for child in element.children where !child.isEmpty {
            guard canFlattenStack(child, axis), isLong(child, axis),
                case .stack(_, let alignment, let spacing) = child.content
            else {
                rows.append(child)
                continue
            }
            finish()
            var inner = rowContext
            inner.alignment = alignment
            inner.modifiers = child.modifiers.filter { if case .padding = $0 { false } else { true } } + rowContext.modifiers
            var context = rowContext.layout
            context.metrics = context.metrics.reading(child.environment)
            inner.spacing =
                axis == .vertical
                ? spacing.map { context.gapRows($0) } ?? 0 : spacing.map { context.gapColumns($0) } ?? 1
            var (before, after) = (0, 0)
            for case .padding(let insets) in child.modifiers {
                let padding = PaddingKind(insets, context)
                if axis == .vertical {
                    inner.insets.leading += padding.leading
                    inner.insets.trailing += padding.trailing
                    (before, after) = (before + padding.top, after + padding.bottom)
                } else {
                    inner.insets.top += padding.top
                    inner.insets.bottom += padding.bottom
                    (before, after) = (before + padding.leading, after + padding.trailing)
                }
            }
            if before > 0 { runs.append(blank(before, child.id, rowContext)) }
            runs += stacked(child, axis, inner)
            if after > 0 { runs.append(blank(after, child.id, rowContext)) }
        }
        finish()
        return runs
    }

    /// A blank row of the given length at the edge of a stack.
    private func blank(_ length: Int, _ id: String, _ rowContext: ListRows.RowContext) -> ListRows.Run {
        var rowContext = rowContext
        (rowContext.spacing, rowContext.alignment, rowContext.modifiers) = (0, nil, [])
        let edge = Frame(width: Double(length), height: Double(length), unit: .cells)
        let blank = Element(id: id + ":edge", .stack(.depth, alignment: .center, spacing: nil), modifiers: [.frame(edge)])
        return ListRows.Run(rows: .known([blank]), context: rowContext)
    }

    // MARK: - Rows

    private func runs(of rows: [Element], _ rowContext: ListRows.RowContext) -> [ListRows.Run] {
        guard !rows.isEmpty else { return [] }
        var runs: [ListRows.Run] = []
        var start = rows.startIndex
        for index in rows.indices where rows[index].isLazy {
            let row = rows[index]
            guard case .rows(let total, let known) = row.content else { continue }
            if start < index { runs.append(ListRows.Run(rows: .known(Array(rows[start..<index])), context: rowContext)) }
            start = index + 1
            var inner = rowContext
            inner.modifiers = row.modifiers + rowContext.modifiers
            let part = ListRows.LazyRows(id: row.id, total: total, known: known, children: row.children)
            runs.append(ListRows.Run(rows: .lazy(part), context: inner))
        }
        if start == rows.startIndex {
            runs = [ListRows.Run(rows: .known(rows), context: rowContext)]
        } else if start < rows.endIndex {
            runs.append(ListRows.Run(rows: .known(Array(rows[start...])), context: rowContext))
        }
        return runs
    }

    private func isMany(_ count: Int) -> Bool { count > LayoutBuilder.maximumEagerRows }

    private func hasLazyRows(_ element: Element) -> Bool { element.children.contains { $0.isLazy } }

    /// Whether a section can be split into rows: its modifiers can be applied to each row.
    private func canFlatten(_ element: Element) -> Bool {
        guard case .section = element.content, element.options == nil, element.activation == nil else { return false }
        return element.attachments.isEmpty && element.modifiers.allSatisfy(isInherited)
    }

    private func canFlattenStack(_ element: Element, _ axis: StackContent.Axis) -> Bool {
        guard case .stack(axis, _, _) = element.content, element.activation == nil else { return false }
        return element.attachments.isEmpty
            && element.modifiers.allSatisfy { modifier in
                if case .padding = modifier { true } else { isInherited(modifier) }
            }
    }

    private func isInherited(_ modifier: Modifier) -> Bool {
        var context = Context()
        return restyle(&context, modifier)
    }
}

extension Element {
    fileprivate var isEmpty: Bool { if case .empty = content { true } else { false } }
    fileprivate var isLazy: Bool { if case .rows = content { true } else { false } }

    /// The number of rows it has in a form.
    fileprivate var rowCount: Int { if case .rows(let total, _) = content { total } else { 1 } }
}
