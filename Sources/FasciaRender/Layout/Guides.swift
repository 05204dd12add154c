import FasciaDocument

/// Identifies a guide: one alignment along one axis.
typealias GuideKey = AlignmentGuide.Alignment

/// The explicit guides of an item, which do not follow from its size.
struct GuideSet: Hashable {
    var hasBaselines = false
    var keys: Set<GuideKey> = []

    static let none = GuideSet()
    static let baselines = GuideSet(hasBaselines: true)

    func contains(_ key: GuideKey) -> Bool {
        switch key {
        case .vertical(.firstTextBaseline), .vertical(.lastTextBaseline): hasBaselines || keys.contains(key)
        default: !keys.isEmpty && keys.contains(key)
        }
    }

    func union(_ other: GuideSet) -> GuideSet {
        if other.keys.isEmpty { return GuideSet(hasBaselines: hasBaselines || other.hasBaselines, keys: keys) }
        return GuideSet(hasBaselines: hasBaselines || other.hasBaselines, keys: keys.union(other.keys))
    }
}

extension AlignmentGuide.Alignment {
    var isHorizontal: Bool { if case .horizontal = self { true } else { false } }

    /// Combines the guides of several children: the topmost first baseline, the lowest last baseline, and the average
    /// of any other guide.
    func combine(_ guides: [Double]) -> Double? {
        guard !guides.isEmpty else { return nil }
        return switch self {
        case .vertical(.firstTextBaseline): guides.min()
        case .vertical(.lastTextBaseline): guides.max()
        default: guides.reduce(0, +) / Double(guides.count)
        }
    }

    /// The position of the guide in an item that does not set it explicitly.
    func standard(_ size: CellSize) -> Double {
        switch self {
        case .horizontal(.leading), .vertical(.top): 0
        case .horizontal(.center): Double(size.columns) / 2
        case .horizontal(.trailing): Double(size.columns)
        case .vertical(.center): Double(size.rows) / 2
        case .vertical(.bottom), .vertical(.firstTextBaseline), .vertical(.lastTextBaseline): Double(size.rows)
        case .horizontal(.custom(let alignment)): alignment.defaultGuide.position(of: self, size, CellMetrics())
        case .vertical(.custom(let alignment)): alignment.defaultGuide.position(of: self, size, CellMetrics())
        }
    }

    /// The side for an alignment at the start, centre or end; `nil` for any other.
    fileprivate var side: Side? {
        switch self {
        case .horizontal(.leading), .vertical(.top): .start
        case .horizontal(.center), .vertical(.center): .center
        case .horizontal(.trailing), .vertical(.bottom): .end
        default: nil
        }
    }
}

extension Guide {
    /// The position of the guide in an item of this size, in cells.
    func position(of key: GuideKey, _ size: CellSize, _ metrics: CellMetrics) -> Double {
        let all = points + width * Double(size.columns) * metrics.width + height * Double(size.rows) * metrics.height
        let cells = all / (key.isHorizontal ? metrics.width : metrics.height)
        return cells.isNaN ? 0 : min(max(cells, -Double(Cells.maximumLength)), Double(Cells.maximumLength))
    }
}

/// Sets an explicit guide of its child.
struct GuideKind: LayoutKind {
    let guide: AlignmentGuide
    let metrics: CellMetrics

    var ownGuides: GuideSet { GuideSet(keys: [guide.alignment]) }

    func ownGuide(_ key: GuideKey, _ size: CellSize, _ proposal: ProposedCells) -> Double? {
        key == guide.alignment ? guide.guide.position(of: key, size, metrics) : nil
    }
}

// MARK: - PlacedEntry in something

private enum Side {
    case start, center, end

    /// An item larger than its room starts at the beginning, so that its beginning is visible.
    func offset(_ length: Int, in room: Int) -> Int {
        switch self {
        case .start: 0
        case .center: max(0, room - length) / 2
        case .end: max(0, room - length)
        }
    }
}

extension Alignment {
    /// The position of an item in an area of the size `room`, which may have explicit guides itself.
    func origin(
        of item: LayoutItem, _ proposal: ProposedCells, in room: CellSize, guide: (GuideKey) -> Double? = { _ in nil }
    ) -> CellPoint {
        let size = item.size(for: proposal)
        func offset(_ key: GuideKey, _ length: Int, _ room: Int, _ all: CellSize) -> Int {
            let (outer, inner) = (guide(key), item.explicitGuide(key, proposal))
            if outer == nil, inner == nil, let side = key.side { return side.offset(length, in: room) }
            return Int(((outer ?? key.standard(all)) - (inner ?? key.standard(size))).rounded(.down))
        }
        return CellPoint(
            column: offset(.horizontal(horizontal), size.columns, room.columns, room),
            row: offset(.vertical(vertical), size.rows, room.rows, room))
    }
}

/// Positions of items whose guides are aligned.
struct GuideAlignment {
    /// The length that all items together take.
    private(set) var length: Int
    /// The offset of each item.
    private(set) var offsets: [Int]

    init(_ key: GuideKey, _ items: [(item: LayoutItem, proposal: ProposedCells)]) {
        let sizes = items.map { $0.item.size(for: $0.proposal) }
        let lengths = sizes.map { key.isHorizontal ? $0.columns : $0.rows }
        let guides = zip(items, sizes).map { $0.item.explicitGuide(key, $0.proposal) ?? key.standard($1) }
        let start = guides.map { -$0 }.min() ?? 0
        let end = zip(lengths, guides).map { Double($0) - $1 }.max() ?? 0
        length = Int((end - start).rounded(.up))
        offsets = guides.map { Int((-$0 - start).rounded(.down)) }
    }
}
