/// Nothing: it takes no room and no spacing.
public struct EmptyView: Sendable {
    public init() {}
}

extension EmptyView: View {
    public typealias Body = Never
}

extension EmptyView: Primitive {
    func update(_ place: Place) {}
}
