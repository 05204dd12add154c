import FasciaDocument
import FasciaInteraction
import FasciaModel
import FasciaRender
import FasciaScene

/// A view laid out and drawn in the app's own process, without a daemon: for tests and previews.
///
/// It is live: `tap` operates the view, and the picture follows the state of the views.
@MainActor public final class Snapshot {
    public private(set) var columns: Int
    public private(set) var rows: Int
    /// Whether it may use characters other than ASCII.
    public var unicode = true

    let navigator: LocalNavigator
    private var state = TerminalState()
    /// Cached parts of the previous layout, valid for `shape`.
    private var memory = LayoutCache()
    private var shape: Shape?

    private struct Shape: Equatable {
        var columns, rows: Int
        var unicode: Bool
    }

    /// - Parameters:
    ///   - view: the view to show.
    ///   - columns: the width in cells.
    ///   - rows: the height in cells, including the title bar.
    ///   - title: the title, unless a view sets one.
    ///   - storage: the storage for `@AppStorage`.
    public init<Content: View>(
        _ view: Content, columns: Int = 80, rows: Int = 24, title: String = "",
        storage: any Storage = MemoryStorage()
    ) {
        self.columns = columns
        self.rows = rows
        navigator = LocalNavigator(root: AnyView(view), title: title, storage: storage)
    }

    /// The coordinator of the shown stack.
    public var coordinator: Coordinator { Coordinator(navigator) }

    // MARK: - Output

    /// The text of each row, without trailing blanks.
    public var lines: [String] { picture.lines }

    /// The lines, joined by line breaks.
    public var text: String { picture.plainText }

    /// The issues found in the views: missing objects, duplicate ids, loops.
    public var issues: [String] {
        _ = scene
        return navigator.issues
    }

    /// The picture, cell by cell. As in a terminal, focus and scroll positions carry over from one picture to the next.
    public var picture: CellBuffer {
        let layout = layout
        state = layout.reconcile(state)
        return Renderer().paint(layout, state)
    }

    /// The nodes of the root screen, up to date.
    public var node: Node {
        _ = scene
        return Node.screen(navigator.root?.nodes ?? [])
    }

    /// The shown scene as data: ids, labels, values.
    ///
    /// Of a long list, it contains only the visible rows and some around them.
    public var scene: FasciaScene.Scene {
        var scene = navigator.scene()
        guard navigator.hasRooms || scene.hasPartialRows else { return scene }
        // Views that depend on their size may change the size of other views, and make other rows visible.
        for _ in 1...ViewGraph.maximumPasses {
            let layout = layout(of: scene)
            let lacking = layout.rowsSeen(layout.reconcile(state)).filter { !$0.areKnown(pages: 1) }
            for seen in lacking { navigator.show([seen.around(pages: 2)], of: seen.node, in: seen.entry) }
            let mismatches = navigator.hasRooms ? layout.fit(state).mismatches : []
            guard navigator.fit(mismatches) || !lacking.isEmpty else { return scene }
            scene = navigator.scene()
        }
        navigator.report(
            "GeometryReader loops: after \(ViewGraph.maximumPasses) passes its content still changes the room that it has")
        return scene
    }

    // MARK: - Statistics

    /// The number of body evaluations, by the name of the view's type.
    public var evaluations: [String: Int] {
        navigator.allGraphs.reduce(into: [:]) { $0.merge($1.evaluations, uniquingKeysWith: +) }
    }

    /// The number of places whose nodes were made again.
    public var lowerings: Int { navigator.allGraphs.reduce(0) { $0 + $1.lowerings } }

    /// Resets the counts to zero.
    public func resetCounts() { for graph in navigator.allGraphs { graph.resetCounts() } }

    // MARK: - Input

    /// Taps the control with this id or label, like `fascia tap`.
    ///
    /// - Throws: `Refusal` if there is no such control, if several have the label, or if the control is disabled.
    public func tap(_ name: String) throws(Refusal) {
        let operable = try sceneWithRow(name).operable(name)
        try activate(operable.activation, in: operable.entry)
    }

    /// Sets the value of the control with this id or label, like `fascia set`.
    ///
    /// - Throws: `Refusal` if there is no such control, if it is disabled, or if it cannot take the value.
    public func set(_ name: String, to value: JSON) throws(Refusal) {
        let target = try sceneWithRow(name).settable(name)
        if let edit = target.element.edit {
            let options = target.element.options
            return try activate(
                try edit.activation(setting: value, of: target.element.named, options: options), in: target.entry)
        }
        guard let state = target.element.toggleState, let tap = target.element.activation,
            let isOn = value.boolValue
        else { throw Refusal(.invalid, "\"\(name)\" takes true or false, not \(value.found)") }
        if state != (isOn ? .on : .off) { try activate(tap, in: target.entry) }
    }

