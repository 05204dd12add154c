import FasciaDocument
import FasciaScene

/// The rows of a list or another scroll view with many rows, and how they are laid out. A row is laid out only when it
/// may be visible.
///
/// An immutable class, because it is passed along often.
public final class ListRows {
    /// Successive rows with the same layout context.
    struct Run {
        enum Rows {
            case known([Element])
            /// Rows of which only some are known. The others are requested from their publisher.
            case lazy(LazyRows)
        }

        var rows: Rows
        var context: RowContext
    }

    /// The rows of one partly known element.
    struct LazyRows {
        var id: String
        var total: Int
        var known: [RowRange]
        var children: [Element]
    }

    /// The context of the rows of a run.
    struct RowContext {
        var layout: LayoutBuilder.Context
        /// The modifiers of the containers around the rows.
        var modifiers: [Modifier] = []
        var insets = PaddingKind()
        /// The spacing before each row except the first of the list, in cells.
        var spacing = 0
        /// The part of a card that each row draws.
        var card: CardBorder?
        /// The alignment of a smaller item across its row; `nil` places it at the start in its own size.
        var alignment: Alignment?
        /// Whether an empty item still takes one row.
        var emptyTakesRow = false
    }

    package let axis: StackContent.Axis
    let showsIndicators: Bool
    /// Whether the rows have cards, whose borders have room for the marks for more content.
    let hasCards: Bool
    /// Whether it shows its end unless it is scrolled away from it.
    package let followsEnd: Bool
    /// The number of rows, known or not.
    package let count: Int
    let runs: [Run]
    /// The first row of each run.
    private let starts: [Int]
    let builder: LayoutBuilder
    /// The items laid out so far, by row.
    private var items: [Int: LayoutItem] = [:]
    /// The rows that match the latest filter.
    var lastFilter: (text: String, rows: ListRows)?

    /// The limit of cached items. A reader of a long list does not soon return to the first rows.
    private static let maximumItems = 1_000

    init(
        _ runs: [Run], _ builder: LayoutBuilder, axis: StackContent.Axis = .vertical, showsIndicators: Bool = true,
        followsEnd: Bool = false, hasCards: Bool = false
    ) {
        self.runs = runs
        self.builder = builder
        self.axis = axis
        self.showsIndicators = showsIndicators
        self.followsEnd = followsEnd
        self.hasCards = hasCards
        var count = 0
        starts = runs.map { run in
            defer { count += run.count }
            return count
        }
        self.count = count
    }

    /// The columns beside the rows for the marks for more content.
    var marks: Int {
        guard showsIndicators, axis == .vertical, !hasCards else { return 0 }
        return runs.first?.context.layout.space.marks ?? 1
    }

    /// The same rows without cached items.
    var withoutCache: ListRows {
        var builder = builder
        builder.budget = LayoutBudget()
        builder.cache = nil
        return ListRows(
            runs, builder, axis: axis, showsIndicators: showsIndicators, followsEnd: followsEnd, hasCards: hasCards)
    }

    /// The cache of earlier layouts, if there is one.
    var cache: LayoutCache? { builder.cache }

    // MARK: - Rows

    /// The id of a row; empty if the row is not known.
    package func id(_ row: Int) -> String { element(row)?.id ?? "" }

    package func isKnown(_ row: Int) -> Bool { element(row) != nil }

    /// The item of a row, with its modifiers and spacing.
    func item(_ row: Int) -> LayoutItem {
        if let known = items[row] { return known }
        let item = makeItem(row)
        if items.count >= ListRows.maximumItems { items = [:] }
        items[row] = item
        return item
    }

    private func makeItem(_ row: Int) -> LayoutItem {
        guard let (run, _) = location(of: row) else { return LayoutItem(SpacerKind(axis: .depth, minimum: 0)) }
        var item: LayoutItem
        var insets = runs[run].context.insets
        if let element = element(row) {
            item = builder.row(for: element, runs[run].context.layout, adding: runs[run].context.modifiers)
            // A blank row before the title of a section.
            let isApart = row > 0 && runs[run].context.emptyTakesRow && !runs[run].context.layout.space.isShort
            if isApart, case .section(.some, _) = element.content { insets.top += 1 }
        } else {
            item = placeholder(row, run)
        }
        if let alignment = runs[run].context.alignment { item = LayoutItem(AcrossKind(axis: axis, alignment: alignment), [item]) }
        if let card = runs[run].context.card {
            let heading = builder.cardHeading(card, runs[run].context.layout)
            item = LayoutItem(CardKind(border: card, heading: heading), [item])
        }
        let before = row == 0 ? 0 : runs[run].context.spacing
        if axis == .vertical { insets.top += before } else { insets.leading += before }
        return insets.isNone ? item : LayoutItem(insets, [item])
    }

    /// The minimum length of a row along the axis.
    func minimumLength(of row: Int) -> Int {
        guard let (run, _) = location(of: row) else { return 0 }
        return runs[run].context.emptyTakesRow ? 1 : 0
    }

