import FasciaDocument
import FasciaScene

/// How a kind of item chooses its size and places its children: SwiftUI's `Layout` protocol, in cells.
///
/// All functions are pure: the same children and proposal give the same results.
protocol LayoutKind {
    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize

    /// The proposal for an only child, by default the same one.
    func contentProposal(_ children: [LayoutItem], _ proposal: ProposedCells) -> ProposedCells

    /// The positions and proposals of the children, in the chosen size.
    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement]

    /// What the item draws itself.
    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content

    /// The parts of a control with their own meaning for the mouse.
    func parts(_ size: CellSize) -> [ControlPart]

    /// The fewest columns in which no words are cut.
    func wordColumns(_ children: [LayoutItem]) -> Int

    /// The explicit guides of the item itself, without those of its children.
    var ownGuides: GuideSet { get }

    /// The position of one of these guides, from the leading or top edge.
    func ownGuide(_ key: GuideKey, _ size: CellSize, _ proposal: ProposedCells) -> Double?

    /// The children whose explicit guides it inherits.
    var guideSource: GuideSource { get }
}

/// The children that an item inherits guides from.
enum GuideSource {
    case none, all
    case child(Int)
    /// The child's guides, as if it stood at the item's corner, wherever it is drawn.
    case unmoved(Int)
}

/// A child's position relative to its parent, and its proposal.
struct Placement {
    var origin: CellPoint
    var proposal: ProposedCells
}

