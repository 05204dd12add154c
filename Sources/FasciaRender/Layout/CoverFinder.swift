import FasciaDocument

/// Finds the operable elements that something opaque covers as a whole.
///
/// Goes through the boxes in the order in which they are drawn. Each opaque area covers what was drawn below it, except
/// what it is a part of.
struct CoverFinder {
    private(set) var covered: Set<String> = []
    /// What was drawn so far, by its first row, so that a small area is compared with little.
    private var drawn: [Place: [Drawn]] = [:]
    private var windows: [Window] = []
    /// The comparisons that are left: a strange screen must not delay the others.
    private var left = 100_000

    private struct Place: Hashable {
        /// The scroll view around it, whose content has coordinates of its own.
        var window: Int?
        var row: Int
    }

    private struct Drawn {
        var element: String
        var rect: CellRect
    }

    /// A scroll view, with all that can be operated in it.
    private struct Window {
        var rect: CellRect
        var outer: Int?
        var elements: [String] = []
    }

    /// What a box inherits.
    private struct Around {
        var window: Int?
        var origin = CellPoint(column: 0, row: 0)
        /// The visible area; `nil` for a scroll view's content.
        var clip: CellRect?
        var isOpaque = true
        /// The operable elements that it is a part of.
        var elements: [String] = []
    }

    /// Whether there may be anything to find.
    static func isNeeded(_ body: LayoutBox) -> Bool { body.covers }

    init(_ body: LayoutBox) { visit(body, Around()) }

    private mutating func visit(_ box: LayoutBox, _ outer: Around) {
        var inner = outer
        let rect = box.rect.moved(by: outer.origin)
        if case .offset = box.content {} else { inner.clip = inner.clip.map { $0.intersection(rect) } ?? rect }
        let visible = outer.clip.map { $0.intersection(rect) } ?? rect
        if let operable = box.operable {
            inner.elements.append(operable.element)
            if !visible.isEmpty { note(operable.element, visible, outer) }
        }
        switch box.content {
        case .hidden: return
        case .opacity: inner.isOpaque = false
        case .clip(let shape, let metrics):
            inner.clip = inner.clip?.intersection(ShapeGeometry(shape, rect, metrics).inscribed)
        case .fill(let color): if color.isOpaque { cover(visible, outer) }
        case .shape(let shape, let style, let metrics):
            let isFilled = shape.fill?.isOpaque ?? (shape.stroke == nil && style.foreground?.alpha == .max)
            if isFilled { cover(visible.intersection(ShapeGeometry(shape.shape, rect, metrics).inscribed), outer) }
        case .scroll, .window:
            windows.append(Window(rect: visible, outer: outer.window))
            (inner.window, inner.clip) = (windows.count - 1, nil)
        default: break
        }
        box.forEachChild { child, index in
            var inner = inner
            if !box.origins.isEmpty { inner.origin = outer.origin + box.origins[index] }
            visit(child, inner)
        }
    }

    private mutating func note(_ element: String, _ rect: CellRect, _ around: Around) {
        drawn[Place(window: around.window, row: rect.minRow), default: []].append(Drawn(element: element, rect: rect))
        var next = around.window
        while let window = next {
            windows[window].elements.append(element)
            next = windows[window].outer
        }
    }

    private mutating func cover(_ rect: CellRect, _ around: Around) {
        guard around.isOpaque, !rect.isEmpty else { return }
        for row in rect.minRow..<rect.maxRow {
            let below = drawn[Place(window: around.window, row: row)] ?? []
            left -= 1 + below.count
            guard left > 0 else { return }
            for each in below where rect.contains(each.rect) { add(each.element, around) }
        }
        for window in windows where window.outer == around.window && rect.contains(window.rect) {
            left -= window.elements.count
            guard left > 0 else { return }
            for element in window.elements { add(element, around) }
        }
    }

    private mutating func add(_ element: String, _ around: Around) {
        if !around.elements.contains(element) { covered.insert(element) }
    }
}

extension NamedColor {
    fileprivate var isOpaque: Bool { SystemColors.rgb(self)?.alpha == .max }
}

extension LayoutBox.Content {
    /// Whether it may cover what is drawn below it.
    var covers: Bool {
        switch self {
        case .fill(let color): color.isOpaque
        case .shape: true
        default: false
        }
    }
}
