import FasciaDocument

/// A custom alignment. Gives the default guide for views that do not set one.
public protocol AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat
}

/// The size of a view and the positions of its alignment guides, in points.
public struct ViewDimensions: Hashable, Sendable {
    public let width, height: CGFloat
    /// The height of a line of text in points: one cell.
    var lineHeight: CGFloat = 16

    public subscript(guide: HorizontalAlignment) -> CGFloat {
        switch guide.model {
        case .leading: 0
        case .center: width / 2
        case .trailing: width
        case .custom(let alignment): value(alignment.defaultGuide)
        }
    }

    public subscript(guide: VerticalAlignment) -> CGFloat {
        switch guide.model {
        case .top: 0
        case .center: height / 2
        case .bottom, .lastTextBaseline: height
        case .firstTextBaseline: min(height, lineHeight)
        case .custom(let alignment): value(alignment.defaultGuide)
        }
    }

    public subscript(explicit guide: HorizontalAlignment) -> CGFloat? { nil }
    public subscript(explicit guide: VerticalAlignment) -> CGFloat? { nil }

    private func value(_ guide: Guide) -> CGFloat {
        CGFloat(guide.points) + CGFloat(guide.width) * width + CGFloat(guide.height) * height
    }
}

extension Guide {
    /// Converts a function of the view's size to a linear one: an offset in points plus fractions of the width and
    /// height.
    ///
    /// Layout happens in the renderer, so the function is sampled at three sizes and assumed to be linear.
    init(_ position: (ViewDimensions) -> CGFloat, lineHeight: CGFloat = 16) {
        let probe: CGFloat = 1024
        func at(_ width: CGFloat, _ height: CGFloat) -> CGFloat {
            position(ViewDimensions(width: width, height: height, lineHeight: lineHeight))
        }
        let points = at(0, 0)
        let width = (at(probe, 0) - points) / probe
        let height = (at(0, probe) - points) / probe
        self.init(points: Double(points), width: Double(width), height: Double(height))
    }
}

extension HorizontalAlignment {
    public init(_ id: any AlignmentID.Type) {
        model = .custom(CustomAlignment(String(reflecting: id), defaultGuide: Guide(id.defaultValue)))
    }
}

extension VerticalAlignment {
    public init(_ id: any AlignmentID.Type) {
        model = .custom(CustomAlignment(String(reflecting: id), defaultGuide: Guide(id.defaultValue)))
    }
}

extension View {
    /// Sets the position of an alignment guide in this view.
    public func alignmentGuide(
        _ guide: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some View { modifier(GuideModifier(alignment: .horizontal(guide.model), computeValue: computeValue)) }
    public func alignmentGuide(
        _ guide: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some View { modifier(GuideModifier(alignment: .vertical(guide.model), computeValue: computeValue)) }
}

/// An alignment guide that may depend on the size of a cell.
private struct GuideModifier: ViewModifier, PrimitiveModifier {
    let alignment: AlignmentGuide.Alignment
    let computeValue: (ViewDimensions) -> CGFloat

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        let guide = viewNode.tracking { Guide(computeValue, lineHeight: viewNode.environment.cellSize.height) }
        viewNode.setLowering { [unowned viewNode, alignment] in
            viewNode.childNodes.map { $0.with([.alignmentGuide(AlignmentGuide(alignment, guide))]) }
        }
    }
}
