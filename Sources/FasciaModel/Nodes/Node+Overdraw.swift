extension Node {
    /// How often a cell that it covers is drawn on at most. What stands beside each other is counted once; what is
    /// behind, over or displaced onto it, in full; what mixes with what is under it as often as it looks at it.
    ///
    /// - Precondition: the tree is not deep.
    var overdraw: Int {
        let own = content.area + modifiers.reduce(0) { $0 + $1.area }
        let attached = attached.reduce(0) { $0 + $1.overdraw }
        var (beside, over) = (0, 0)
        for child in children {
            let count = child.overdraw
            if content.isLayered || child.isDisplaced { over += count } else { beside = max(beside, count) }
        }
        return own + attached + beside + over
    }

    /// Whether it may stand on what is beside it.
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
