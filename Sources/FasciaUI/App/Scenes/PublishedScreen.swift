import FasciaModel

/// A screen that other apps, scripts and people open: it is pushed by its name, with arguments of its own.
///
/// ```swift
/// PublishedScreen("edit", emits: ["onDeleteButtonTapped"]) { (standup: Standup) in
///     EditView(standup: standup)
/// }
/// ```
///
/// In an app called `editor` its name is `editor/edit`: `coordinator.push(screen: "editor/edit", arguments: standup)`
/// opens it from another app, `fascia push editor/edit --args …` from a shell.
public struct PublishedScreen: Scene, PrimitiveScene {
    public typealias Body = Never
    private let published: SceneList.Published

    /// - Parameters:
    ///   - id: what it is called after the app's name.
    ///   - stack: where the screens that it opens itself go; `nil` for the stack on which it is.
    ///   - emits: what it may tell its parent.
    ///   - content: what is shown for the arguments. Arguments that cannot be read are said on the screen.
    public init<Arguments: Decodable, Content: View>(
        _ id: String, title: String? = nil, stack: String? = nil, emits: [String] = [],
        @ViewBuilder content: @escaping (Arguments) -> Content
    ) {
        published = .init(id: id, title: title, stack: stack, emits: emits) { json in
            do {
                return content(try Payload.read(Arguments.self, from: json))
            } catch {
                return Text("The arguments of this screen cannot be read: \(Payload.describe(error))")
            }
        }
    }

    /// One that needs no arguments.
    public init<Content: View>(
        _ id: String, title: String? = nil, stack: String? = nil, emits: [String] = [],
        @ViewBuilder content: @escaping () -> Content
    ) {
        published = .init(id: id, title: title, stack: stack, emits: emits) { _ in content() }
    }

    func add(to list: inout SceneList) { list.published.append(published) }
}
