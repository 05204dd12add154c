/// An empty view. It takes no space and adds no spacing.
public struct EmptyView: Sendable {
    public init() {}
}

extension EmptyView: View, Primitive { func update(_ viewNode: ViewNode) {} }
