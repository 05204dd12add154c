/// Several views treated as one. A modifier of the group applies to each of them.
public struct Group<Content: View>: View {
    public typealias Body = Never
    let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension Group: Primitive {
    func update(_ place: ViewNode) { place.updatePassthrough(content) }
}
