/// An empty view. It takes no space and adds no spacing.
public struct EmptyView: Sendable {
    public init() {}
}

extension EmptyView: View {
    public typealias Body = Never
}

extension EmptyView: Primitive {
    func update(_ place: ViewNode) {}
}
