import FasciaModel

/// One screen of an app's: its views, and what of them the daemon has.
@MainActor final class PublishedView {
    let screen: String
    /// The only entry that shows it; `nil` where all do that name it.
    let entry: EntryID?
    /// What stands in the title bar where no view says.
    var title: String?
    let graph: ViewGraph
    /// What it may tell its parent, besides what its views say.
    private let emits: [String]

    init(screen: String, entry: EntryID? = nil, title: String?, emits: [String] = [], graph: ViewGraph) {
        self.screen = screen
        self.entry = entry
        self.title = title
        self.emits = emits
        self.graph = graph
    }

    /// What is to be published now.
    func current() -> Screen {
        graph.update()
        let emits = Set(emits + graph.actions.emits).sorted()
        return Screen(id: screen, title: graph.title ?? title, body: Node.screen(graph.nodes), emits: emits)
    }

    /// The actions that are handled here: what its own controls send, and what the screens above it tell.
    var handled: [String] { Action.ownNames + graph.actions.handled }
}
