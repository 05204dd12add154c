/// A screen that other apps, scripts and users can open by name, with arguments.
///
/// ```swift
/// PublishedScreen("edit", emits: ["onDeleteButtonTapped"]) { (standup: Standup) in
///     EditView(standup: standup)
/// }
/// ```
///
/// In an app named `editor`, the screen's full name is `editor/edit`. Another app opens it with
/// `coordinator.push(screen: "editor/edit", arguments: standup)`, and a shell with `fascia push editor/edit --args …`.
public struct PublishedScreen: Scene, PrimitiveScene {
    private let published: SceneList.Published

    /// - Parameters:
    ///   - id: the part of the name after the app's name.
    ///   - stack: the stack on which this screen opens other screens; `nil` for the stack that it is on itself.
    ///   - emits: the actions that the screen may send to its parent.
    ///   - content: makes the views for the arguments. If the arguments cannot be decoded, the screen shows the error.
    public init<Arguments: Decodable, Content: View>(
        _ id: String, title: String? = nil, stack: String? = nil, emits: [String] = [],
        @ViewBuilder content: @escaping (Arguments) -> Content
    ) {
        published = .init(id: id, title: title, stack: stack, emits: emits) { json in
            do {
                return content(try Payload.read(Arguments.self, from: json))
            } catch {
                return Text("Invalid arguments for this screen: \(Payload.describe(error))")
            }
        }
    }

    /// A screen without arguments.
    public init<Content: View>(
        _ id: String, title: String? = nil, stack: String? = nil, emits: [String] = [],
        @ViewBuilder content: @escaping () -> Content
    ) { published = .init(id: id, title: title, stack: stack, emits: emits) { _ in content() } }

    func add(to list: inout SceneList) { list.published.append(published) }
}
