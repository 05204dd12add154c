import FasciaDocument

/// What tests inspect.
extension AppHost {
    private var graphs: [ViewGraph] { stacks.values.flatMap(\.allViews).map(\.graph) }

    /// Starts with a scene without an app around it.
    package func start(_ scene: some Scene) { start { [unowned self] in SceneReader(scenes: SceneList(scene), host: self) } }

    package func coordinator(of stack: String) -> Coordinator { Coordinator(unretained: stackHost(stack)) }

    /// The nodes of a screen, as last evaluated.
    package func node(of screen: String) -> Node {
        Node.screen(stacks.values.lazy.compactMap { $0.views[screen] }.first?.graph.nodes ?? [])
    }

    package var reportedIssues: [String] { issues.reported }

    package func report(_ issue: String) { issues.report(issue) }

    /// The number of body evaluations, by the name of the view's type.
    package var evaluations: [String: Int] { graphs.reduce(into: [:]) { $0.merge($1.evaluations, uniquingKeysWith: +) } }

    package var loweringCount: Int { graphs.reduce(0) { $0 + $1.loweringCount } }

    package func resetCounts() { for graph in graphs { graph.resetCounts() } }
}
