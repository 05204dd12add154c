/// A `VStack` that evaluates only the visible elements of a `ForEach` in it.
public struct LazyVStack<Content: View>: View {
    private let stack: VStack<Content>

    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
    ) { stack = VStack(alignment: alignment, spacing: spacing, content: content) }

    public var body: some View { stack.environment(\.laziness, .visible) }
}

/// An `HStack` that evaluates only the visible elements of a `ForEach` in it.
public struct LazyHStack<Content: View>: View {
    private let stack: HStack<Content>

    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = [],
        @ViewBuilder content: () -> Content
    ) { stack = HStack(alignment: alignment, spacing: spacing, content: content) }

    public var body: some View { stack.environment(\.laziness, .visible) }
}

/// Accepted without effect: nothing is pinned in a terminal.
public struct PinnedScrollableViews: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1), sectionFooters = PinnedScrollableViews(rawValue: 2)
}
