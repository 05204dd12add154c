import FasciaModel

/// What a guide is for: one alignment along one axis.
typealias GuideKey = AlignmentGuide.Alignment

/// The guides that an item has other than by its size.
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

    /// What several children's guides come to in what they are in: the first line is the topmost, the last one the
    /// lowest, and all else meets in the middle.
    func combine(_ guides: [Double]) -> Double? {
        guard !guides.isEmpty else { return nil }
        return switch self {
        case .vertical(.firstTextBaseline): guides.min()
        case .vertical(.lastTextBaseline): guides.max()
        default: guides.reduce(0, +) / Double(guides.count)
        }
    }

    /// Where the guide is in what says nothing about it.
    func standard(_ size: CellSize) -> Double {
        switch self {
        case .horizontal(.leading), .vertical(.top): 0
        case .horizontal(.center): Double(size.columns) / 2
        case .horizontal(.trailing): Double(size.columns)
        case .vertical(.center): Double(size.rows) / 2
        case .vertical(.bottom), .vertical(.firstTextBaseline), .vertical(.lastTextBaseline): Double(size.rows)
        case .horizontal(.custom(let alignment)): alignment.defaultGuide.place(self, size, CellMetrics())
        case .vertical(.custom(let alignment)): alignment.defaultGuide.place(self, size, CellMetrics())
        }
    }

    /// Whether it follows from the size in such a way that things stand at the start, in the middle or at the end.
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
    /// In cells, of something of this size.
    func place(_ key: GuideKey, _ size: CellSize, _ metrics: CellMetrics) -> Double {
        let all = points + width * Double(size.columns) * metrics.width + height * Double(size.rows) * metrics.height
        let cells = all / (key.isHorizontal ? metrics.width : metrics.height)
        return cells.isNaN ? 0 : min(max(cells, -Double(Cells.most)), Double(Cells.most))
    }
}

/// Says where one of the guides of its child is.
struct GuideKind: LayoutKind {
    let guide: AlignmentGuide
    let metrics: CellMetrics

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        children.first?.size(for: proposal) ?? .zero
    }

    var ownGuides: GuideSet { GuideSet(keys: [guide.alignment]) }

    func ownGuide(_ key: GuideKey, _ size: CellSize, _ proposal: ProposedCells) -> Double? {
        key == guide.alignment ? guide.guide.place(key, size, metrics) : nil
    }
}

// MARK: - Standing in something

private enum Side {
    case start, center, end

    /// What is larger than its room begins at the start, so that its beginning can be seen.
    func offset(_ length: Int, in room: Int) -> Int {
        switch self {
        case .start: 0
        case .center: max(0, room - length) / 2
        case .end: max(0, room - length)
        }
    }
}

extension Alignment {
    /// Where an item stands in something of the size `room`, which may have guides of its own.
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

/// Things that stand along an axis so that their guides meet.
struct GuideLine {
    /// The room that all of them take.
    private(set) var length: Int
    /// Where each begins in it.
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
