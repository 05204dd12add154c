import FasciaDocument
import IssueReporting

/// A part of an app: a window, or a screen that others can open.
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

/// A scene built into Fascia. Custom scenes do not conform, so a custom scene without a body does not compile.
public protocol _PrimitiveScene: Scene where Body == Never {}

extension _PrimitiveScene {
    /// Never called.
    public var body: Never {
        // `SceneList` checks for `PrimitiveScene` first, and every built-in scene without a body conforms to it.
        preconditionFailure("\(Self.self) is built into Fascia: its body must not be called")
    }
}

/// Combines the scenes of an app.
@MainActor @resultBuilder public enum SceneBuilder {
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildLimitedAvailability<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: Scene>(_ content: repeat each Content) -> some Scene {
        TupleScene(content: (repeat each content))
    }
}

struct TupleScene<each Content: Scene>: Scene, PrimitiveScene {
    let content: (repeat each Content)

    func add(to list: inout SceneList) { repeat list.add(each content) }
}

/// Adds a built-in scene to the app's list of scenes.
@MainActor protocol PrimitiveScene: _PrimitiveScene {
    func add(to list: inout SceneList)
}

/// The flattened scenes of an app, in order.
@MainActor struct SceneList {
    struct Window {
        /// Distinguishes the windows of an app; `nil` for the main window.
        var id: String?
        var title: String?
        var stack: String
        var content: () -> any View
    }

    /// A screen that others can open.
    struct Published {
        var id: String
        var title: String?
        /// The stack on which the screen opens other screens; `nil` for the stack that it is on itself.
        var stack: String?
        /// The actions it may send to its parent, as far as they are known before it is opened.
        var emits: [String]
        var content: (JSON) -> any View
    }

    var windows: [Window] = []
    var published: [Published] = []
    /// Views that nobody sees, evaluated with the scenes.
    var watchers: [any View] = []

    init(_ scene: some Scene) { add(scene) }

    mutating func add<S: Scene>(_ scene: S) {
        if let primitive = scene as? any PrimitiveScene { return primitive.add(to: &self) }
        guard S.Body.self != Never.self else {
            return reportIssue(
                "\(typeName(S.self)) has no body: give it a `var body: some Scene`, without `Body = Never`")
        }
        add(scene.body)
    }
}
