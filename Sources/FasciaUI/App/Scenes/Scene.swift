import FasciaModel

/// A part of an app: a window, or a screen that others open.
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
    /// There is none.
    public var body: Never {
        // What a scene is made of is looked for only where it is not one of ours.
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

/// A scene that Fascia shows by itself.
@MainActor protocol PrimitiveScene {
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
        var stack: String
        /// What its parent may be told, as far as it is known before the screen is there.
        var emits: [String]
        var content: (JSON) -> any View
    }

    var windows: [Window] = []
    var published: [Published] = []

    init(_ scene: some Scene) { add(scene) }

    mutating func add(_ scene: some Scene) {
        if let primitive = scene as? any PrimitiveScene { primitive.add(to: &self) } else { add(scene.body) }
    }
}
