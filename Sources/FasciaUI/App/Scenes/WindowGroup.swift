/// The window that an app shows when it starts: a screen named after the app. It is pushed onto the stack, or becomes
/// the root of an empty one. When the app restarts, its window stays where it was.
///
/// All terminals show the same window. They share state that SwiftUI would keep separately for each window.
public struct WindowGroup<Content: View>: Scene, PrimitiveScene {
    private let id: String?
    private let title: String?
    private var stack = "main"
    private let content: () -> Content

    init(id: String?, title: String?, content: @escaping () -> Content) {
        self.id = id
        self.title = title
        self.content = content
    }

    public init(@ViewBuilder content: @escaping () -> Content) { self.init(id: nil, title: nil, content: content) }

    /// - Parameter id: the part of the screen's name after the app's name. Required for every window after the first.
    public init(id: String, @ViewBuilder content: @escaping () -> Content) { self.init(id: id, title: nil, content: content) }
    @AnyTitle public init(_ title: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
        self.init(Text(title), content: content)
    }
    @AnyTitle public init(_ title: LocalizedStringKey, id: String, @ViewBuilder content: @escaping () -> Content) {
        self.init(id: id, title: Text(title).string, content: content)
    }
    public init(_ title: Text, @ViewBuilder content: @escaping () -> Content) {
        self.init(id: nil, title: title.string, content: content)
    }

    /// Shows the window on this stack of the panel instead of `main`. The stack is created if it does not exist.
    public func stack(_ name: String) -> Self {
        var window = self
        window.stack = name
        return window
    }

    func add(to list: inout SceneList) { list.windows.append(.init(id: id, title: title, stack: stack, content: content)) }
}
