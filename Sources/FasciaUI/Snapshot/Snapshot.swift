import FasciaModel
import FasciaRender

/// A view laid out and painted in the app's own process, without a daemon: for tests and previews.
///
/// It is live: `tap` operates it, and what it shows follows the state of the views.
@MainActor public final class Snapshot {
    public private(set) var columns: Int
    public private(set) var rows: Int
    /// Whether it may use more than ASCII.
    public var unicode = true

    let navigator: LocalNavigator
    private var presentation = Presentation()
    /// What a layout may have in common with the one before it, of this shape.
    private var memory = LayoutMemory()
    private var shape: Shape?

    private struct Shape: Equatable {
        var columns, rows: Int
        var unicode: Bool
    }

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

    /// The picture, cell by cell. As at a terminal, the next one goes on from where the focus and all that scrolls are
    /// in this one.
    public var picture: CellBuffer {
        let layout = layout
        presentation = layout.settle(presentation)
        return Renderer().paint(layout, presentation)
    }

    /// The nodes of the root screen, after whatever has changed has been evaluated.
    public var node: Node {
        _ = scene
        return Node.screen(navigator.root?.nodes ?? [])
    }

    /// What would be shown, for those who do not look: ids, labels, values.
    ///
    /// Of many rows, those are known that are in sight, and some around them.
    public var scene: FasciaModel.Scene {
        var scene = navigator.scene()
        guard navigator.hasRooms || scene.hasPartialRows else { return scene }
        // What goes by the room that it has may change the room of other views, and bring other rows into sight.
        for _ in 1...ViewGraph.mostPasses {
            let layout = layout(of: scene)
            let lacking = layout.rowsSeen(layout.settle(presentation)).filter { !$0.isKnown(pages: 1) }
            for seen in lacking { navigator.show([seen.around(pages: 2)], of: seen.node, in: seen.entry) }
            let misfits = navigator.hasRooms ? layout.fit(presentation).misfits : []
            guard navigator.fit(misfits) || !lacking.isEmpty else { return scene }
            scene = navigator.scene()
        }
        navigator.report(
            "GeometryReader loops: after \(ViewGraph.mostPasses) passes its content still changes the room that it has")
        return scene
    }

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
        let operable = try sceneWithRow(name).operable(name)
        try activate(operable.activation, in: operable.entry)
    }

    /// Gives what has this id or this label a value, as `fascia set` does.
    ///
    /// - Throws: `Refusal` where there is no such thing, where it is disabled, and where it cannot have that value.
    public func set(_ name: String, to value: JSON) throws(Refusal) {
        let target = try sceneWithRow(name).settable(name)
        if let edit = target.element.edit {
            let options = target.element.options
            return try activate(
                try edit.activation(setting: value, of: target.element.named, options: options), in: target.entry)
        }
        guard case .toggle(_, let state) = target.element.content, let tap = target.element.activation,
            let isOn = value.boolValue
        else { throw Refusal(.invalid, "\"\(name)\" takes true or false, not \(value.found)") }
        if state != (isOn ? .on : .off) { try activate(tap, in: target.entry) }
    }

    /// Presses a key, as at a terminal: `tab`, `space`, `down`, `escape` …
    public func press(_ key: Key) throws(Refusal) {
        // Keys that are pressed one by one are not typed one soon after the other.
        presentation.typed = ""
        try react(layout.handle(key, presentation))
    }

    /// Presses the left button of the mouse on a cell, counted from 0, and releases it.
    public func press(column: Int, row: Int) throws(Refusal) {
        try drag(from: (column, row), to: (column, row))
    }

    /// Presses the left button of the mouse on a cell, moves it to another one and releases it there.
    public func drag(from start: (column: Int, row: Int), to end: (column: Int, row: Int)) throws(Refusal) {
        try mouse(.press, start)
        if start != end { try mouse(.move, end) }
        try mouse(.release, end)
    }

    /// Holds the left button of the mouse down on a cell for as long as any long press takes.
    public func hold(column: Int, row: Int) throws(Refusal) {
        try mouse(.press, (column, row))
        try react(layout.held(presentation))
        try mouse(.release, (column, row))
    }

    private func mouse(_ kind: Mouse.Kind, _ at: (column: Int, row: Int)) throws(Refusal) {
        try react(layout.handle(Mouse(kind, at: CellPoint(column: at.column, row: at.row)), presentation))
    }

    /// Presses the keys of a text one after the other.
    public func type(_ text: String) throws(Refusal) {
        presentation.typed = ""
        for character in text { try react(layout.handle(Key(String(character)), presentation)) }
    }

    /// Pastes text into the text field that has the focus.
    ///
    /// - Throws: `refused` where none has.
    public func paste(_ text: String) throws(Refusal) {
        guard let reaction = layout.paste(text, presentation) else {
            throw Refusal(.refused, "nothing here takes text: a paste needs a text field that has the focus")
        }
        try react(reaction)
    }

    /// Gives it another size, as when a terminal is made larger.
    public func resize(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        presentation = layout.settleResized(presentation)
    }

    // MARK: - For those who wait

    /// What there is at one moment.
    package struct Look {
        package let scene: FasciaModel.Scene
        package let text: String
        /// The id of what has the focus.
        package let focused: String?
    }

    /// Whoever waits has to look once: what changes between two looks is in the second, and nobody is told of it again.
    package func look() -> Look {
        let scene = scene
        let layout = layout(of: scene)
        let focused = layout.top.flatMap { layout.settle(presentation).focus[$0.entry]?.element }
        return Look(scene: scene, text: Renderer().paint(layout, presentation).plainText, focused: focused)
    }

    /// Waits until something has changed that may be seen, since the last look.
    ///
    /// - Returns: false where nothing has before the deadline.
    package func change(before deadline: ContinuousClock.Instant) async -> Bool {
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        navigator.changes.listen { continuation.yield() }
        defer { navigator.changes.listen(nil) }
        // What has been noted before is not noted again.
        if navigator.allGraphs.contains(where: \.isInvalid) { return true }
        let timer = Task {
            try? await Task.sleep(until: deadline, clock: .continuous)
            continuation.finish()
        }
        defer { timer.cancel() }
        for await _ in changes { return true }
        return false
    }

    private var layout: SceneLayout { layout(of: scene) }

    private func layout(of scene: FasciaModel.Scene) -> SceneLayout {
        let shape = Shape(columns: columns, rows: rows, unicode: unicode)
        if shape != self.shape { (self.shape, memory) = (shape, LayoutMemory()) }
        return Renderer().layout(
            scene, size: CellSize(columns: columns, rows: rows), unicode: unicode, reusing: memory)
    }

    /// What is shown, with the row that a node is in that is not in sight.
    private func sceneWithRow(_ node: String) -> FasciaModel.Scene {
        let scene = scene
        guard let top = scene.layers.last, !top.root.all.contains(where: { $0.id == node || $0.label == node }),
            navigator.show(rowOf: node, in: top.entry.id)
        else { return scene }
        return navigator.scene()
    }

    private func react(_ reaction: Reaction) throws(Refusal) {
        presentation = reaction.presentation
        for outcome in reaction.first + [reaction.outcome] {
            switch outcome {
            case .activate(let entry, let element, let activation), .drag(let entry, let element, let activation):
                try answer(entry, element) { () throws(Refusal) in try activate(activation, in: entry) }
            case .edit(let entry, let element, let edit, let text):
                try answer(entry, element) { () throws(Refusal) in
                    try activate(try edit.activation(text: text), in: entry)
                }
            case .back(let entry, let closes): navigator.leave(entry, closes: closes)
            case .none, .quit, .redraw: break
            }
        }
        presentation = layout.settle(presentation)
    }

    /// Views answer at once.
    private func answer(_ entry: EntryID, _ element: String, _ act: () throws(Refusal) -> Void) throws(Refusal) {
        let place = Presentation.ElementPlace(entry: entry, element: element)
        presentation.sent(from: place)
        defer { presentation.answered(place, holds: true) }
        try act()
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
