/// Which ways something goes.
public enum Axis: Int8, CaseIterable, Hashable, Sendable {
    case horizontal, vertical

    public struct Set: OptionSet, Hashable, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let horizontal = Set(rawValue: 1)
        public static let vertical = Set(rawValue: 2)
    }
}

/// Views of which a part is seen where there is not room for all.
public struct ScrollView<Content: View>: View {
    public typealias Body = Never
    let content: Content

    /// - Note: it scrolls up and down, whatever `axes` are.
    public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
}

extension ScrollView: Primitive {
    func update(_ place: Place) { place.form(content) }
}

/// A `VStack` by another name: all its views are there at once.
public struct LazyVStack<Content: View>: View {
    private let stack: VStack<Content>

    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        stack = VStack(alignment: alignment, spacing: spacing, content: content)
    }

    public var body: some View { stack }
}

/// An `HStack` by another name: all its views are there at once.
public struct LazyHStack<Content: View>: View {
    private let stack: HStack<Content>

    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        stack = HStack(alignment: alignment, spacing: spacing, content: content)
    }

    public var body: some View { stack }
}
