import FasciaDocument

/// A layout that terminals know, and do themselves. Where an app asks it, it adds up.
protocol StackLayout: Layout where Cache == Void {
    var axis: StackContent.Axis { get }
    var stackAlignment: Alignment { get }
    var stackSpacing: CGFloat? { get }
}

extension StackLayout {
    public func makeCache(subviews: Subviews) {}

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        let sizes = subviews.map { $0.sizeThatFits(.unspecified) }
        let gaps = (stackSpacing ?? (axis == .horizontal ? 8 : 0)) * CGFloat(max(0, sizes.count - 1))
        func sum(_ path: KeyPath<CGSize, CGFloat>) -> CGFloat { sizes.reduce(gaps) { $0 + $1[keyPath: path] } }
        func most(_ path: KeyPath<CGSize, CGFloat>) -> CGFloat { sizes.map { $0[keyPath: path] }.max() ?? 0 }
        return CGSize(
            width: axis == .horizontal ? sum(\.width) : most(\.width),
            height: axis == .vertical ? sum(\.height) : most(\.height))
    }

    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        var point = CGPoint(x: bounds.minX, y: bounds.minY)
        for subview in subviews {
            subview.place(at: point, proposal: .unspecified)
            let size = subview.sizeThatFits(.unspecified)
            if axis == .horizontal { point.x += size.width + (stackSpacing ?? 8) }
            if axis == .vertical { point.y += size.height + (stackSpacing ?? 0) }
        }
    }
}

public struct HStackLayout: StackLayout {
    public var alignment: VerticalAlignment
    public var spacing: CGFloat?
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
        (self.alignment, self.spacing) = (alignment, spacing)
    }
    var axis: StackContent.Axis { .horizontal }
    var stackAlignment: Alignment { Alignment(horizontal: .center, vertical: alignment) }
    var stackSpacing: CGFloat? { spacing }
}

public struct VStackLayout: StackLayout {
    public var alignment: HorizontalAlignment
    public var spacing: CGFloat?
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
        (self.alignment, self.spacing) = (alignment, spacing)
    }
    var axis: StackContent.Axis { .vertical }
    var stackAlignment: Alignment { Alignment(horizontal: alignment, vertical: .center) }
    var stackSpacing: CGFloat? { spacing }
}

public struct ZStackLayout: StackLayout {
    public var alignment: Alignment
    public init(alignment: Alignment = .center) { self.alignment = alignment }
    var axis: StackContent.Axis { .depth }
    var stackAlignment: Alignment { alignment }
    var stackSpacing: CGFloat? { nil }
}

/// A layout of any kind. Views in it keep their state when it changes.
public struct AnyLayout: Layout {
    let layout: any Layout
    public init<L: Layout>(_ layout: L) { self.layout = (layout as? AnyLayout)?.layout ?? layout }

    public func makeCache(subviews: Subviews) {}

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        Self.size(layout, proposal, subviews)
    }

    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        Self.place(layout, bounds, proposal, subviews)
    }

    private static func size<L: Layout>(_ layout: L, _ proposal: ProposedViewSize, _ subviews: Subviews) -> CGSize {
        var cache = layout.makeCache(subviews: subviews)
        return layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &cache)
    }

    private static func place<L: Layout>(
        _ layout: L, _ bounds: CGRect, _ proposal: ProposedViewSize, _ subviews: Subviews
    ) {
        var cache = layout.makeCache(subviews: subviews)
        layout.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
    }
}
