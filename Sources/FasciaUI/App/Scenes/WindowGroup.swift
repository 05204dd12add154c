/// What an app shows when it starts: a screen named after the app, on top of the stack, or at its root where nobody has
/// put anything there yet. An app that comes back finds its window where it was.
///
/// There is one window for all terminals: what a SwiftUI app would keep for each of its windows, they share.
public struct WindowGroup<Content: View>: Scene, PrimitiveScene {
    public typealias Body = Never
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

    /// - Parameter id: what its screen is called after the app's name: needed from an app's second window on.
    public init(id: String, @ViewBuilder content: @escaping () -> Content) {
        self.init(id: id, title: nil, content: content)
    }

    public init(_ title: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
        self.init(id: nil, title: title.text, content: content)
    }

    public init(_ title: LocalizedStringKey, id: String, @ViewBuilder content: @escaping () -> Content) {
        self.init(id: id, title: title.text, content: content)
    }

    public init(_ title: Text, @ViewBuilder content: @escaping () -> Content) {
        self.init(id: nil, title: title.string, content: content)
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: @escaping () -> Content) {
        self.init(id: nil, title: String(title), content: content)
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, id: String, @ViewBuilder content: @escaping () -> Content) {
        self.init(id: id, title: String(title), content: content)
    }

    /// Shows the window on this stack of the panel instead of `main`. One that is not there yet is made.
    public func stack(_ name: String) -> Self {
        var window = self
        window.stack = name
        return window
    }

    func add(to list: inout SceneList) {
        list.windows.append(.init(id: id, title: title, stack: stack, content: content))
    }
}
