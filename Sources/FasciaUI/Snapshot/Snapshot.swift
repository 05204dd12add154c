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

    let navigator: LocalNavigator
    private var presentation = Presentation()

    /// - Parameters:
    ///   - view: what is shown.
    ///   - columns: the width of the picture in cells.
    ///   - rows: its height, the title bar included.
    ///   - title: what stands in the title bar where no view says.
    ///   - storage: what `@AppStorage` reads and writes.
    public init<Content: View>(
        _ view: Content, columns: Int = 80, rows: Int = 24, title: String = "",
        storage: any Storage = MemoryStorage()
    ) {
        self.columns = columns
        self.rows = rows
        navigator = LocalNavigator(root: AnyView(view), title: title, storage: storage)
    }

    /// The navigation of what is shown.
    public var coordinator: Coordinator { Coordinator(navigator) }

    // MARK: - What is to be seen

    /// The text of each row, without the blanks at its end.
    public var lines: [String] { picture.lines }

    /// The lines, one below the other.
    public var text: String { picture.plainText }

    /// What is wrong with the views: missing objects, duplicate ids, loops.
    public var issues: [String] {
        _ = scene
        return navigator.issues
    }

    /// The picture, cell by cell.
    public var picture: CellBuffer {
        Renderer().picture(
            scene, size: CellSize(columns: columns, rows: rows), presentation: presentation, unicode: unicode)
    }

    /// The nodes of the root screen, after whatever has changed has been evaluated.
    public var node: Node {
        _ = scene
        return Node.screen(navigator.root?.nodes ?? [])
    }

    /// What would be shown, for those who do not look: ids, labels, values.
    public var scene: Scene { navigator.scene() }

    // MARK: - What it took

    /// How often the body of each type of view was evaluated, by the type's name.
    public var evaluations: [String: Int] {
        navigator.allGraphs.reduce(into: [:]) { $0.merge($1.evaluations, uniquingKeysWith: +) }
    }

    /// How many places had their nodes made anew.
    public var lowerings: Int { navigator.allGraphs.reduce(0) { $0 + $1.lowerings } }

    /// Forgets the counts so far.
    public func resetCounts() { for graph in navigator.allGraphs { graph.resetCounts() } }

    // MARK: - Operating it

    /// Taps what has this id or this label, as `fascia tap` does.
    ///
    /// - Throws: `Refusal` where there is no such thing, where several have that label, and where it is disabled.
    public func tap(_ name: String) throws(Refusal) {
        let operable = try scene.operable(name)
        try activate(operable.activation, in: operable.entry)
    }

    /// Presses a key, as at a terminal: `tab`, `space`, `down`, `escape` …
    public func press(_ key: Key) throws(Refusal) {
        let layout = Renderer().layout(scene, size: CellSize(columns: columns, rows: rows), unicode: unicode)
        let reaction = layout.handle(key, presentation)
        presentation = reaction.presentation
        switch reaction.outcome {
        case .activate(let entry, _, let activation): try activate(activation, in: entry)
        case .back(let entry, let closes): navigator.leave(entry, closes: closes)
        case .none, .quit, .redraw: break
        }
    }

    private func activate(_ activation: Activation, in entry: EntryID) throws(Refusal) {
        guard case .action(let action) = activation, navigator.perform(action, in: entry) else {
            throw Refusal(.unimplemented, "no view handles \(activation)")
        }
        // Other screens may depend on what has changed.
        _ = scene
    }
}

extension Snapshot: @MainActor CustomStringConvertible {
    public var description: String { text }
}
