import FasciaDocument

/// A horizontal or vertical direction.
public enum Axis: Int8, CaseIterable, Hashable, Sendable {
    case horizontal, vertical

    public struct Set: OptionSet, Hashable, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let horizontal = Set(rawValue: 1), vertical = Set(rawValue: 2)
    }
}

/// A scrollable view: shows a part of its content when not all of it fits.
public struct ScrollView<Content: View>: View {
    let axes: Axis.Set
    let showsIndicators: Bool
    let content: Content

    public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
        (self.axes, self.showsIndicators, self.content) = (axes, showsIndicators, content())
    }
}

extension ScrollView: Primitive {
    func update(_ viewNode: ViewNode) {
        viewNode.updateSubtree(content)
        let axes: ScrollContent.Axes =
            switch (axes.contains(.horizontal), axes.contains(.vertical)) {
            case (true, true): .both
            case (true, false): .horizontal
            default: .vertical
            }
        viewNode.setLowering { [unowned viewNode, showsIndicators] in
            let scroll = ScrollContent(axes, showsIndicators: showsIndicators, children: viewNode.childNodes)
            return [Node(.scroll(scroll), id: viewNode.address)]
        }
    }
}
