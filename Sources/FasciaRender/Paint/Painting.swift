import FasciaModel

/// A picture, and what it was made of: of the next one only the rows are painted that are made of something else.
public struct Painting: Sendable {
    public let cells: CellBuffer
    /// How many rows had to be painted.
    public let painted: Int
    private let signatures: [UInt64]
    /// They keep the boxes that the signatures name.
    private let layers: [LayerLayout]

    fileprivate init(_ cells: CellBuffer, painted: Int, _ signatures: [UInt64], _ layers: [LayerLayout]) {
        self.cells = cells
        self.painted = painted
        self.signatures = signatures
        self.layers = layers
    }

    /// The row that is to be seen where another picture has one with that signature.
    fileprivate struct Finder {
        private let last: Painting
        /// How much farther down the last one was that was not in its place.
        private(set) var distance = 0
        private var places: [UInt64: Int]?

        init(_ last: Painting) { self.last = last }

        mutating func find(_ signature: UInt64, at row: Int) -> CellRow? {
            guard signature != 0 else { return nil }
            for place in [row, row + distance] where last.signatures.indices.contains(place) {
                if last.signatures[place] == signature { return last.cells.rows[place] }
            }
            let places = places ?? Dictionary(
                zip(last.signatures, last.signatures.indices), uniquingKeysWith: { first, _ in first })
            self.places = places
            guard let place = places[signature] else { return nil }
            distance = place - row
            return last.cells.rows[place]
        }
    }
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
        var isMoved = false
        var kept = [CellRow?](repeating: nil, count: layout.size.rows + (chrome.status == nil ? 0 : 1))
        if !isWhole, let last, last.cells.size.columns == layout.size.columns {
            var finder = Painting.Finder(last)
            for row in kept.indices { kept[row] = finder.find(signatures[row], at: row) }
            isMoved = finder.distance != 0
        }
        var cells = CellBuffer(
            size: layout.size, scheme: subject.scheme, keeping: Array(kept.prefix(layout.size.rows)))
        if kept.prefix(layout.size.rows).contains(where: { $0 == nil }) {
            cells = Painter.paint(subject, into: cells, plan: plan, styles: styles, work: work)
        }
        cells.add(chrome, theme, profile, keptStatus: chrome.status == nil ? nil : kept[kept.count - 1])
        if profile.colors != .none, let scheme = theme.scheme, scheme != profile.scheme {
            cells.ground(scheme, CellRect(origin: CellPoint(column: 0, row: 0), size: cells.size))
        }
        cells.finish(isMoved: isMoved)
        return Painting(cells, painted: kept.count { $0 == nil }, signatures, layers)
    }
}
