extension Node {
    /// An upper bound on how many times a cell is drawn. Of siblings side by side only the largest counts. Layered,
    /// attached and displaced nodes are added. An effect that blends with what is below it counts once for each time it
    /// reads that.
    ///
    /// - Precondition: the tree's depth is within the limits, because this recurses.
    package var overdraw: Int {
        let own = content.area + modifiers.reduce(0) { $0 + $1.area }
        let attached = attached.reduce(0) { $0 + $1.overdraw }
        var (beside, over) = (0, 0)
        for child in children {
            let count = child.overdraw
            if content.isLayered || child.isDisplaced { over += count } else { beside = max(beside, count) }
        }
        return own + attached + beside + over
    }

    /// Whether it may overlap its siblings.
    private var isDisplaced: Bool {
        modifiers.contains {
            switch $0 {
            case .offset, .position: true
            case .padding(let insets): min(insets.top, insets.leading, insets.bottom, insets.trailing) < 0
            default: false
            }
        }
    }
}

extension Node.Content {
    fileprivate var isLayered: Bool { if case .stack(let stack) = self { stack.axis == .depth } else { false } }

    fileprivate var area: Int {
        switch self {
        case .color(let color): color.area
        case .shape(let shape): shape.shape == .rectangle ? 1 : 4
        default: 0
        }
    }
}

extension Modifier {
    fileprivate var area: Int {
        switch self {
        case .background(let color): color.area
        case .opacity(let opacity): opacity > 0 && opacity < 1 ? 3 : 0
        case .clip(let shape): shape == .rectangle ? 0 : 3
        case .cornerRadius(let radius): radius > 0 ? 3 : 0
        default: 0
        }
    }
}

extension NamedColor {
    fileprivate var area: Int { opacity < 1 ? 2 : 1 }
}