    /// Presses a key, as in a terminal: `tab`, `space`, `down`, `escape` …
    public func press(_ key: Key) throws(Refusal) {
        // Separate key presses do not form one word for type-to-select.
        state.typed = ""
        try react(layout.handle(key, state))
    }

    /// Clicks a cell, counted from 0, with the left mouse button.
    public func press(column: Int, row: Int) throws(Refusal) {
        try drag(from: (column, row), to: (column, row))
    }

    /// Presses the left mouse button on a cell, moves to another one and releases it there.
    public func drag(from start: (column: Int, row: Int), to end: (column: Int, row: Int)) throws(Refusal) {
        try mouse(.press, start)
        if start != end { try mouse(.move, end) }
        try mouse(.release, end)
    }

    /// Holds the left mouse button down on a cell long enough for any long press.
    public func hold(column: Int, row: Int) throws(Refusal) {
        try mouse(.press, (column, row))
        try react(layout.held(state))
        try mouse(.release, (column, row))
    }

    private func mouse(_ kind: Mouse.Kind, _ at: (column: Int, row: Int)) throws(Refusal) {
        try react(layout.handle(Mouse(kind, at: CellPoint(column: at.column, row: at.row)), state))
    }

    /// Presses the keys of a text one after the other.
    public func type(_ text: String) throws(Refusal) {
        state.typed = ""
        for character in text { try react(layout.handle(Key(String(character)), state)) }
    }

    /// Pastes text into the focused text field.
    ///
    /// - Throws: `refused` if no text field is focused.
    public func paste(_ text: String) throws(Refusal) {
        guard let reaction = layout.paste(text, state) else {
            throw Refusal(.refused, "no text field has the focus: focus one before pasting")
        }
        try react(reaction)
    }

    /// Changes the size, as when a terminal is resized.
    public func resize(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        state = layout.reconcileResized(state)
    }

    // MARK: - Waiting

    /// The state at one moment.
    package struct Look {
        package let scene: FasciaScene.Scene
        package let text: String
        /// The id of the focused element.
        package let focused: String?
    }

    /// Captures the current state. Call it before `change(before:)`, because changes that it already contains are not
    /// signalled again.
    package func look() -> Look {
        let scene = scene
        let layout = layout(of: scene)
        let focused = layout.top.flatMap { layout.reconcile(state).focus[$0.entry]?.element }
        return Look(scene: scene, text: Renderer().paint(layout, state).plainText, focused: focused)
    }

    /// Waits for a change that may be visible, since the last `look()`.
    ///
    /// - Returns: false if the deadline passes without one.
    package func change(before deadline: ContinuousClock.Instant) async -> Bool {
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        navigator.changes.listen { continuation.yield() }
        defer { navigator.changes.listen(nil) }
        // An invalidation that is already pending is not signalled again.
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

    private func layout(of scene: FasciaScene.Scene) -> SceneLayout {
        let shape = Shape(columns: columns, rows: rows, unicode: unicode)
        if shape != self.shape { (self.shape, memory) = (shape, LayoutCache()) }
        return Renderer().layout(
            scene, size: CellSize(columns: columns, rows: rows), unicode: unicode, reusing: memory)
    }

    /// The scene. If a node is in a lazy row that is not evaluated, evaluates that row first.
    private func sceneWithRow(_ node: String) -> FasciaScene.Scene {
        let scene = scene
        guard let top = scene.layers.last, !top.root.all.contains(where: { $0.id == node || $0.label == node }),
            navigator.show(rowOf: node, in: top.entry.id)
        else { return scene }
        return navigator.scene()
    }

    private func react(_ reaction: InputResult) throws(Refusal) {
        state = reaction.state
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
        state = layout.reconcile(state)
    }

    /// Performs an action as a terminal does, except that the views answer immediately.
    private func answer(_ entry: EntryID, _ element: String, _ act: () throws(Refusal) -> Void) throws(Refusal) {
        let place = ElementID(entry: entry, element: element)
        state.sent(from: place)
        defer { state.answered(place, holds: true) }
        try act()
    }

    private func activate(_ activation: Activation, in entry: EntryID) throws(Refusal) {
        guard case .action(let action) = activation, navigator.perform(action, in: entry) else {
            throw Refusal(.unimplemented, "no view handles \(activation)")
        }
        // The change may affect other screens, too.
        _ = scene
    }
}

extension Snapshot: @MainActor CustomStringConvertible {
    public var description: String { text }
}
