import FasciaModel

/// What each row of a picture is made of, as a number: rows with the same one need not be painted twice.
///
/// What is drawn in a row depends on nothing but the boxes that reach into it, which row of each it is and how much of it
/// is seen, and on what is one terminal's own of them. All of that goes into the number, in the order in which it is
/// drawn. A box goes in by its identity, because it never changes: numbers can be compared as long as the boxes of both
/// pictures are there. Rows that differ have the same number once in 2⁶⁴ or so.
struct RowSignatures {
    private(set) var rows: [RowSignature]
    private let subject: PaintSubject
    private var forgotten: [Range<Int>] = []

    init(_ subject: PaintSubject, _ chrome: Chrome, _ profile: Profile) {
        self.subject = subject
        let (layout, theme) = (subject.layout, subject.layout.top?.theme)
        var all = Hasher()
        all.combine(layout.size)
        all.combine(layout.unicode)
        all.combine(subject.colors)
        all.combine(subject.scheme)
        all.combine(profile.scheme)
        all.combine(theme?.scheme)
        let empty = RowSignature(all.signature)
        rows = (0..<max(0, layout.size.rows)).map { _ in empty }
        for shown in subject.layers { visit(shown) }
        if let top = subject.layers.last {
            if let box = top.layer.menuBox(top.presentation, in: subject.screen) { forget(box.rect) }
            if top.presentation.help != nil { forget(subject.screen) }
        }
        if let banner = chrome.banner {
            var words = Hasher()
            words.combine(banner)
            let lines = min(rows.count, banner.lines(in: layout.size).count)
            add(words.signature, rows.count - lines..<rows.count)
        }
        if let status = chrome.status {
            all.combine(status)
            all.combine(theme)
            rows.append(RowSignature(all.signature))
        }
        for range in forgotten { for row in range { rows[row] = .none } }
    }

    // MARK: - Layers

    private mutating func visit(_ shown: PaintSubject.Layer) {
        let layer = shown.layer
        if layer.modal != nil || layer.hasBox { visitFrame(of: shown) }
        visit(layer.body, Painter.Surroundings(layer), shown)
        guard !layer.bar.isEmpty else { return }
        var bar = Hasher()
        bar.combine(layer.title)
        bar.combine(layer.back)
        bar.combine(layer.bar)
        bar.combine(layer.theme)
        bar.combine(layer.modal)
        bar.combine(layer.viewport.minRow)
        bar.combine(shown.focus == SceneLayout.backElement)
        // With the rule below it.
        add(bar.signature, layer.bar.minRow..<layer.bar.maxRow + 1)
    }

    /// It is dark outside of a modal's frame, its first and last rows are lines, and there is a line at either side of all
    /// others.
    private mutating func visitFrame(of shown: PaintSubject.Layer) {
        let (layer, frame) = (shown.layer, shown.layer.frame)
        var common = Hasher()
        common.combine(layer.modal)
        common.combine(frame.minColumn)
        common.combine(frame.size.columns)
        common.combine(layer.hasBox)
        common.combine(layer.theme)
        common.combine(shown.dims)
        let frameSignature = common.signature
        for row in rows.indices {
            let part: UInt64 = switch row {
            case frame.minRow: 1
            case frame.maxRow - 1: 2
            case frame.minRow..<frame.maxRow: 3
            default: 4
            }
            rows[row].add(Self.mix(frameSignature, part))
        }
    }

    // MARK: - Boxes

    /// In the same order as `Painter`.
    private mutating func visit(_ box: LayoutBox, _ outer: Painter.Surroundings, _ shown: PaintSubject.Layer) {
        var inner = outer
        let rect = box.rect.moved(columns: -outer.scrolled.column, rows: -outer.scrolled.row)
        inner.clip = outer.clip.intersection(rect)
        if case .displaced = box.content {
            inner.clip = outer.window
        } else if inner.clip.isEmpty {
            return
        }
        switch box.content {
        case .group, .displaced, .list, .geometry, .gesture, .scrollTo: children(of: box, inner, shown)
        case .hidden: break
        case .text, .fill, .shape, .border, .rule:
            add(box, 0, rect, inner.clip)
            children(of: box, inner, shown)
        case .control:
            add(box, state(of: box, shown), rect, inner.clip)
            children(of: box, inner, shown)
        case .tappable:
            children(of: box, inner, shown)
            if shown.hasFocus(box) || shown.isPending(box) { add(box, state(of: box, shown), rect, inner.clip) }
        case .scroll(let content, let bar, _):
            let offset = shown.offset(box)
            children(of: box, inner.looking(into: rect, bar: bar, at: offset), shown)
            let marks = Marks(
                isAbove: offset.row > 0, isBelow: content.rows - offset.row > rect.size.rows - bar,
                isLeft: offset.column > 0, isRight: content.columns - offset.column > rect.size.columns)
            add(marks, rect, bar: bar, inner.clip)
        case .window(let window):
            let offset = shown.offset(box)
            children(of: box, inner.looking(into: rect, bar: window.bar, at: offset), shown)
            add(marks(window, rect, offset), rect, bar: window.bar, inner.clip)
        case .opacity, .clip:
            let area = box.hasDisplaced ? outer.window : inner.clip
            add(box, 1, rect, area)
            children(of: box, inner, shown)
            add(box, 2, rect, area)
        }
    }

