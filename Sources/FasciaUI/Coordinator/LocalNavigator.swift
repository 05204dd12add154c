import FasciaDocument
import FasciaModel
import FasciaRender
import FasciaScene

/// A navigation stack in the app's own process. It uses the daemon's `Panel`, so the same rules apply.
@MainActor final class LocalNavigator: Navigator {
    static let stack = "main"

    private var panel = Panel()
    private var graphs: [String: ViewGraph] = [:]
    /// Makes the screens of declared states, by screen name.
    private var makers: [String: () -> AnyView] = [:]
    /// Views of screens that are not evaluated yet. A screen is evaluated once it is on the stack.
    private var unevaluated: [String: AnyView] = [:]
    /// Notified when their screen is gone, by screen name.
    private var presented: [String: Presented] = [:]
    private var lastNumber = 0
    private(set) var issues: [String] = []
    /// Signals that the shown content may have changed.
    let changes = ChangeSignal()
    let rootTitle: String
    let storedValues: StoredValues

    init(root: AnyView, title: String, storage: any Storage = MemoryStorage()) {
        rootTitle = title
        storedValues = StoredValues(storage)
        graphs[Panel.homeScreen] = graph(Panel.homeScreen, root)
        execute(
            .declareTarget(Target(name: Coordinator.State.root.name, path: [step(Panel.homeScreen)], mode: .reset)))
    }

    /// The view graph of the root screen.
    var root: ViewGraph? { graphs[Panel.homeScreen] }

    // MARK: - Navigating

    func push(_ view: AnyView) {
        execute(.push(stack: Self.stack, route: Route(publish(view)), handles: []))
    }

    func modal(_ view: AnyView, style: Coordinator.ModalStyle) { open(publish(view), style) }

    func present(_ view: AnyView, style: Coordinator.ModalStyle, _ presented: Presented) {
        let screen = publish(view)
        self.presented[screen] = presented
        open(screen, style)
    }

    func close(_ presented: Presented) {
        if let screen = self.presented.first(where: { $0.value === presented })?.key { dismiss(screen) }
    }

    func setPath(_ path: [Presented], above screen: String) {
        guard let layers = panel.stack(Self.stack)?.layers else { return }
        guard let layer = layers.lastIndex(where: { $0.entries.contains { $0.route.screen == screen } }),
            let last = layers[layer].entries.lastIndex(where: { $0.route.screen == screen })
        else { return }
        let kept = layers[..<layer].flatMap(steps) + steps(layers[layer]).prefix(last + 1)
        let above = layers[(layer + 1)...].flatMap(steps)
        let new = path.map { presented in
            if let known = self.presented.first(where: { $0.value === presented })?.key { return step(known) }
            let screen = publish(presented.view)
            self.presented[screen] = presented
            return step(screen)
        }
        execute(.setPath(stack: Self.stack, kept + new + above))
    }

    private func steps(_ layer: Layer) -> [PathStep] {
        layer.entries.enumerated().map { index, entry in
            PathStep(entry.route, modal: index == 0 ? layer.modal : nil)
        }
    }

    private func open(_ screen: String, _ style: Coordinator.ModalStyle) {
        execute(.modal(stack: Self.stack, route: Route(screen), style: style.model, handles: []))
    }

    func open(screen: String, arguments: JSON, style: Coordinator.ModalStyle?) {
        let route = Route(screen, args: arguments)
        execute(
            style.map { .modal(stack: Self.stack, route: route, style: $0.model, handles: []) }
                ?? .push(stack: Self.stack, route: route, handles: []))
    }

    func pop() { execute(.pop(stack: Self.stack, entry: nil)) }
    func popToRoot() { execute(.popTo(stack: Self.stack, .index(0))) }
    func close() { execute(.close(stack: Self.stack, entry: nil)) }

    func next(_ state: Coordinator.State) -> Bool {
        do throws(Refusal) {
            _ = try panel.apply(.next(stack: Self.stack, target: state.name))
            return true
        } catch { return false }
    }

    func declare(_ state: Coordinator.State, mode: Coordinator.Mode, _ views: [() -> AnyView]) {
        let path = views.enumerated().map { index, view in
            let screen = "state/\(state.name)/\(index)"
            makers[screen] = view
            return step(screen)
        }
        execute(.declareTarget(Target(name: state.name, path: path, mode: mode.model)))
    }

    func report(_ issue: String) { if !issues.contains(issue) { issues.append(issue) } }

    /// Closes the modal of an entry if `closes` is true, else pops the entry.
    func leave(_ entry: EntryID, closes: Bool) {
        execute(closes ? .close(stack: Self.stack, entry: entry) : .pop(stack: Self.stack, entry: entry))
    }

    private func step(_ screen: String) -> PathStep { PathStep(Route(screen)) }

    private func execute(_ command: Command) {
        do throws(Refusal) { _ = try panel.apply(command) } catch { report(error.message) }
        changes.send()
    }

    // MARK: - Screens

    /// Gives each shown view its own name, and thereby its own state.
    private func publish(_ view: AnyView) -> String {
        lastNumber += 1
        let screen = "view/\(lastNumber)"
        unevaluated[screen] = view
        return screen
    }