    /// The row with this id that is nearest to its previous row; `nil` if it is gone. For an empty id, of a row that
    /// was not known, the previous row.
    package func index(of id: String, near row: Int) -> Int? {
        guard count > 0 else { return nil }
        let start = min(max(0, row), count - 1)
        if id.isEmpty || self.id(start) == id { return start }
        var nearest: Int?
        func look(_ index: Int) {
            guard abs(index - start) < nearest.map({ abs($0 - start) }) ?? .max, self.id(index) == id else { return }
            nearest = index
        }
        for (run, first) in zip(runs, starts) {
            switch run.rows {
            case .known(let rows): for index in rows.indices where rows[index].id == id { look(first + index) }
            case .lazy(let part):
                guard let index = part.children.firstIndex(where: { $0.id == id }) else { continue }
                part.known.row(at: index).map { look(first + $0) }
            }
        }
        return nearest
    }

    /// Whether the row contains an operable element with this id.
    package func hasOperable(_ element: String, row: Int) -> Bool {
        self.element(row)?.all.contains { $0.id == element && $0.takesFocus } ?? false
    }

    // MARK: - What can take the focus

    /// The first focusable element in each known row, with its label.
    package var operable: [(row: Int, element: String, label: String)] {
        knownRows.compactMap { row, element in element.firstOperable.map { (row, $0.id, $0.label) } }
    }

    /// The row whose first focusable element is this one.
    package func row(of element: String) -> Int? { knownRows.first { $0.element.firstOperable?.id == element }?.row }

    /// The known row that is or contains this element, laid out or not.
    package func row(having element: String) -> Int? {
        knownRows.first { $0.element.id == element || $0.element.all.contains { $0.id == element } }?.row
    }

    /// The index in the whole list of a row of a part.
    package func row(_ row: Int, ofPart id: String) -> Int? {
        for (run, first) in zip(runs, starts) {
            if case .lazy(let part) = run.rows, part.id == id { return first + min(row, part.total - 1) }
        }
        return nil
    }

    private var knownRows: [(row: Int, element: Element)] {
        zip(runs, starts).flatMap { run, first -> [(row: Int, element: Element)] in
            switch run.rows {
            case .known(let rows): rows.enumerated().map { (first + $0, $1) }
            case .lazy(let part):
                zip(part.known.lazy.flatMap(\.range), part.children).map { (first + $0, $1) }
            }
        }
    }

    // MARK: - Parts

    /// The parts with rows in `range`. Their rows are relative to the part.
    func parts(in range: Range<Int>) -> [(id: String, total: Int, known: [RowRange], rows: Range<Int>)] {
        zip(runs, starts).compactMap { run, first in
            guard case .lazy(let part) = run.rows else { return nil }
            let rows = range.clamped(to: first..<first + part.total)
            guard !rows.isEmpty else { return nil }
            return (part.id, part.total, part.known, rows.lowerBound - first..<rows.upperBound - first)
        }
    }

    // MARK: - Finding

    private func location(of row: Int) -> (run: Int, index: Int)? {
        guard row >= 0, row < count else { return nil }
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= row { low = middle } else { high = middle }
        }
        return (low, row - starts[low])
    }

    private func element(_ row: Int) -> Element? {
        guard let (run, index) = location(of: row) else { return nil }
        switch runs[run].rows {
        case .known(let rows): return rows[index]
        case .lazy(let part): return part.known.index(of: index).map { part.children[$0] }
        }
    }

    /// A placeholder for a row that is not known yet, as large as the first known one. It takes the focus if that row
    /// does, so that keys can move over rows that are still loading.
    private func placeholder(_ row: Int, _ run: Int) -> LayoutItem {
        guard case .lazy(let part) = runs[run].rows else { return LayoutItem(SpacerKind(axis: .depth, minimum: 0)) }
        let id = "\(part.id)#\(row)"
        var style = runs[run].context.layout.style
        style.attributes.insert(.dim)
        let known = part.children.first
        let like = known.map { builder.item(for: $0, runs[run].context.layout) }
        let item = LayoutItem(
            PlaceholderKind(style: style, unicode: builder.unicode, like: like), element: id, budget: builder.budget)
        guard known?.all.contains(where: \.takesFocus) ?? false else { return item }
        // Without a label, so that the focus does not take one placeholder for another by role and label.
        let stop = FocusTarget.Behavior(Element(id: id, .empty))
        return LayoutItem(DrawingKind(drawing: .tappable(nil)), element: id, operable: stop, [item])
    }
}

extension Element {
    fileprivate var firstOperable: Element? {
        if takesFocus, isEnabled { return self }
        for child in children { if let found = child.firstOperable { return found } }
        return nil
    }
}

extension ListRows.Run {
    var count: Int {
        switch rows {
        case .known(let rows): rows.count
        case .lazy(let part): part.total
        }
    }
}

extension [RowRange] {
    /// The row for an index into the rows of these ranges.
    fileprivate func row(at index: Int) -> Int? {
        var before = 0
        for range in self {
            if index < before + range.count { return range.first + index - before }
            before += range.count
        }
        return nil
    }
}

extension PaddingKind {
    fileprivate var isNone: Bool { top == 0 && leading == 0 && bottom == 0 && trailing == 0 }
}
