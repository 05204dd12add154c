import FasciaDocument
import FasciaScene

/// The layout of each kind of element, without its modifiers.
extension LayoutBuilder {
    func content(of element: Element, _ context: Context) -> LayoutItem {
        let id = element.id
        switch element.content {
        case .runs(let runs):
            return text(runs.map { TextSpan($0.text, context.style.with($0)) }, context, id)
        case .labeledValue(let label, let value) where context.isRow && !label.isEmpty:
            let spans =
                conditions(of: element, context) + Units.spans(value, number: context.style, other: context.style.adding(.dim))
            let row = LayoutItem(
                LabeledRowKind(
                    label: textKind([TextSpan(icon(of: element, context) + label, context.style)], context),
                    value: textKind(spans, context)),
                element: id, budget: budget)
            let notes = element.conditions.compactMap(ControlNote.init)
            if notes.isEmpty { return row }
            let lines = notes.map { footer($0.text, isProblem: $0.isProblem, context) }
            return stack(.vertical, .topLeading, 0, id, [row] + lines, context)
        case .text, .labeledValue:
            return text(
                icon(of: element, context) + (element.words ?? "") + suffix(of: element), context.style, context, id)
        case .image(let name): return text(Symbols.glyph(name, unicode: unicode), context.style, context, id)
        case .missing(let what):
            var style = context.style
            style.attributes.formUnion([.italic, .dim])
            let words = text("! " + what, style, context, id)
            let margin = context.isInForm || context.space.isNarrow ? 0 : 2
            return margin == 0 ? words : LayoutItem(PaddingKind(leading: margin, trailing: margin), [words])
        case .control(let content): return control(content, element, context)
        case .plot(let plot):
            var curve = context.style
            curve.foreground = element.accent.flatMap(SystemColors.visible) ?? curve.foreground
            return LayoutItem(
                PlotKind(
                    plot: plot, style: context.style, curve: curve, unicode: unicode, isRow: context.isRow,
                    condition: words(for: element.conditions)), element: id, budget: budget)
        case .color(let color): return LayoutItem(AreaKind(drawing: .fill(color)), element: id, budget: budget)
        case .shape(let shape):
            return LayoutItem(AreaKind(drawing: .shape(shape, context.style, context.metrics)), element: id, budget: budget)
        case .divider: return LayoutItem(RuleKind(isVertical: context.axis == .horizontal), element: id, budget: budget)
        case .spacer(let minimum):
            let points = minimum ?? 0
            let length = context.axis == .horizontal ? context.metrics.columns(points) : context.metrics.rows(points)
            return LayoutItem(
                SpacerKind(axis: context.axis, minimum: length), element: id, priority: -.infinity, budget: budget)
        case .stack(let axis, let alignment, let spacing):
            var inner = context
            inner.axis = axis == .depth ? nil : axis
            inner.isRow = context.isRow && axis == .vertical
            let isLed = isLedByItsControl(element, context)
            let items = visible(element).enumerated().map { index, child in
                guard isLed, index == 0 else { return row(for: child, inner) }
                var lead = inner
                lead.isRow = true
                return LayoutItem(LeadKind(), [row(for: child, lead)])
            }
            return stack(axis, alignment, spacing, id, items, context)
        case .form: return form(element, context)
        case .section(let title, let footer): return section(element, title, footer, context)
        case .scroll(let axes, let showsIndicators): return scroll(element, axes, showsIndicators, context)
        case .list: return list(element, context)
        case .rows: return rows(element, context)
        case .table: return table(element, context)
        case .tableRow(let columns): return tableRow(element, columns, context)
        case .log(_, let rows): return log(element, rows, context)
        case .grid(let alignment, let across, let down): return grid(element, alignment, across, down, context)
        case .gridRow(let alignment):
            // Outside a grid it is an ordinary row.
            var inner = context
            (inner.axis, inner.isRow) = (.horizontal, false)
            let cells = visible(element).map { item(for: $0, inner) }
            let along = Alignment(horizontal: .center, vertical: alignment ?? .center)
            return stack(.horizontal, along, nil, id, cells, context)
        case .empty: return LayoutItem(SpacerKind(axis: .depth, minimum: 0), element: id, budget: budget)
        }
    }

    func text(
        _ words: String, _ style: CellStyle, _ context: Context, _ id: String? = nil, role: TextSpan.Role? = nil
    ) -> LayoutItem {
        var span = TextSpan(words, style)
        span.role = role
        return text([span], context, id)
    }

    func textKind(_ spans: [TextSpan], _ context: Context) -> TextKind {
        TextKind(
            spans: spans, limit: context.lineLimit, alignment: .leading, truncation: context.truncation,
            budget: budget)
    }