    private mutating func children(
        of box: LayoutBox, _ inner: Painter.Surroundings, _ shown: PaintSubject.Layer
    ) {
        box.forEachShown(in: shown) { child, index in visit(child, inner.inside(box, index), shown) }
    }

    /// What is one terminal's own of something that can be operated.
    private func state(of box: LayoutBox, _ shown: PaintSubject.Layer) -> UInt64 {
        let (isFocused, isPending) = (shown.hasFocus(box), shown.isPending(box))
        let hasDrafts = !shown.presentation.drafts.isEmpty
        guard isFocused || isPending || hasDrafts else { return 0 }
        let bits = (isFocused ? 1 : 0) | (isPending ? 2 : 0) as UInt64
        var state = Self.mix(bits, isPending ? UInt64(truncatingIfNeeded: subject.phase(shown.presentation) ?? -1) : 0)
        if isFocused || hasDrafts, let element = box.element, case .control(var control, _, _) = box.content,
            shown.layer.mayPresent(element, shown.presentation)
        {
            control.isFocused = isFocused
            shown.layer.present(&control, element, shown.presentation)
            var seen = Hasher()
            seen.combine(control.value)
            seen.combine(control.state)
            seen.combine(control.cursor)
            state = Self.mix(state, seen.signature)
        }
        return state
    }

    // MARK: - Marks

    /// That there is more than is seen.
    private struct Marks {
        var isAbove = false, isBelow = false, isLeft = false, isRight = false
        /// The row with the mark of where it is.
        var position: Int?
    }

    private func marks(_ window: ListWindow, _ rect: CellRect, _ offset: CellPoint) -> Marks {
        let content = window.content(rect.size)
        guard window.axis == .vertical else {
            return Marks(
                isLeft: window.hasMoreBefore || offset.column > 0,
                isRight: window.hasMoreAfter || content.columns - offset.column > rect.size.columns)
        }
        return Marks(
            isAbove: window.hasMoreBefore || offset.row > 0,
            isBelow: window.hasMoreAfter || content.rows - offset.row > rect.size.rows,
            position: Painter.positionRow(
                rect, window.seen(at: offset.row, rect.size.rows), of: window.rows.count))
    }

    /// Marks count whether they are shown or not, each by itself, with the columns in which they may be.
    private mutating func add(_ marks: Marks, _ rect: CellRect, bar: Int, _ clip: CellRect) {
        func mark(_ kind: UInt64, _ row: Int) {
            guard row >= clip.minRow, row < clip.maxRow, rows.indices.contains(row) else { return }
            let columns = Self.mix(UInt64(bitPattern: Int64(rect.minColumn)), UInt64(bitPattern: Int64(rect.maxColumn)))
            let seen = Self.mix(UInt64(bitPattern: Int64(clip.minColumn)), UInt64(bitPattern: Int64(clip.maxColumn)))
            rows[row].add(Self.mix(Self.mix(columns, seen), kind))
        }
        if marks.isAbove { mark(1, rect.minRow) }
        if marks.isBelow { mark(2, rect.maxRow - 1 - bar) }
        if marks.isLeft { mark(3, rect.maxRow - 1) }
        if marks.isRight { mark(4, rect.maxRow - 1) }
        if let row = marks.position { mark(5, row) }
    }

    // MARK: - Numbers

    /// A box with something of its own is drawn in the rows of an area.
    private mutating func add(_ box: LayoutBox, _ state: UInt64, _ rect: CellRect, _ clip: CellRect) {
        let (first, end) = (max(0, clip.minRow), min(clip.maxRow, subject.layout.size.rows))
        guard first < end else { return }
        var value = Self.mix(UInt64(UInt(bitPattern: ObjectIdentifier(box))), state)
        value = Self.mix(value, UInt64(bitPattern: Int64(rect.minColumn)))
        value = Self.mix(value, UInt64(bitPattern: Int64(clip.minColumn << 24 ^ clip.maxColumn)))
        for row in first..<end {
            rows[row].add(value &+ UInt64(bitPattern: Int64(row - rect.minRow)) &* 0x9E37_79B9_7F4A_7C15)
        }
    }

    /// Something of that height is drawn over all columns.
    private mutating func add(_ value: UInt64, _ range: Range<Int>) {
        for row in range.clamped(to: rows.indices) {
            rows[row].add(Self.mix(value, UInt64(row - range.lowerBound + 1)))
        }
    }

    private mutating func forget(_ rect: CellRect) {
        guard !rect.isEmpty else { return }
        forgotten.append((rect.minRow..<rect.maxRow).clamped(to: 0..<subject.layout.size.rows))
    }

    /// The two halves of a product, folded, as wyhash (Wang Yi, 2019) does it.
    @inline(__always) fileprivate static func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let (high, low) = (one ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: other ^ 0xE703_7ED1_A0B4_28DB)
        return high ^ low
    }
}

/// What one row is made of.
struct RowSignature: Hashable {
    private var number: UInt64

    fileprivate init(_ number: UInt64) { self.number = number }

    /// That of a row that is like no other.
    static let none = RowSignature(0)

    fileprivate mutating func add(_ part: UInt64) { number = RowSignatures.mix(number, part) }
}

extension Hasher {
    fileprivate var signature: UInt64 { UInt64(bitPattern: Int64(finalize())) }
}
