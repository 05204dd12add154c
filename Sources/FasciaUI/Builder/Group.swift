/// Several views taken together: what is done to the group is done to each.
public struct Group<Content: View>: View {
    public typealias Body = Never
    let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension Group: Primitive {
    func update(_ place: Place) { place.updateContent(content) }
}