    private func text(_ spans: [TextSpan], _ context: Context, _ id: String?) -> LayoutItem {
        var spans = spans
        if let role = context.role { for index in spans.indices { spans[index].role = spans[index].role ?? role } }
        return LayoutItem(
            TextKind(
                spans: spans, limit: context.lineLimit, alignment: context.textAlignment,
                truncation: context.truncation, budget: budget), element: id, budget: budget)
    }

    /// A control, with what depends on its element, the environment and the terminal.
    private func control(_ content: Control, _ element: Element, _ context: Context) -> LayoutItem {
        var (control, name) = element.styled(content)
        control.unicode = unicode
        control.isRow = context.isRow
        control.indent = context.isRow ? context.indent : 0
        if context.isRow { control.inset = context.space.inset }
        control.label = icon(of: element, context) + control.label
        // Multi-line text is wrapped before it is converted to ASCII.
        if let field = control.field, field.lines == nil, !unicode { control.value = TextWidth.ascii(control.value) }
        if let button = labeledButton(control, named: name, element, context) { return button }
        let style = styles.style(of: control, named: name)
        let kind = ControlLayoutKind(control: control, style: style, name: name, inherited: context.style, budget: budget)
        let notes = (control.field?.refusal).map { [ControlNote(problem: $0)] } ?? element.conditions.compactMap(ControlNote.init)
        let item = LayoutItem(
            kind, element: element.id, operable: notes.isEmpty ? operable(element) : nil, budget: budget)
        if notes.isEmpty { return item }
        return LayoutItem(
            NotedControlKind(control: kind, notes: notes), element: element.id, operable: operable(element), budget: budget,
            [item])
    }

    /// The words for the condition of a value that is not a control.
    func suffix(of element: Element) -> String {
        element.conditions.isEmpty ? "" : " (\(words(for: element.conditions)))"
    }

    private func words(for conditions: [ElementCondition]) -> String {
        conditions.map(\.word.rawValue).joined(separator: ", ")
    }

    /// The words for the condition of a value, before it.
    private func conditions(of element: Element, _ context: Context) -> [TextSpan] {
        guard !element.conditions.isEmpty else { return [] }
        let words = words(for: element.conditions)
        let hasFailed = element.conditions.contains { $0.word == .failed }
        return [TextSpan(words, context.style, role: hasFailed ? .negative : .warning), TextSpan(" ", context.style)]
    }

    /// The icon before the label; empty without one. In rows it takes two cells, so that the labels after icons begin in
    /// one column.
    private func icon(of element: Element, _ context: Context) -> String {
        for case .icon(let name) in element.modifiers {
            let glyph = Symbols.glyph(name, unicode: unicode)
            return glyph + Cells.blanks(context.isRow ? max(1, 3 - TextWidth.of(glyph)) : 1)
        }
        return ""
    }

    /// The children except empty ones, which take no room and no spacing.
    func visible(_ element: Element) -> [Element] { element.children.filter { $0.content != .empty } }

    /// The default spacing is 0 rows and 1 column.
    func stack(
        _ axis: StackContent.Axis, _ alignment: Alignment, _ spacing: Double?, _ id: String?, _ items: [LayoutItem],
        _ context: Context
    ) -> LayoutItem {
        switch axis {
        case .vertical:
            let cells = spacing.map { context.gapRows($0) } ?? 0
            return LayoutItem(StackKind(axis: axis, alignment: alignment, spacing: cells), element: id, budget: budget, items)
        case .horizontal:
            let cells = spacing.map { context.gapColumns($0) } ?? 1
            let row = StackKind(axis: axis, alignment: alignment, spacing: cells)
            let kind: any LayoutKind = items.contains { $0.hasControls } ? FlowKind(row) : row
            return LayoutItem(kind, element: id, budget: budget, items)
        case .depth: return LayoutItem(LayersKind(alignment: alignment), element: id, budget: budget, items)
        }
    }
}

extension CellStyle {
    /// Fills in properties that the run does not set.
    fileprivate func with(_ run: TextRun) -> CellStyle {
        var style = self
        if let color = run.foreground {
            style.foreground = SystemColors.letters(color)
            if color.name == "secondary" { style.attributes.insert(.dim) }
        }
        let switches: [(Attributes, Bool?)] = [
            (.bold, run.bold), (.italic, run.italic), (.underline, run.underline),
            (.strikethrough, run.strikethrough), (.dim, run.dim),
        ]
        for (attribute, isOn) in switches { if let isOn { style.attributes.set(attribute, isOn) } }
        return style
    }
}
