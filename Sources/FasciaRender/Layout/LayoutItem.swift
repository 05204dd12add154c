import FasciaModel

/// How one kind of item chooses its size and places what is in it: SwiftUI's protocol `Layout`, in cells.
///
/// All of it is pure: the same children and the same proposal give the same answers.
protocol LayoutKind {
    /// The size it chooses when it is offered this much.
    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize

    /// Where the children stand in the size that it has chosen, and what each is offered.
    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement]

    /// What is drawn there by itself.
    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content

    /// The parts of a control that mean something of their own to the mouse.
    func parts(_ size: CellSize) -> [ControlPart]

    /// In how many columns none of the words in it is lost.
    func wordColumns(_ children: [LayoutItem]) -> Int

    /// The guides that it has by itself, whatever its children have.
    var ownGuides: GuideSet { get }

    /// One of its own guides, from its leading or its top edge.
    func ownGuide(_ key: GuideKey, _ size: CellSize, _ proposal: ProposedCells) -> Double?

    /// Which children's guides are its own, too.
    var guideSource: GuideSource { get }
}

/// Which children an item takes guides from.
enum GuideSource {
    case none, all
    case child(Int)
    /// As if the child stood at its own corner, wherever it is drawn.
    case unmoved(Int)
}

/// Where a child stands, seen from the corner of what it is in, and what it is offered there.
struct Placement {
    var origin: CellPoint
    var proposal: ProposedCells
}

extension LayoutKind {
    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        children.map { _ in Placement(origin: CellPoint(column: 0, row: 0), proposal: proposal) }
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content { .group }
    func parts(_ size: CellSize) -> [ControlPart] { [] }

    func wordColumns(_ children: [LayoutItem]) -> Int {
        children.map(\.wordColumns).max() ?? size([], ProposedCells(columns: 0)).columns
    }

    var ownGuides: GuideSet { .none }
    func ownGuide(_ key: GuideKey, _ size: CellSize, _ proposal: ProposedCells) -> Double? { nil }
    var guideSource: GuideSource { .child(0) }
}

/// Something to lay out: an element's content, or a modifier around it.
///
/// A reference, so that what it chose for a proposal is computed once: stacks ask their children several times, and
/// without a memory nested stacks would ask exponentially often. It lives only as long as one layout.
final class LayoutItem {
    let element: String?
    let kind: any LayoutKind
    let children: [LayoutItem]
    /// The element that can be operated here.
    let operable: ElementReference?
    /// Higher ones in a stack choose their size first.
    var priority: Double
    /// Higher ones are drawn over lower ones.
    var zIndex: Double
    /// The guides that it has by itself or from what is in it; all others follow from its size.
    let guides: GuideSet
    /// Whether it is a control, or one is in it.
    let hasControls: Bool
    /// In how many columns none of the words in it is lost.
    private(set) lazy var wordColumns = Cells.clamp(kind.wordColumns(children))
    private let effort: LayoutEffort
    private var sizes: [ProposedCells: CellSize] = [:]
    private var explicit: [GuideRequest: Double?] = [:]

    private struct GuideRequest: Hashable { var key: GuideKey; var proposal: ProposedCells }

    init(
        _ kind: any LayoutKind, element: String? = nil, operable: ElementReference? = nil, priority: Double = 0,
        zIndex: Double = 0, effort: LayoutEffort? = nil, _ children: [LayoutItem] = []
    ) {
        self.effort = effort ?? children.first?.effort ?? LayoutEffort()
        self.kind = kind
        self.element = element
        self.operable = operable
        self.priority = priority
        self.zIndex = zIndex
        self.children = children
        hasControls = kind is ControlKind || children.contains { $0.hasControls }
        guides = switch kind.guideSource {
        case .none: kind.ownGuides
        case .all: children.reduce(kind.ownGuides) { $0.union($1.guides) }
        case .child(let index), .unmoved(let index):
            children.indices.contains(index) ? kind.ownGuides.union(children[index].guides) : kind.ownGuides
        }
    }

    /// The size it chooses when it is offered this much.
    func size(for proposal: ProposedCells) -> CellSize {
        let proposal = proposal.clamped
        if let size = sizes[proposal] { return size }
        let ideal = ProposedCells()
        guard proposal == ideal || effort.mayLook(known: sizes.count) else {
            // It takes the room that it would like to have, as far as there is as much.
            let wish = self.size(for: ideal)
            return CellSize(
                columns: min(wish.columns, proposal.columns ?? .max), rows: min(wish.rows, proposal.rows ?? .max))
        }
        let size = Cells.clamp(kind.size(children, proposal))
        sizes[proposal] = size
        return size
    }

    /// Where it and all in it are, when its top left corner is at `origin`.
    func place(at origin: CellPoint, _ proposal: ProposedCells) -> LayoutBox {
        let proposal = proposal.clamped
        let size = size(for: proposal)
        var boxes: [LayoutBox] = []
        if !children.isEmpty {
            boxes.reserveCapacity(children.count)
            for (child, placement) in zip(children, kind.arrange(children, in: size, proposal)) {
                boxes.append(child.place(at: origin + placement.origin, placement.proposal))
            }
        }
        var box = LayoutBox(
            element: element, rect: CellRect(origin: origin, size: size),
            content: kind.content(children, size, proposal), children: boxes, operable: operable, zIndex: zIndex)
        box.parts = kind.parts(size)
        return box
    }

    /// Places it in something larger.
    func place(in rect: CellRect, _ proposal: ProposedCells, _ alignment: Alignment) -> LayoutBox {
        place(at: rect.origin + alignment.origin(of: self, proposal, in: rect.size), proposal)
    }

    /// A guide that does not just follow from the size, in cells from the leading or the top edge.
    func explicitGuide(_ key: GuideKey, _ proposal: ProposedCells) -> Double? {
        guard guides.contains(key) else { return nil }
        let request = GuideRequest(key: key, proposal: proposal.clamped)
        if let known = explicit[request] { return known }
        guard explicit.count < LayoutEffort.mostProposals else { return nil }
        let guide = kind.ownGuide(key, size(for: proposal), request.proposal) ?? inheritedGuide(request)
        explicit[request] = .some(guide)
        return guide
    }

    private func inheritedGuide(_ request: GuideRequest) -> Double? {
        let placements = kind.arrange(children, in: size(for: request.proposal), request.proposal)
        func guide(_ index: Int, isMoved: Bool = true) -> Double? {
            guard children.indices.contains(index), placements.indices.contains(index) else { return nil }
            let origin = isMoved ? placements[index].origin : CellPoint(column: 0, row: 0)
            return children[index].explicitGuide(request.key, placements[index].proposal)
                .map { $0 + Double(request.key.isHorizontal ? origin.column : origin.row) }
        }
        switch kind.guideSource {
        case .none: return nil
        case .child(let index): return guide(index)
        case .unmoved(let index): return guide(index, isMoved: false)
        case .all: return request.key.combine(children.indices.compactMap { guide($0) })
        }
    }
}

extension CellPoint {
    static func + (one: CellPoint, other: CellPoint) -> CellPoint {
        // Bounded, for no arithmetic to overflow however deep displacements are nested.
        CellPoint(column: reach(one.column + other.column), row: reach(one.row + other.row))
    }

    private static func reach(_ place: Int) -> Int { min(max(place, -1 << 40), 1 << 40) }
}

extension CellRect {
    init(origin: CellPoint, size: CellSize) {
        self.init(column: origin.column, row: origin.row, columns: size.columns, rows: size.rows)
    }
}
