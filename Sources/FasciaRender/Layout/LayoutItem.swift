import FasciaModel
import Synchronization

/// How one kind of item chooses its size and places what is in it: SwiftUI's protocol `Layout`, in cells.
///
/// All of it is pure: the same children and the same proposal give the same answers.
protocol LayoutKind: Sendable {
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
/// without a memory nested stacks would ask exponentially often. What has not changed is asked again by the next layout.
final class LayoutItem: Sendable {
    let element: String?
    let kind: any LayoutKind
    let children: [LayoutItem]
    /// The element that can be operated here.
    let operable: FocusStop.Operation?
    /// Higher ones in a stack choose their size first.
    let priority: Double
    /// Higher ones are drawn over lower ones.
    let zIndex: Double
    /// The guides that it has by itself or from what is in it; all others follow from its size.
    let guides: GuideSet
    /// Whether it is a control, or one is in it.
    let hasControls: Bool
    let effort: LayoutEffort
    private let known: Mutex<Known>

    /// What it has said before. A few at most, which are found quicker one after the other than by their hashes.
    private struct Known: Sendable {
        var sizes: [(proposal: ProposedCells, size: CellSize)] = []
        var guides: [(key: GuideKey, proposal: ProposedCells, guide: Double?)] = []
        var wordColumns: Int?
        /// The boxes that it came to.
        var boxes: [(origin: CellPoint, proposal: ProposedCells, box: LayoutBox)] = []
    }

    /// Boxes that are kept: before and after something above it has become higher.
    private static let mostBoxes = 2

    init(
        _ kind: any LayoutKind, element: String? = nil, operable: FocusStop.Operation? = nil, priority: Double = 0,
        zIndex: Double = 0, effort: LayoutEffort? = nil, _ children: [LayoutItem] = []
    ) {
        known = Mutex(Known())
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

    /// The same with another place among those that it stands with.
    func with(priority: Double, zIndex: Double) -> LayoutItem {
        if priority == self.priority, zIndex == self.zIndex { return self }
        return LayoutItem(
            kind, element: element, operable: operable, priority: priority, zIndex: zIndex, effort: effort, children)
    }

    /// In how many columns none of the words in it is lost.
    var wordColumns: Int {
        if let known = known.withLock(\.wordColumns) { return known }
        let columns = Cells.clamp(kind.wordColumns(children))
        known.withLock { $0.wordColumns = columns }
        return columns
    }

    /// The size it chooses when it is offered this much.
    func size(for proposal: ProposedCells) -> CellSize {
        let proposal = proposal.clamped
        let (found, count) = known.withLock { known in
            (known.sizes.first { $0.proposal == proposal }?.size, known.sizes.count)
        }
        if let found { return found }
        let ideal = ProposedCells()
        guard proposal == ideal || effort.mayLook(known: count) else {
            // It takes the room that it would like to have, as far as there is as much.
            let wish = self.size(for: ideal)
            return CellSize(
                columns: min(wish.columns, proposal.columns ?? .max), rows: min(wish.rows, proposal.rows ?? .max))
        }
        let size = Cells.clamp(kind.size(children, proposal))
        known.withLock { $0.sizes.append((proposal, size)) }
        return size
    }

    /// Where it and all in it are, when its top left corner is at `origin`.
    func place(at origin: CellPoint, _ proposal: ProposedCells) -> LayoutBox {
        let proposal = proposal.clamped
        let found = known.withLock { known in
            known.boxes.first { $0.origin == origin && $0.proposal == proposal }?.box
        }
        if let found { return found }
        let box = placed(at: origin, proposal)
        known.withLock { known in
            if known.boxes.count == LayoutItem.mostBoxes { known.boxes.removeFirst() }
            known.boxes.append((origin, proposal, box))
        }
        return box
    }

    private func placed(at origin: CellPoint, _ proposal: ProposedCells) -> LayoutBox {
        let size = size(for: proposal)
        let boxes = zip(children, kind.arrange(children, in: size, proposal)).map { child, placement in
            child.place(at: origin + placement.origin, placement.proposal)
        }
        return LayoutBox(
            element: element, rect: CellRect(origin: origin, size: size),
            content: kind.content(children, size, proposal), children: boxes, operable: operable,
            parts: kind.parts(size), zIndex: zIndex)
    }

    /// Places it in something larger.
    func place(in rect: CellRect, _ proposal: ProposedCells, _ alignment: Alignment) -> LayoutBox {
        place(at: rect.origin + alignment.origin(of: self, proposal, in: rect.size), proposal)
    }

    /// A guide that does not just follow from the size, in cells from the leading or the top edge.
    func explicitGuide(_ key: GuideKey, _ proposal: ProposedCells) -> Double? {
        guard guides.contains(key) else { return nil }
        let proposal = proposal.clamped
        let (found, count) = known.withLock { known in
            (known.guides.first { $0.key == key && $0.proposal == proposal }, known.guides.count)
        }
        if let found { return found.guide }
        guard count < LayoutEffort.mostProposals else {
            effort.fallShort()
            return nil
        }
        let guide = kind.ownGuide(key, size(for: proposal), proposal) ?? inheritedGuide(key, proposal)
        known.withLock { $0.guides.append((key, proposal, guide)) }
        return guide
    }

    private func inheritedGuide(_ key: GuideKey, _ proposal: ProposedCells) -> Double? {
        let placements = kind.arrange(children, in: size(for: proposal), proposal)
        func guide(_ index: Int, isMoved: Bool = true) -> Double? {
            guard children.indices.contains(index), placements.indices.contains(index) else { return nil }
            let origin = isMoved ? placements[index].origin : CellPoint(column: 0, row: 0)
            return children[index].explicitGuide(key, placements[index].proposal)
                .map { $0 + Double(key.isHorizontal ? origin.column : origin.row) }
        }
        switch kind.guideSource {
        case .none: return nil
        case .child(let index): return guide(index)
        case .unmoved(let index): return guide(index, isMoved: false)
        case .all: return key.combine(children.indices.compactMap { guide($0) })
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
