import FasciaModel
import IssueReporting

/// A part of an app: a window, or a screen that others open.
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

/// A scene that Fascia shows by itself. No scene of an app's is one: an app's scene without a body does not compile.
public protocol _PrimitiveScene: Scene where Body == Never {}

extension _PrimitiveScene {
    /// There is none.
    public var body: Never {
        // `SceneList` looks for `PrimitiveScene` first, and every scene of ours without a body is one.
        preconditionFailure("\(Self.self) has no body: Fascia shows it by itself")
    }
}

/// Puts an app's scenes together.
@MainActor @resultBuilder public enum SceneBuilder {
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: Scene>(_ content: repeat each Content) -> some Scene {
        TupleScene(content: (repeat each content))
    }
}

struct TupleScene<each Content: Scene>: Scene, PrimitiveScene {
    typealias Body = Never
    let content: (repeat each Content)

    func add(to list: inout SceneList) { repeat list.add(each content) }
}

/// What a scene that Fascia shows by itself adds to its app's.
@MainActor protocol PrimitiveScene: _PrimitiveScene {
    func add(to list: inout SceneList)
}

/// The scenes of an app, one after the other.
@MainActor struct SceneList {
    struct Window {
        /// What tells it from the app's others; `nil` for the first that has none.
        var id: String?
        var title: String?
        var stack: String
        var content: () -> any View
    }

    /// A screen that others open.
    struct Published {
        var id: String
        var title: String?
        /// Where the screens go that it opens; `nil` for the stack on which it is.
        var stack: String?
        /// What its parent may be told, as far as it is known before the screen is there.
        var emits: [String]
        var content: (JSON) -> any View
    }

    var windows: [Window] = []
    var published: [Published] = []

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
