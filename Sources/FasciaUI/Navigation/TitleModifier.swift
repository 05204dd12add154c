/// What stands in the title bar while its content is there.
struct TitleModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let title: String

    func update(_ place: Place, content: any View) {
        place.updateContent(content)
        place.graph.setTitle(title, by: place)
        place.onRemoval = { [unowned place] in place.graph.setTitle(nil, by: place) }
    }
}

extension View {
    public func navigationTitle(_ title: LocalizedStringKey) -> some View { modifier(TitleModifier(title: title.text)) }
    public func navigationTitle(_ title: Text) -> some View { modifier(TitleModifier(title: title.string)) }

    @_disfavoredOverload
    public func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
        modifier(TitleModifier(title: String(title)))
    }
}
