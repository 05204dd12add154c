import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaWire

/// The app's side of one stack of the daemon: its screens on it, and its operations on it.
@MainActor final class StackHost {
    let stack: String
    unowned let host: AppHost
    var mirror = StackMirror()
    private var mirrorRevision = 0
    /// Whether the mirror covers the whole stack.
    private var isMirrorComplete = true
    /// Whether the mirror has the layers of the stack: not after an event that does not tell them.
    private var hasLayers = true

    /// By screen name.
    var views: [String: PublishedView] = [:]
    /// The views of `PublishedScreen`s, by the entry that shows them.
    private var viewsOfEntries: [EntryID: PublishedView] = [:]
    private(set) var windows: [(screen: String, source: WindowSource)] = []
    /// Makes the screens of declared states, by screen name.
    var screenFactories: [String: () -> AnyView] = [:]
    var targets: [String: JSON.Object] = [:]
    /// Notified when their screen is gone, by screen name.
    var presented: [String: PresentedScreen] = [:]
    /// The number of pending operations that open each screen.
    var pendingOpens: [String: Int] = [:]
    var lastNumber = 0
    /// The window to open once no modal is open.
    var deferredWindow: String?
    /// Screens of an earlier process that are on the stack and cannot be made again.
    var staleScreens: Set<String> = []
    let operations: SerialOperations

    init(stack: String, host: AppHost) {
        self.stack = stack
        self.host = host
        operations = SerialOperations(schedule: host.schedule)
        // Continue the numbering of the earlier process, so that no new view gets the name of a stale screen.
        let prefix = "\(host.name)/view/"
        let numbers = host.orphans.compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }
        lastNumber = numbers.max() ?? 0
    }

    // MARK: - Scenes

    func adopt(_ window: SceneList.Window) {
        let screen = window.id.map { "\(host.name)/\($0)" } ?? host.name
        if let known = windows.first(where: { $0.screen == screen }) {
            known.source.replaceContent(window.content)
            views[screen]?.title = window.title
            return
        }
        let source = WindowSource(window.content)
        windows.append((screen, source))
        views[screen] = view(screen, title: window.title ?? screen, AnyView(WindowView(source: source)))
    }

    // MARK: - Publishing

    /// Removes hidden views, evaluates the invalid ones, and publishes the differences.
    func publish() {
        // As in SwiftUI, what comes into sight appears before what was above it disappears.
        updateSight()
        removeHiddenViews()
        for entry in mirror.entries { makeView(for: entry) }
        for view in allViews.sorted(by: { $0.screen < $1.screen }) {
            host.publisher.publish(view.evaluatedScreen(), of: view.entry, handled: view.handledNames)
        }
    }

    private func updateSight() {
        guard hasLayers else { return }
        for view in allViews.sorted(by: { $0.screen < $1.screen }) {
            if let isInSight = mirror.isInSight(screen: view.screen) { view.graph.setScreenInSight(isInSight) }
        }
    }

    var isInvalid: Bool { allViews.contains { $0.graph.isInvalid } }

    var allViews: [PublishedView] { Array(views.values) + Array(viewsOfEntries.values) }

    private func removeHiddenViews() {
        for (screen, view) in views where !isShown(screen) {
            views[screen] = nil
            view.graph.tearDown()
            host.publisher.remove(screen)
        }
        notifyClosedScreens()
        removeHiddenStaleScreens()
        for (entry, view) in viewsOfEntries where mirror.index(of: entry) == nil {
            viewsOfEntries[entry] = nil
            view.graph.tearDown()
            host.publisher.remove(view.screen)
        }
    }

    private func notifyClosedScreens() {
        for screen in presented.keys where !isShown(screen) { presented.removeValue(forKey: screen)?.didClose() }
    }

    private func isShown(_ screen: String) -> Bool {
        windows.contains { $0.screen == screen } || pendingOpens[screen] != nil || mirror.contains(screen: screen)
    }

    private func makeView(for entry: StackMirror.Entry) {
        if let make = screenFactories[entry.screen], views[entry.screen] == nil {
            views[entry.screen] = view(entry.screen, title: "", make())
        }
        if let screen = host.screens[entry.screen], viewsOfEntries[entry.id] == nil {
            let content = AnyView(erased: screen.content(entry.args))
            viewsOfEntries[entry.id] = view(
                entry.entryScreenName, of: entry.id, title: screen.title, emits: screen.emits,
                opensOn: screen.stack.map(host.stackHost), content)
        }
    }

    /// - Parameters:
    ///   - entry: the only entry that shows the screen; `nil` if every entry of that name does.
    ///   - opensOn: the stack on which the screen opens other screens; `nil` for this one.
    func view(
        _ screen: String, of entry: EntryID? = nil, title: String?, emits: [String] = [], opensOn: StackHost? = nil,
        _ content: AnyView
    ) -> PublishedView {
        var environment = EnvironmentValues()
        environment.coordinator = Coordinator(unretained: opensOn ?? self)
        environment.dismiss = DismissAction { [weak self] in self?.dismiss(screen) }
        environment.screen = screen
        environment.storedValues = host.storedValues
        environment.emit = EmitAction { [weak self] name, payload in
            guard let self else { return }
            host.requests.emit(Emission(stack: self, screen: screen, name: name, payload: payload))
        }
        return PublishedView(
            screen: screen, entry: entry, title: title, emits: emits, graph: host.graph(content, environment: environment))
    }

    // MARK: - Changes from the daemon

    /// Replaces the mirror with a full description of the stack.
    func apply(_ stack: JSON, revision: Int) {
        guard revision >= mirrorRevision else { return }
        (mirrorRevision, isMirrorComplete, hasLayers) = (revision, true, true)
        mirror = StackMirror(stack)
        openDeferredWindow()
    }

    func reset() { (mirror, mirrorRevision, deferredWindow) = (StackMirror(), 0, nil) }

    func apply(change: JSON, revision: Int) {
        guard isMirrorComplete else { return refresh() }
        guard revision > mirrorRevision else { return }
        mirrorRevision = revision
        guard mirror.apply(change) else {
            hasLayers = false
            return refresh()
        }
        // Before the next input: a click beside a screen closes that, then selects a row.
        notifyClosedScreens()
        openDeferredWindow()
    }

    /// Fetches a stack that existed before this app took part in it.
    func fetch() {
        isMirrorComplete = false
        refresh()
    }

    private func refresh() {
        enqueue { [self] session in
            let answer = try await session.call("nav.get", ["stack": .string(stack)])
            apply(answer, revision: answer["revision"]?.intValue ?? 0)
        }
    }

    /// The view that publishes an entry's screen.
    func view(of screen: String, entry: EntryID) -> PublishedView? { viewsOfEntries[entry] ?? views[screen] }

    /// The handler for an action that an entry sends to its parent: that of the nearest screen of this app below the
    /// entry.
    func handler(of name: String, from entry: EntryID) -> ActionRegistry.Handler? {
        let below = mirror.entries[..<(mirror.index(of: entry) ?? mirror.entries.count)]
        for candidate in below.reversed() {
            let view = view(of: candidate.screen, entry: candidate.id)
            if let handler = view?.graph.actions.handler(of: name) { return handler }
        }
        return nil
    }

    var handledNames: [String] { Set(allViews.flatMap(\.graph.actions.handledNames)).sorted() }
}
