/// Several views treated as one. A modifier of the group applies to each of them.
public struct Group<Content: View>: View {
    let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension Group: Primitive { func update(_ viewNode: ViewNode) { viewNode.updatePassthrough(content) } }
