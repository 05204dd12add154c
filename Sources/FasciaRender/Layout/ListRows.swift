import FasciaModel
import Synchronization

/// The rows of something that scrolls, and what they are laid out by. None is looked at before it may be seen.
///
/// A reference, and never changed: many hands pass it on.
public final class ListRows: Sendable {
    /// Rows that are laid out alike.
    struct Run: Sendable {
        enum Rows: Sendable {
            case known([Element])
            /// Of which some are known: whoever publishes them is asked for the others.
            case part(Part)
        }

        var rows: Rows
        var look: Look
    }

    /// Many rows under one id.
    struct Part: Sendable {
        var id: String
        var total: Int
        var known: [RowRange]
        var children: [Element]
    }

    /// What is around each row of a run.
    struct Look: Sendable {
        var context: LayoutBuilder.Context
        /// What was done to the containers that the rows stand in.
        var modifiers: [Modifier] = []
        var insets = PaddingKind()
        /// Before each row that is not the first of all.
        var spacing = 0
        /// Before the first row of the run, where others stand before it.
        var apart = 0
        /// Where what is smaller than its row stands across it; `nil`: at the beginning, in no more room than it takes.
        var alignment: Alignment?
        /// What shows nothing takes a row all the same.
        var takesARow = false
    }

    let axis: StackContent.Axis
    let showsIndicators: Bool
    /// How many rows there are, known or not.
    let count: Int
    private let runs: [Run]
    /// Where each run begins.
    private let starts: [Int]
    private let builder: LayoutBuilder
    /// Those that somebody has looked at.
    private let items = Mutex<[Int: LayoutItem]>([:])

    /// Whoever goes through all rows of a long list does not come back to the first ones soon.
    private static let mostItems = 1_000

    init(_ runs: [Run], _ builder: LayoutBuilder, axis: StackContent.Axis = .vertical, showsIndicators: Bool = true) {
        self.runs = runs
        self.builder = builder
        self.axis = axis
        self.showsIndicators = showsIndicators
        var count = 0
        starts = runs.map { run in
            defer { count += run.count }
            return count
        }
        self.count = count
    }

    /// The columns beside the rows, for the marks that there are more.
    var marks: Int {
        guard showsIndicators, axis == .vertical else { return 0 }
        return runs.first?.look.context.scarcity.marks ?? 1
    }

    /// The same, of which nothing has been laid out yet.
    var fresh: ListRows {
        var builder = builder
        builder.effort = LayoutEffort()
        builder.memory = nil
        return ListRows(runs, builder, axis: axis, showsIndicators: showsIndicators)
    }

    /// What is remembered of rows that were laid out before, where there is something.
    var memory: LayoutMemory? { builder.memory }

    // MARK: - Rows

    /// Its id; empty where the row is not known.
    func id(_ row: Int) -> String { element(row)?.id ?? "" }

    func isKnown(_ row: Int) -> Bool { element(row) != nil }

    /// What is to be laid out for a row, with all that is around it.
    func item(_ row: Int) -> LayoutItem {
        if let known = items.withLock({ $0[row] }) { return known }
        let item = made(row)
        items.withLock { items in
            if items.count >= ListRows.mostItems { items = [:] }
            items[row] = item
        }
        return item
    }

    private func made(_ row: Int) -> LayoutItem {
        guard let (run, index) = place(row) else { return LayoutItem(SpacerKind(axis: .depth, least: 0)) }
        var item: LayoutItem
        var insets = runs[run].look.insets
        if let element = element(row) {
            item = builder.item(for: element, runs[run].look.context, adding: runs[run].look.modifiers)
            // A blank row stands before the title of a section.
            let isApart = row > 0 && runs[run].look.takesARow && !runs[run].look.context.scarcity.isShort
            if isApart, case .section(.some, _) = element.content { insets.top += 1 }
        } else {
            item = placeholder(row, run)
        }
        if let alignment = runs[run].look.alignment { item = LayoutItem(AcrossKind(axis: axis, alignment: alignment), [item]) }
        let before = row == 0 ? 0 : runs[run].look.spacing + (index == 0 ? runs[run].look.apart : 0)
        if axis == .vertical { insets.top += before } else { insets.leading += before }
        return insets.isNone ? item : LayoutItem(insets, [item])
    }

