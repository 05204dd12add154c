import FasciaModel

/// A picture, and what it was made of: of the next one only the rows are painted that are made of something else.
public struct Painting: Sendable {
    public let cells: CellBuffer
    /// How many rows had to be painted.
    public let painted: Int
    /// How rows have moved since the picture that it was painted over, where that is all that is different but for a few
    /// rows; `nil` also where nobody knows.
    let shift: RowShift?
    private let signatures: [RowSignature]
    /// They keep the boxes that the signatures name.
    private let layers: [LayerLayout]

    fileprivate init(
        _ cells: CellBuffer, painted: Int, _ shift: RowShift?, _ signatures: [RowSignature], _ layers: [LayerLayout]
    ) {
        self.cells = cells
        self.painted = painted
        self.shift = shift
        self.signatures = signatures
        self.layers = layers
    }

    /// Finds rows that are made of the same as those of another picture.
    fileprivate struct Finder {
        private let last: Painting
        /// How much farther down the last one was that was not in its place.
        private var distance = 0

        init(_ last: Painting) { self.last = last }

        mutating func find(_ signature: RowSignature, at row: Int) -> RowSource {
            guard signature != .none else { return .painted }
            if isThere(signature, row) { return .kept(row) }
            if isThere(signature, row + distance) { return .kept(row + distance) }
            guard let place = last.signatures.firstIndex(of: signature) else { return .painted }
            distance = place - row
            return .kept(place)
        }

        private func isThere(_ signature: RowSignature, _ place: Int) -> Bool {
            last.signatures.indices.contains(place) && last.signatures[place] == signature
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
        let theme = layout.top?.theme ?? Theme()
        let subject = PaintSubject(layout, presentation, profile.colors, theme.scheme ?? profile.scheme)
        let layers = subject.layers.map(\.layer)
        // Whether what turns is in sight is known when all is painted, and what is too much is simplified as a whole.
        let plan = last == nil || subject.hasTurning || !subject.isCheap ? subject.plan(excess) : nil
        let isWhole = subject.hasTurning || plan?.isExcessive == true
        let signatures = isWhole ? [] : RowSignatures(subject, chrome, profile).rows
        let count = layout.size.rows + (chrome.status == nil ? 0 : 1)
        let sources: [RowSource]
        if !isWhole, let last, last.cells.size.columns == layout.size.columns {
            var finder = Painting.Finder(last)
            sources = (0..<count).map { finder.find(signatures[$0], at: $0) }
        } else {
            sources = Array(repeating: .painted, count: count)
        }
        var cells = CellBuffer(
            size: layout.size, scheme: subject.scheme, sources.prefix(layout.size.rows), of: last?.cells)
        if sources.prefix(layout.size.rows).contains(.painted) {
            cells = Painter.paint(subject, into: cells, plan: plan, styles: styles, work: work)
        }
        var keptStatus: CellRow?
        if chrome.status != nil, let last, case .kept(let place)? = sources.last { keptStatus = last.cells.rows[place] }
        cells.add(chrome, theme, profile, keptStatus: keptStatus)
        if profile.colors != .none, let scheme = theme.scheme, scheme != profile.scheme {
            cells.ground(scheme, CellRect(origin: CellPoint(column: 0, row: 0), size: cells.size))
        }
        cells.finish()
        let shift = last?.cells.size == cells.size ? RowShift(sources) : nil
        return Painting(cells, painted: sources.count { $0 == .painted }, shift, signatures, layers)
    }
}
