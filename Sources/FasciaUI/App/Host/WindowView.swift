/// The content of a window. It is replaced when the app's scenes are evaluated again.
@MainActor final class WindowSource {
    private let content: StoredLocation<() -> any View>

    init(_ content: @escaping () -> any View) { self.content = StoredLocation(content) }

    func replaceContent(_ content: @escaping () -> any View) { self.content.value = content }

    func make() -> any View { content.value() }
}

struct WindowView: View, Primitive {
    let source: WindowSource

    func update(_ viewNode: ViewNode) {
        let content = viewNode.tracking { source.make() }
        var environment = viewNode.environment
        environment.screenEditMode = viewNode.stored(ScreenEditMode())
        viewNode.updatePassthrough(AnyView(erased: content), environment: environment)
    }
}