    /// How long a row is, at least.
    func least(_ row: Int) -> Int {
        guard let (run, _) = place(row) else { return 0 }
        return runs[run].look.takesARow ? 1 : 0
    }

    /// Where the row with this id is, looked for from where it was; `nil` where it is gone. A row that was not known
    /// is where it was.
    func index(of id: String, near row: Int) -> Int? {
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
            case .part(let part):
                guard let index = part.children.firstIndex(where: { $0.id == id }) else { continue }
                part.known.row(at: index).map { look(first + $0) }
            }
        }
        return nearest
    }

    /// Whether something in this row can be operated that has this id.
    func hasOperable(_ element: String, row: Int) -> Bool {
        self.element(row)?.all.contains { $0.id == element && $0.takesFocus } ?? false
    }

    // MARK: - What can take the focus

    /// What in each row that is known can take the focus first, with what it is called and in which row it is.
    var operable: [(row: Int, element: String, label: String)] {
        knownRows.compactMap { row, element in element.firstOperable.map { (row, $0.id, $0.label) } }
    }

    /// The row in which this can take the focus first.
    func row(of element: String) -> Int? { knownRows.first { $0.element.firstOperable?.id == element }?.row }

    /// The row that has something in it, known or laid out or not.
    func row(having element: String) -> Int? {
        knownRows.first { $0.element.id == element || $0.element.all.contains { $0.id == element } }?.row
    }

    /// A row of a part, counted as all rows are.
    func row(_ row: Int, ofPart id: String) -> Int? {
        for (run, first) in zip(runs, starts) {
            if case .part(let part) = run.rows, part.id == id { return first + min(row, part.total - 1) }
        }
        return nil
    }

    private var knownRows: [(row: Int, element: Element)] {
        zip(runs, starts).flatMap { run, first -> [(row: Int, element: Element)] in
            switch run.rows {
            case .known(let rows): rows.enumerated().map { (first + $0, $1) }
            case .part(let part):
                zip(part.known.lazy.flatMap(\.range), part.children).map { (first + $0, $1) }
            }
        }
    }

    // MARK: - Parts

    /// Those parts that rows of `range` belong to, with the rows counted as there.
    func parts(in range: Range<Int>) -> [(id: String, total: Int, known: [RowRange], rows: Range<Int>)] {
        zip(runs, starts).compactMap { run, first in
            guard case .part(let part) = run.rows else { return nil }
            let rows = range.clamped(to: first..<first + part.total)
            guard !rows.isEmpty else { return nil }
            return (part.id, part.total, part.known, rows.lowerBound - first..<rows.upperBound - first)
        }
    }

    // MARK: - Finding

    private func place(_ row: Int) -> (run: Int, index: Int)? {
        guard row >= 0, row < count else { return nil }
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= row { low = middle } else { high = middle }
        }
        return (low, row - starts[low])
    }

    private func element(_ row: Int) -> Element? {
        guard let (run, index) = place(row) else { return nil }
        switch runs[run].rows {
        case .known(let rows): return rows[index]
        case .part(let part): return part.known.index(of: index).map { part.children[$0] }
        }
    }

    /// What stands for a row until it is known: as long as the nearest one that is. It takes the focus where that does,
    /// so that keys go on over what is still to come.
    private func placeholder(_ row: Int, _ run: Int) -> LayoutItem {
        guard case .part(let part) = runs[run].rows else { return LayoutItem(SpacerKind(axis: .depth, least: 0)) }
        let id = "\(part.id)#\(row)"
        var style = runs[run].look.context.style
        style.attributes.insert(.dim)
        let known = part.children.first
        let like = known.map { builder.item(for: $0, runs[run].look.context) }
        let item = LayoutItem(PlaceholderKind(style: style, unicode: builder.unicode, like: like), element: id, effort: builder.effort)
        guard known?.all.contains(where: \.takesFocus) ?? false else { return item }
        // Without a name: people do not take one for another.
        let stop = FocusStop.Operation(Element(id: id, .empty))
        return LayoutItem(DrawingKind(drawing: .tappable), element: id, operable: stop, [item])
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
        case .part(let part): part.total
        }
    }
}

extension [RowRange] {
    /// The row that stands at a place among those that are meant.
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
