import FasciaModel
import FasciaRender

/// A view laid out and painted in the app's own process, without a daemon: for tests and previews.
///
/// It is live: `tap` operates it, and what it shows follows the state of the views.
@MainActor public final class Snapshot {
    public let columns: Int
    public let rows: Int
    /// Whether it may use more than ASCII.
    public var unicode = true

    let graph: ViewGraph
    private let title: String
    private var presentation = Presentation()

    /// - Parameters:
    ///   - view: what is shown.
    ///   - columns: the width of the picture in cells.
    ///   - rows: its height, the title bar included.
    ///   - title: what stands in the title bar.
    public init<Content: View>(_ view: Content, columns: Int = 80, rows: Int = 24, title: String = "") {
        self.columns = columns
        self.rows = rows
        self.title = title
        graph = ViewGraph(view)
    }

    // MARK: - What is to be seen

    /// The text of each row, without the blanks at its end.
    public var lines: [String] { picture.lines }

    /// The lines, one below the other.
    public var text: String { picture.plainText }

    /// What is wrong with the views: missing objects, duplicate ids, loops.
    public var issues: [String] { graph.issues }

    /// The picture, cell by cell.
    public var picture: CellBuffer {
        let scene = scene
        return Renderer().picture(
            scene, size: CellSize(columns: columns, rows: rows), presentation: presentation, unicode: unicode)
    }

    /// The nodes that the views come to, after whatever has changed has been evaluated.
    public var node: Node {
        graph.update()
        return Node.screen(graph.nodes)
    }

    /// How often the body of each type of view was evaluated, by the type's name.
    public var evaluations: [String: Int] { graph.evaluations }

    /// How many places had their nodes made anew.
    public var lowerings: Int { graph.lowerings }

    /// Forgets the counts so far.
    public func resetCounts() { graph.resetCounts() }

    /// What would be shown, for those who do not look: ids, labels, values.
    public var scene: Scene {
        var panel = Panel()
        do throws(Refusal) {
            _ = try panel.apply(.putScreen(Screen(id: Panel.homeScreen, title: title, body: node)))
        } catch {
            // Nodes can break the panel's limits; a picture of the reason is of more use than none.
            graph.report("The views cannot be published: \(error.message)")
        }
        return panel.scene(stack: "main") ?? Scene(stack: "main", layers: [])
    }

    // MARK: - Operating it

    /// Taps what has this id or this label, as `fascia tap` does.
    ///
    /// - Throws: `Refusal` where there is no such thing, where several have that label, and where it is disabled.
    public func tap(_ name: String) throws(Refusal) {
        let operable = try scene.operable(name)
        try activate(operable.activation)
    }

    /// Presses a key, as at a terminal: `tab`, `space`, `down` …
    public func press(_ key: Key) throws(Refusal) {
        let layout = Renderer().layout(scene, size: CellSize(columns: columns, rows: rows), unicode: unicode)
        let reaction = layout.handle(key, presentation)
        presentation = reaction.presentation
        if case .activate(_, _, let activation) = reaction.outcome { try activate(activation) }
    }

    private func activate(_ activation: Activation) throws(Refusal) {
        guard case .action(let action) = activation, graph.perform(action) else {
            throw Refusal(.unimplemented, "no view handles \(activation)")
        }
    }
}

extension Snapshot: @MainActor CustomStringConvertible {
    public var description: String { text }
}
