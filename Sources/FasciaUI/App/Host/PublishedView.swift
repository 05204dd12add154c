import FasciaDocument
import FasciaModel

/// The view graph of one screen, and how that screen is published.
@MainActor final class PublishedView {
    let screen: String
    /// The only entry that shows the screen; `nil` if every entry of that name does.
    let entry: EntryID?
    /// The title, unless a view sets one. `nil` shows the name of the screen.
    var title: String?
    let graph: ViewGraph
    /// Actions that the screen may send to its parent, besides those that its views declare.
    private let emits: [String]

    init(screen: String, entry: EntryID? = nil, title: String?, emits: [String] = [], graph: ViewGraph) {
        self.screen = screen
        self.entry = entry
        self.title = title
        self.emits = emits
        self.graph = graph
    }

    /// Evaluates the views and returns the screen to publish.
    func evaluatedScreen() -> Screen {
        graph.update()
        let emits = Set(emits + graph.actions.emittedNames).sorted()
        return Screen(id: screen, title: graph.title ?? title, body: Node.screen(graph.nodes), emits: emits)
    }

    /// The names of the handled actions: those of the screen's own controls, and those sent by child screens.
    var handledNames: [String] { Action.controlActionNames + graph.actions.handledNames }
}
