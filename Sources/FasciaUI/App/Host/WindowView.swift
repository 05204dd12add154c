/// The content of a window. It is replaced when the app's scenes are evaluated again.
@MainActor final class WindowSource {
    private let content: StoredLocation<() -> any View>

    init(_ content: @escaping () -> any View) { self.content = StoredLocation(content) }

    func show(_ content: @escaping () -> any View) { self.content.value = content }

    func make() -> any View { content.value() }
}

struct WindowView: View, Primitive {
    let source: WindowSource

    func update(_ place: ViewNode) {
        let content = place.reading { source.make() }
        place.updatePassthrough(AnyView(erased: content))
    }
}
