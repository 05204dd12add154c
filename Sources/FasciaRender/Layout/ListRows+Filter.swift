import FasciaDocument
import FasciaScene

/// A list's rows that match a filter.
extension ListRows {
    /// The known rows that match, below the titles of their sections. A last row says so if not all rows were searched.
    func filtered(by text: String) -> ListRows {
        if let lastFilter, lastFilter.text == text { return lastFilter.rows }
        let rows = makeFiltered(TextFilter(text))
        lastFilter = (text, rows)
        return rows
    }

    private func makeFiltered(_ filter: TextFilter) -> ListRows {
        guard let first = runs.first else { return self }
        var filtered: [Run] = []
        var (hasRows, isEmpty) = (false, true)
        // Backwards: a title is kept if a row below it is.
        for run in runs.reversed() {
            if let card = run.context.card, card.hasTop || card.hasBottom {
                if card.hasTop, hasRows, let title = card.title { filtered.append(heading(title, run)) }
                if card.hasTop { hasRows = false }
                continue
            }
            var kept: [Element] = []
            for row in run.knownRows.reversed() {
                if row.isTitleRow {
                    if hasRows { kept.append(row) }
                    hasRows = false
                } else if filter.matches(row.filteredText) {
                    kept.append(row)
                    (hasRows, isEmpty) = (true, false)
                }
            }
            guard !kept.isEmpty else { continue }
            // A card around some of its rows would be in the way.
            var context = run.context
            context.card = nil
            filtered.append(Run(rows: .known(kept.reversed()), context: context))
        }
        filtered.reverse()
        let known = runs.reduce(0) { $0 + $1.knownRows.count }
        var notes = isEmpty ? [MenuBox.noMatch] : []
        if known < count { notes.append("only the \(known) loaded rows of \(count) were searched") }
        var context = first.context
        (context.modifiers, context.card) = ([.dim(true)], nil)
        let rows = notes.map { Element(id: "filter: " + $0, .text($0)) }
        if !rows.isEmpty { filtered.append(Run(rows: .known(rows), context: context)) }
        return ListRows(
            filtered, builder, axis: axis, showsIndicators: showsIndicators, followsEnd: followsEnd, hasCards: hasCards)
    }
}

/// The title of a card, in place of the card.
private func heading(_ title: String, _ run: ListRows.Run) -> ListRows.Run {
    var context = run.context
    context.card = nil
    return ListRows.Run(rows: .known([Element(id: "title: " + title, .section(title: title, footer: nil))]), context: context)
}

extension ListRows.Run {
    fileprivate var knownRows: [Element] {
        switch rows {
        case .known(let rows): rows
        case .lazy(let part): part.children
        }
    }
}

extension LayoutBox {
    /// The row above a filtered list, with the text of the filter.
    static func filterRow(_ text: String, in rect: CellRect, unicode: Bool) -> LayoutBox {
        var text = TextWidth.clean(text)
        while !text.isEmpty, TextWidth.of(text) > rect.size.columns - 4 { text.removeFirst() }
        text = " / " + text
        let cursor = TextSpan(" ", CellStyle(attributes: .inverse))
        let words = TextSpan(unicode ? text : TextWidth.ascii(text), CellStyle(attributes: .bold))
        return LayoutBox(rect: rect, content: .text([PlacedLine(column: 0, spans: [words, cursor])]))
    }
}
