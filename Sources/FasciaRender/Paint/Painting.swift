import FasciaModel

/// A picture, and what it was made of: of the next one only the rows are painted that are made of something else.
///
/// A reference, and never changed: many hands pass it on.
public final class Painting: Sendable {
    public let cells: CellBuffer
    /// How many rows had to be painted.
    public let painted: Int
    /// How rows have moved since the picture that it was painted over, where that is all that is different but for a few
    /// rows; `nil` also where nobody knows.
    let shift: RowShift?
    /// From the first to the last row that may be another one than in its place in the picture that it was painted over.
    let differing: Range<Int>
    private let source: Source
    /// What its rows are made of, in numbers; none where it was painted as a whole, and `nil` until somebody asks.
    private let signatures: [RowSignature]?

    /// What a picture is made of. It keeps the boxes that the signatures name.
    fileprivate struct Source {
        var subject: PaintSubject
        /// As it was settled.
        var presentation: Presentation
        var chrome: Chrome
        var profile: Profile

        var signatures: [RowSignature] { RowSignatures(subject, chrome, profile).rows }
    }

    fileprivate init(
        _ cells: CellBuffer, _ rows: [RowSource], over last: Painting?, of source: Source, _ signatures: [RowSignature]?
    ) {
        self.cells = cells
        self.source = source
        self.signatures = signatures
        painted = rows.count { $0 == .painted }
        let isAlike = last?.cells.size == cells.size
        shift = isAlike ? RowShift(rows) : nil
        differing = isAlike ? Painting.differing(rows) : 0..<cells.size.rows
    }

    private static func differing(_ rows: [RowSource]) -> Range<Int> {
        guard let first = rows.indices.first(where: { rows[$0] != .kept($0) }),
            let last = rows.indices.last(where: { rows[$0] != .kept($0) })
        else { return 0..<0 }
        return first..<last + 1
    }

    /// What the next picture is made of, and which rows of it have to be painted, where it is certain that nothing is
    /// different but what has the focus, and controls that took the places of others; `nil` where it is not.
    fileprivate func next(
        for layout: SceneLayout, _ presentation: Presentation, _ chrome: Chrome, _ profile: Profile
    ) -> (source: Source, rows: [RowSource])? {
        guard chrome == source.chrome, profile == source.profile, presentation.isPlain, presentation.help == nil,
            signatures?.isEmpty != true
        else { return nil }
        guard presentation.isEqual(butForFocus: source.presentation),
            let (subject, repainted) = source.subject.next(for: layout, presentation),
            !subject.hasTurning, subject.isCheap
        else { return nil }
        var rows = (0..<cells.size.rows).map(RowSource.kept)
        for range in repainted { for row in range.clamped(to: rows.indices) { rows[row] = .painted } }
        return (Source(subject: subject, presentation: presentation, chrome: chrome, profile: profile), rows)
    }

    /// Finds rows that are made of the same as those of another picture.
    fileprivate struct Finder {
        private let signatures: [RowSignature]
        /// How much farther down the last one was that was not in its place.
        private var distance = 0

        init(_ last: Painting) { signatures = last.signatures ?? last.source.signatures }

        mutating func find(_ signature: RowSignature, at row: Int) -> RowSource {
            guard signature != .none else { return .painted }
            if isThere(signature, row) { return .kept(row) }
            if isThere(signature, row + distance) { return .kept(row + distance) }
            guard let place = signatures.firstIndex(of: signature) else { return .painted }
            distance = place - row
            return .kept(place)
        }

        private func isThere(_ signature: RowSignature, _ place: Int) -> Bool {
            signatures.indices.contains(place) && signatures[place] == signature
        }
    }
}

/// Where a row of a picture comes from.
enum RowSource: Hashable {
    case painted
    /// It is a row of the picture before.
    case kept(Int)
}

extension Renderer {
    /// What one terminal shows, with its chrome: a status line is a row below what has been laid out.
    ///
    /// - Parameters:
    ///   - presentation: settled in this layout, as `SceneLayout.settle` does it.
    ///   - last: a picture of this renderer, with the same styles, of any scene and for any terminal. It changes what the
    ///     new one costs, and never what it comes to.
    public func paint(
        _ layout: SceneLayout, settled presentation: Presentation, _ chrome: Chrome = .init(),
        _ profile: Profile = .init(), over last: Painting? = nil
    ) -> Painting {
        if let last, let (source, rows) = last.next(for: layout, presentation, chrome, profile) {
            return paint(source, rows, over: last, plan: nil, signatures: nil)
        }
        let scheme = layout.top?.theme.scheme ?? profile.scheme
        let subject = PaintSubject(layout, presentation, profile.colors, scheme)
        let source = Painting.Source(subject: subject, presentation: presentation, chrome: chrome, profile: profile)
        // Whether what turns is in sight is known when all is painted, and what is too much is simplified as a whole.
        let plan = last == nil || subject.hasTurning || !subject.isCheap ? subject.plan(excess) : nil
        let isWhole = subject.hasTurning || plan?.isExcessive == true
        let signatures = isWhole ? [] : source.signatures
        let count = layout.size.rows + (chrome.status == nil ? 0 : 1)
        let rows: [RowSource]
        if !isWhole, let last, last.cells.size.columns == layout.size.columns {
            var finder = Painting.Finder(last)
            rows = (0..<count).map { finder.find(signatures[$0], at: $0) }
        } else {
            rows = Array(repeating: .painted, count: count)
        }
        return paint(source, rows, over: last, plan: plan, signatures: signatures)
    }

    /// - Parameter rows: where each comes from.
    private func paint(
        _ source: Painting.Source, _ rows: [RowSource], over last: Painting?, plan: PaintPlan?, signatures: [RowSignature]?
    ) -> Painting {
        let (subject, chrome, profile) = (source.subject, source.chrome, source.profile)
        let theme = subject.layout.top?.theme ?? Theme()
        let shown = rows.prefix(subject.layout.size.rows)
        var cells = CellBuffer(size: subject.layout.size, scheme: subject.scheme, shown, of: last?.cells)
        if shown.contains(.painted) {
            cells = Painter.paint(subject, into: consume cells, plan: plan, styles: styles, work: work)
        }
        var keptStatus: CellRow?
        if chrome.status != nil, let last, case .kept(let place)? = rows.last { keptStatus = last.cells.rows[place] }
        cells.add(chrome, theme, profile, keptStatus: keptStatus)
        if profile.colors != .none, let scheme = theme.scheme, scheme != profile.scheme {
            cells.ground(scheme, CellRect(origin: CellPoint(column: 0, row: 0), size: cells.size))
        }
        cells.finish()
        return Painting(cells, rows, over: last, of: source, signatures)
    }
}