    private func graph(_ screen: String, _ view: AnyView) -> ViewGraph {
        var environment = EnvironmentValues()
        environment.coordinator = Coordinator(unretained: self)
        environment.dismiss = DismissAction { [weak self] in self?.dismiss(screen) }
        environment.screen = screen
        environment.storedValues = storedValues
        environment.emit = EmitAction { [weak self] name, payload in self?.emit(name, payload, from: screen) }
        let graph = ViewGraph(view, environment: environment)
        graph.inbox.onFirstInvalidation { [changes] in changes.send() }
        for issue in graph.issues { report(issue) }
        graph.onIssue = { [weak self] issue, _ in self?.report(issue) }
        return graph
    }

    private func dismiss(_ screen: String) {
        for layer in panel.stack(Self.stack)?.layers.reversed() ?? [] {
            guard let entry = layer.entries.last(where: { $0.route.screen == screen }) else { continue }
            if layer.modal != nil, layer.entries.first == entry { return leave(entry.id, closes: true) }
            guard let below = layer.entries.firstIndex(of: entry), below > 0 else { return }
            return execute(.popTo(stack: Self.stack, .entry(layer.entries[below - 1].id)))
        }
    }

    /// The scene, after all invalid views have been evaluated.
    ///
    /// Evaluation may navigate (open a sheet), and navigation may invalidate views (when a sheet closes), so both
    /// repeat until nothing changes.
    func scene() -> FasciaScene.Scene {
        var passes = 0
        var revision: Int
        repeat {
            revision = panel.revision
            publishAll()
            passes += 1
        } while passes < ViewGraph.maximumPasses
            && (panel.revision != revision || graphs.values.contains(where: \.isInvalid))
        return panel.scene(stack: Self.stack) ?? FasciaScene.Scene(stack: Self.stack, layers: [])
    }

    private func publishAll() {
        let entries = panel.stack(Self.stack)?.layers.flatMap(\.entries) ?? []
        let screens = Set(entries.map(\.route.screen))
        let known = Set(graphs.keys).union(unevaluated.keys)
        for screen in known.sorted() where !screens.contains(screen) {
            unevaluated[screen] = nil
            graphs.removeValue(forKey: screen)?.end()
            if panel.screen(screen) != nil { execute(.removeScreen(id: screen)) }
            presented.removeValue(forKey: screen)?.closed()
        }
        for screen in screens.sorted() {
            if graphs[screen] == nil, let view = unevaluated.removeValue(forKey: screen) ?? makers[screen]?() {
                graphs[screen] = graph(screen, view)
            }
            guard let graph = graphs[screen] else { continue }
            graph.update()
            let title = graph.title ?? (screen == Panel.homeScreen ? rootTitle : "")
            let published = Screen(
                id: screen, title: title, body: Node.screen(graph.nodes), emits: graph.actions.emits)
            if panel.screen(screen) != published { execute(.putScreen(published)) }
        }
    }

    /// Evaluates these rows of a node, and no others.
    func show(_ rows: [RowRange], of node: String, in entry: EntryID) { graph(of: entry)?.show(rows, of: node) }

    /// Evaluates the lazy row that contains a node; returns false if there is none.
    func show(rowOf node: String, in entry: EntryID) -> Bool { graph(of: entry)?.show(rowOf: node) ?? false }

    private func graph(of entry: EntryID) -> ViewGraph? {
        panel.find(entry).flatMap { graphs[$0.entry.route.screen] }
    }

    /// Performs an action in the views of an entry's screen.
    func perform(_ action: Action, in entry: EntryID) -> Bool {
        guard let graph = graph(of: entry) else { return false }
        guard case .emit(let name, let payload) = action, !ControlAction.isOwn(name) else {
            return graph.perform(action)
        }
        return sendToParent(of: entry, name, payload)
    }

    // MARK: - Parents and children

    /// Handlers for actions that no screen on the stack handles. They stand in for another app.
    var parents: [String: ActionTable.Handler] = [:]

    /// - Returns: whether the action has a handler.
    private func sendToParent(of entry: EntryID, _ name: String, _ payload: JSON) -> Bool {
        let below = (panel.stack(Self.stack)?.layers.flatMap(\.entries) ?? []).prefix { $0.id != entry }
        let handlers = below.reversed().compactMap { graphs[$0.route.screen]?.actions.handler(of: name) }
        guard let handler = handlers.first ?? parents[name] else { return false }
        do {
            try handler(payload)
        } catch {
            report("\(name) was rejected: \(Payload.describe(error))")
        }
        return true
    }

    private func emit(_ name: String, _ payload: JSON, from screen: String) {
        let entries = panel.stack(Self.stack)?.layers.flatMap(\.entries) ?? []
        guard let entry = entries.last(where: { $0.route.screen == screen }) else { return }
        if !sendToParent(of: entry.id, name, payload) {
            reportIssue("no handler for \(name): add .onAction(\"\(name)\") to a view on the screen below")
        }
    }

    // MARK: - Available size

    /// Whether any view depends on its available size.
    var hasRooms: Bool { graphs.values.contains(where: \.hasRooms) }

    /// Passes their available sizes to views.
    ///
    /// - Returns: whether any view depends on them.
    func fit(_ mismatches: [SizeMismatch]) -> Bool {
        var isHeard = false
        for mismatch in mismatches {
            let screen = panel.find(mismatch.place.entry)?.entry.route.screen
            let room = CGSize(width: mismatch.room.width, height: mismatch.room.height)
            if screen.flatMap({ graphs[$0] })?.roomChanged(mismatch.place.element, room) == true { isHeard = true }
        }
        return isHeard
    }

    /// The view graphs of all screens.
    var allGraphs: [ViewGraph] { Array(graphs.values) }
}
