import FasciaModel

/// What is drawn of a picture, so that it costs no more than it may, whatever stands over each other in it.
///
/// What something opaque covers is not drawn. Where the rest is still too much, nothing is mixed any more: what is
/// more than half opaque covers all, and what is less is left out. Where even that is too much, what is farthest back is
/// left out.
struct PaintPlan {
    /// How many cells may be drawn for each cell of the picture; what is mixed counts twice.
    private static let layersOfCells = 16
    private static let leastCells = 400_000

    static func most(_ size: CellSize) -> Int { max(leastCells, layersOfCells * size.columns * size.rows) }

    /// Whether nothing is mixed.
    private(set) var isPlain = false
    /// What is visited before this one is not drawn.
    private(set) var first = 0
    /// How many cells are drawn.
    private(set) var cells = 0
    private let boxes: [PaintSurvey.Box]
    private var isCovered: [Bool] = []

    init(_ survey: PaintSurvey, most: Int) {
        boxes = survey.boxes
        look()
        guard cells > most else { return }
        isPlain = true
        look()
        guard cells > most else { return }
        var left = most
        first = boxes.count
        while first > 0, left >= 0 {
            first -= 1
            left -= isCovered[first] ? 0 : boxes[first].plain.cells
        }
        first += 1
        cells = most
    }

    /// Whether something is drawn in another way than it is meant.
    var isExcessive: Bool { isPlain }

    /// Whether nothing is to be seen of what is visited there, and of all in it.
    func isCovered(_ place: Int) -> Bool { isCovered[place] }

    /// Where it goes on after all that is in it.
    func end(_ place: Int) -> Int { boxes[place].end }

    func isDrawn(_ place: Int) -> Bool { place >= first }

    /// From the front to the back.
    private mutating func look() {
        var covers: [(place: Int, rect: CellRect)] = []
        isCovered = Array(repeating: false, count: boxes.count)
        cells = 0
        for place in boxes.indices.reversed() {
            let box = boxes[place]
            if covers.contains(where: { $0.place >= box.end && $0.rect.contains(box.area) }) {
                isCovered[place] = true
                continue
            }
            let drawing = isPlain ? box.plain : box.mixed
            cells += drawing.cells
            guard let cover = drawing.cover, !covers.contains(where: { $0.rect.contains(cover) }) else { continue }
            covers.append((place, cover))
            // A few large ones cover what there is to cover.
            guard covers.count > 8 else { continue }
            let smallest = covers.indices.min { covers[$0].rect.cells < covers[$1].rect.cells }
            smallest.map { _ = covers.remove(at: $0) }
        }
    }
}

/// Goes through what would be drawn, in the same order as `Painter`, and says what it would cost.
struct PaintSurvey {
    struct Box {
        /// Nothing of it or in it is drawn outside of this.
        var area: CellRect
        /// The place after all that is in it.
        var end: Int
        var mixed = Drawing()
        var plain = Drawing()
    }

    /// What one box draws by itself.
    struct Drawing {
        var cells = 0
        /// Where nothing shows through it.
        var cover: CellRect?
    }

    private(set) var boxes: [Box] = []
    let mixes: Bool
    let screen: CellRect

    /// Before what is in a modal, all under it is dimmed, and its frame is cleared.
    mutating func enter(_ layer: LayerLayout, dims: Bool) {
        let drawing = Drawing(cells: layer.frame.cells + (dims ? screen.cells : 0), cover: layer.frame)
        boxes.append(Box(area: screen, end: boxes.count + 1, mixed: drawing, plain: drawing))
    }