extension LayoutKind {
    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        children.first?.size(for: contentProposal(children, proposal)) ?? .zero
    }

    func contentProposal(_ children: [LayoutItem], _ proposal: ProposedCells) -> ProposedCells { proposal }

    func arrange(_ children: [LayoutItem], in size: CellSize, _ proposal: ProposedCells) -> [Placement] {
        let inner = contentProposal(children, proposal)
        return children.map { _ in Placement(origin: CellPoint(column: 0, row: 0), proposal: inner) }
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

/// A node of the layout: an element's content, or a modifier around it.
///
/// A class, because it caches its results: stacks measure their children several times, and without caching, nested
/// stacks would take exponential time. Unchanged items are reused by the next layout.
final class LayoutItem {
    let element: String?
    let kind: any LayoutKind
    let children: [LayoutItem]
    /// How keys and the mouse operate this item; `nil` if it is not operable.
    let operable: FocusTarget.Behavior?
    /// The layout priority: in a stack, items with a higher one choose their size first.
    let priority: Double
    /// Items with a higher index are drawn over those with a lower one.
    let zIndex: Double
    /// Its explicit guides, own and inherited. All others follow from its size.
    let guides: GuideSet
    /// Whether it is or contains a control.
    let hasControls: Bool
    /// Whether its height follows from its width by a ratio.
    let keepsRatio: Bool
    let budget: LayoutBudget

    // Cached results. There are few, so linear search is quicker than hashing.
    private var sizes: [(proposal: ProposedCells, size: CellSize)] = []
    private var knownGuides: [(key: GuideKey, proposal: ProposedCells, guide: Double?)] = []
    private var knownWordColumns: Int?
    private var boxes: [(origin: CellPoint, proposal: ProposedCells, box: LayoutBox)] = []

    /// Cached boxes: for example before and after an item above has changed its height.
    private static let maximumBoxes = 2

    init(
        _ kind: any LayoutKind, element: String? = nil, operable: FocusTarget.Behavior? = nil, priority: Double = 0,
        zIndex: Double = 0, budget: LayoutBudget? = nil, _ children: [LayoutItem] = []
    ) {
        self.budget = budget ?? children.first?.budget ?? LayoutBudget()
        self.kind = kind
        self.element = element
        self.operable = operable
        self.priority = priority
        self.zIndex = zIndex
        self.children = children
        hasControls = kind is ControlLayoutKind || kind is ButtonLabelKind || children.contains { $0.hasControls }
        let main: LayoutItem? =
            switch kind.guideSource {
            case .child(let index), .unmoved(let index): children.indices.contains(index) ? children[index] : nil
            case .none, .all: nil
            }
        keepsRatio = kind is AspectRatioKind || main?.keepsRatio ?? false
        guides =
            switch kind.guideSource {
            case .none: kind.ownGuides
            case .all: children.reduce(kind.ownGuides) { $0.union($1.guides) }
            case .child(let index), .unmoved(let index):
                children.indices.contains(index) ? kind.ownGuides.union(children[index].guides) : kind.ownGuides
            }
    }

    /// The same item with another priority and z-index.
    func with(priority: Double, zIndex: Double) -> LayoutItem {
        if priority == self.priority, zIndex == self.zIndex { return self }
        return LayoutItem(
            kind, element: element, operable: operable, priority: priority, zIndex: zIndex, budget: budget, children)
    }

    /// The fewest columns in which no words are cut.
    var wordColumns: Int {
        if let knownWordColumns { return knownWordColumns }
        let columns = Cells.clamp(kind.wordColumns(children))
        knownWordColumns = columns
        return columns
    }

    func size(for proposal: ProposedCells) -> CellSize {
        var proposal = proposal
        // The height of a control follows from its width, so it is measured once, whatever heights a stack tries.
        if kind is ControlLayoutKind { proposal.rows = nil }
        if let known = sizes.first(where: { $0.proposal == proposal }) { return known.size }
        let count = sizes.count
        guard budget.admitSize() else { return CellSize(columns: 0, rows: 0) }
        let ideal = ProposedCells()
        guard proposal == ideal || count < LayoutBudget.maximumProposals else {
            budget.recordRefusal()
            // Fall back to the ideal size, limited to the proposal.
            let idealSize = self.size(for: ideal)
            return CellSize(
                columns: min(idealSize.columns, proposal.columns ?? .max), rows: min(idealSize.rows, proposal.rows ?? .max))
        }
        let size = kind.size(children, proposal)
        sizes.append((proposal, size))
        return size
    }

    /// Places the item and its descendants, with its top left corner at `origin`.
    func place(at origin: CellPoint, _ proposal: ProposedCells) -> LayoutBox {
        if let known = boxes.first(where: { $0.origin == origin && $0.proposal == proposal }) { return known.box }
        let box = makeBox(at: origin, proposal)
        if boxes.count == LayoutItem.maximumBoxes { boxes.removeFirst() }
        boxes.append((origin, proposal, box))
        return box
    }

    private func makeBox(at origin: CellPoint, _ proposal: ProposedCells) -> LayoutBox {
        let size = size(for: proposal)
        guard size.columns > 0 || !budget.isSpent else {
            return LayoutBox(element: element, rect: CellRect(origin: origin, size: size))
        }
        let boxes = zip(children, kind.arrange(children, in: size, proposal)).map { child, placement in
            child.place(at: origin + placement.origin, placement.proposal)
        }
        return LayoutBox(
            element: element, rect: CellRect(origin: origin, size: size),
            content: kind.content(children, size, proposal), children: boxes, operable: operable,
            parts: kind.parts(size), zIndex: zIndex)
    }

    /// Places the item in a larger area.
    func place(in rect: CellRect, _ proposal: ProposedCells, _ alignment: Alignment) -> LayoutBox {
        place(at: rect.origin + alignment.origin(of: self, proposal, in: rect.size), proposal)
    }

    /// The position of an explicit guide, in cells from the leading or top edge; `nil` if the guide follows from the
    /// size.
    func explicitGuide(_ key: GuideKey, _ proposal: ProposedCells) -> Double? {
        guard guides.contains(key) else { return nil }
        if let known = knownGuides.first(where: { $0.key == key && $0.proposal == proposal }) { return known.guide }
        guard knownGuides.count < LayoutBudget.maximumProposals else {
            budget.recordRefusal()
            return nil
        }
        let guide = kind.ownGuide(key, size(for: proposal), proposal) ?? inheritedGuide(key, proposal)
        knownGuides.append((key, proposal, guide))
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
    package static func + (one: CellPoint, other: CellPoint) -> CellPoint {
        CellPoint(column: one.column + other.column, row: one.row + other.row)
    }
}