    /// - Returns: whether something in it is displaced.
    @discardableResult
    mutating func visit(
        _ box: LayoutBox, _ outer: Painter.Surroundings, _ shown: PaintSubject.Layer, inGroup: Bool = false
    ) -> Bool {
        let place = boxes.count
        var inner = outer
        let rect = box.rect.moved(columns: -outer.scrolled.column, rows: -outer.scrolled.row)
        inner.clip = outer.clip.intersection(rect)
        var isDisplaced = false
        if case .displaced = box.content {
            inner.clip = outer.window
            isDisplaced = true
        }
        boxes.append(Box(area: inner.clip, end: place + 1))
        if !isDisplaced, inner.clip.isEmpty { return false }
        var isInGroup = inGroup
        switch box.content {
        case .hidden: return isDisplaced
        case .scroll(_, let bar, _): inner = inner.looking(into: rect, bar: bar, at: shown.offset(box))
        case .window(let window): inner = inner.looking(into: rect, bar: window.bar, at: shown.offset(box))
        case .opacity: isInGroup = true
        case .clip(let shape, let metrics):
            let geometry = ShapeGeometry(shape, rect, metrics)
            inner.clip = inner.clip.intersection(geometry.rect)
            inner.window = inner.window.intersection(geometry.rect)
            isInGroup = isInGroup || geometry.isRound
        default: break
        }
        box.forEachShown(in: shown) { child, index in
            if visit(child, inner.inside(box, index), shown, inGroup: isInGroup) { isDisplaced = true }
        }
        boxes[place].end = boxes.count
        if isDisplaced { boxes[place].area = outer.window }
        measure(place, box, rect, inner, isDisplaced, inGroup)
        return isDisplaced
    }

    private mutating func measure(
        _ place: Int, _ box: LayoutBox, _ rect: CellRect, _ inner: Painter.Surroundings, _ isDisplaced: Bool,
        _ inGroup: Bool
    ) {
        let clip = inner.clip
        func area(_ color: RGB?, _ rect: CellRect, weight: Int, isRound: Bool) {
            let cells = rect.cells * weight
            let isOpaque = color.map { $0.alpha == .max } ?? false
            let isClear = color.map { $0.alpha == 0 } ?? false
            let cover = inGroup || isRound ? nil : rect
            boxes[place].mixed = Drawing(
                cells: isClear ? 0 : isOpaque || !mixes ? cells : 2 * cells, cover: isOpaque ? cover : nil)
            let isFaint = color.map { $0.alpha < 128 } ?? false
            boxes[place].plain = isFaint ? Drawing() : Drawing(cells: cells, cover: color == nil ? nil : cover)
        }
        switch box.content {
        case .text(let lines): both(place, min(lines.count, clip.size.rows) * clip.size.columns)
        case .control: both(place, clip.cells)
        case .fill(let color):
            guard let color = SystemColors.rgb(color) else { return }
            area(color, clip, weight: 1, isRound: false)
        case .shape(let shape, _, let metrics):
            let geometry = ShapeGeometry(shape.shape, rect, metrics)
            let color = shape.fill.map { SystemColors.rgb($0) } ?? nil
            // Without colours, characters make the area, and letters show between them.
            let isRound = geometry.isRound || !mixes
            area(color, clip.intersection(geometry.rect), weight: geometry.isRound ? 4 : 1, isRound: isRound)
        case .border, .rule: both(place, 2 * (min(rect.size.columns, clip.size.columns) + clip.size.rows))
        case .opacity: boxes[place].mixed.cells = 3 * (isDisplaced ? inner.window : clip).cells
        case .clip(let shape, let metrics):
            if ShapeGeometry(shape, rect, metrics).isRound { boxes[place].mixed.cells = 3 * inner.window.cells }
        default: break
        }
    }

    private mutating func both(_ place: Int, _ cells: Int) {
        boxes[place].mixed.cells = cells
        boxes[place].plain.cells = cells
    }
}

extension LayoutBox {
    /// What drawing it costs at most, wherever it is seen, as `PaintSurvey` counts; very much where that is not known.
    static func paintBound(_ content: Content, _ rect: CellRect, _ children: ChunkedArray<LayoutBox>) -> Int {
        let own = switch content {
        case .text, .control: rect.cells
        case .fill: 2 * rect.cells
        case .shape: 8 * rect.cells
        case .border, .rule: 2 * (rect.size.columns + rect.size.rows)
        case .opacity, .clip: Cells.manyCells
        default: 0
        }
        return children.reduce(min(own, Cells.manyCells)) { min($0 + $1.paintBound, Cells.manyCells) }
    }
}

extension Cells {
    fileprivate static let manyCells = 1 << 40
}

extension CellRect {
    fileprivate var cells: Int { isEmpty ? 0 : size.columns * size.rows }

    fileprivate func contains(_ other: CellRect) -> Bool {
        other.isEmpty || other.intersection(self) == other
    }
}
