import FasciaClient
import FasciaModel
import FasciaWire

/// An app's part in one stack of the daemon's: its screens there, and what it does to the stack.
@MainActor final class StackHost {
    let stack: String
    unowned let host: AppHost
    private(set) var mirror = StackMirror()
    /// The revision that the mirror is of.
    private var mirrored = 0

    /// By the names of their screens.
    private(set) var views: [String: PublishedView] = [:]
    /// Those of the screens that others open, by the entries that show them.
    private var viewsOfEntries: [EntryID: PublishedView] = [:]
    private var windows: [(screen: String, source: WindowSource)] = []
    private var published: [String: SceneList.Published] = [:]
    /// How to make the screens that states name, whenever one is gone to.
    private var makers: [String: () -> AnyView] = [:]
    private var targets: [String: JSON.Object] = [:]
    /// Those who hear when their screen is gone.
    private var presented: [String: Presented] = [:]
    /// Screens that are about to be opened, and how often.
    private var opening: [String: Int] = [:]
    private var lastNumber = 0
    let operations = Operations()

    init(stack: String, host: AppHost) {
        self.stack = stack
        self.host = host
    }

    // MARK: - Scenes

    func show(_ window: SceneList.Window) {
        let screen = window.id.map { "\(host.name)/\($0)" } ?? host.name
        if let known = windows.first(where: { $0.screen == screen }) {
            known.source.show(window.content)
            views[screen]?.title = window.title
            return
        }
        let source = WindowSource(window.content)
        windows.append((screen, source))
        views[screen] = view(screen, title: window.title ?? screen, AnyView(WindowView(source: source)))
    }

    func show(_ screen: SceneList.Published) { published["\(host.name)/\(screen.id)"] = screen }

    // MARK: - What is to be published

    /// Evaluates what is out of date, lets go of what is no longer shown, and publishes what differs.
    func publish() {
        letGo()
        for entry in mirror.entries { makeView(for: entry) }
        for view in views.values.sorted(by: { $0.screen < $1.screen }) {
            host.publish(view.current(), handled: view.handled)
        }
        for (screen, definition) in published.sorted(by: { $0.key < $1.key }) {
            for view in viewsOfEntries.values where view.screen == screen { view.graph.update() }
            if let top = mirror.entry(showing: screen), let view = viewsOfEntries[top.id] {
                host.publish(view.current(), handled: view.handled)
            } else {
                let body = Node(.text(TextContent("…")), modifiers: [.dim(true)])
                let empty = Screen(id: screen, title: definition.title, body: body, emits: definition.emits)
                host.publish(empty, handled: Action.ownNames)
            }
        }
    }

    var isInvalid: Bool { allViews.contains { $0.graph.isInvalid } }

    private var allViews: [PublishedView] { Array(views.values) + Array(viewsOfEntries.values) }

    private func letGo() {
        for (screen, view) in views where !isShown(screen) {
            views[screen] = nil
            view.graph.end()
            host.remove(screen)
            presented.removeValue(forKey: screen)?.closed()
        }
        for (entry, view) in viewsOfEntries where mirror.index(of: entry) == nil {
            viewsOfEntries[entry] = nil
            view.graph.end()
        }
    }

    private func isShown(_ screen: String) -> Bool {
        windows.contains { $0.screen == screen } || opening[screen] != nil || mirror.contains(screen: screen)
    }

    private func makeView(for entry: StackMirror.Entry) {
        if let make = makers[entry.screen], views[entry.screen] == nil {
            views[entry.screen] = view(entry.screen, title: nil, make())
        }
        if let screen = published[entry.screen], viewsOfEntries[entry.id] == nil {
            let content = AnyView(erased: screen.content(entry.args))
            viewsOfEntries[entry.id] = view(entry.screen, title: screen.title, emits: screen.emits, content)
        }
    }

    private func view(
        _ screen: String, title: String?, emits: [String] = [], _ content: AnyView
    ) -> PublishedView {
        var environment = EnvironmentValues()
        environment.coordinator = Coordinator(unretained: self)
        environment.dismiss = DismissAction { [weak self] in self?.dismiss(screen) }
        environment.screen = screen
        environment.storedValues = host.storedValues
        environment.emit = EmitAction { [weak self] name, payload in
            guard let self else { return }
            host.emit(Emission(stack: self, screen: screen, name: name, payload: payload))
        }
        return PublishedView(
            screen: screen, title: title, emits: emits, graph: host.graph(content, environment: environment))
    }

    // MARK: - What the daemon says

    /// Takes over the stack as it is.
    func take(_ stack: JSON, revision: Int) {
        guard revision >= mirrored else { return }
        mirrored = revision
        mirror = StackMirror(stack)
    }

    func forget() {
        (mirror, mirrored) = (StackMirror(), 0)
    }

    func take(change: JSON, revision: Int) {
        guard revision > mirrored else { return }
        mirrored = revision
        if !mirror.apply(change) { refresh() }
    }

    private func refresh() {
        operate { [self] session in
            let answer = try await session.connection.call("nav.get", ["stack": .string(stack)])
            take(answer, revision: answer["revision"]?.intValue ?? 0)
        }
    }

    /// The view that answers for an entry's screen.
    func view(of screen: String, entry: EntryID) -> PublishedView? { viewsOfEntries[entry] ?? views[screen] }

    /// Who handles what an entry tells its parent: the nearest of the app's screens below that does.
    func handler(of name: String, from entry: EntryID) -> ActionTable.Handler? {
        let below = mirror.entries[..<(mirror.index(of: entry) ?? mirror.entries.count)]
        for candidate in below.reversed() {
            let view = view(of: candidate.screen, entry: candidate.id)
            if let handler = view?.graph.actions.handler(of: name) { return handler }
        }
        return nil
    }

    private var handledNames: [String] { Set(allViews.flatMap(\.graph.actions.handled)).sorted() }

    // MARK: - Beginning

    /// Everything begins, or goes on: what belongs on the stack is put there.
    ///
    /// - Parameters:
    ///   - isFirst: whether this process has just begun. What an earlier one has left and cannot be made again goes.
    ///   - before: what was on the stack of a panel that is no more.
    func attach(_ session: Session, isFirst: Bool, before: StackMirror?) {
        for name in targets.keys.sorted() { declare(name, session) }
        var beginning: [Operations.Operation] = []
        if isFirst { beginning.append(removeLeftovers()) }
        if isFirst || before != nil, let window = windows.first {
            beginning.append(operation { [self] in try await open(window: window.screen, $0) })
        }
        for (index, entry) in (before?.entries ?? []).enumerated() where isOwn(entry.screen) {
            beginning.append(
                operation(opening: [entry.screen], isRepeatable: true) { [self, before] in
                    try await reopen(entry, isFirstOfLayer: before?.layerStart(index) == index, $0)
                })
        }
        operations.resume(session, beginning: beginning)
    }

    private func isOwn(_ screen: String) -> Bool {
        views[screen] != nil || makers[screen] != nil || published[screen] != nil
    }

    private func open(window screen: String, _ session: Session) async throws {
        guard !mirror.contains(screen: screen) else { return }
        if mirror.entries.isEmpty || mirror.entries.map(\.screen) == [Panel.homeScreen] {
            _ = try await session.change("nav.set", ["stack": .string(stack), "path": [["screen": .string(screen)]]])
        } else {
            _ = try await session.change("nav.push", ["stack": .string(stack), "screen": .string(screen)])
        }
    }

    private func reopen(_ entry: StackMirror.Entry, isFirstOfLayer: Bool, _ session: Session) async throws {
        guard !mirror.contains(screen: entry.screen) else { return }
        try await open(entry.screen, args: entry.args, isFirstOfLayer ? entry.modal : nil, session)
    }

    /// Views that an earlier process has pushed and nobody can make again: this one begins where apps begin.
    private func removeLeftovers() -> Operations.Operation {
        let prefix = "\(host.name)/view/"
        let leftovers = host.orphans.filter { $0.hasPrefix(prefix) }
        for number in leftovers.compactMap({ Int($0.dropFirst(prefix.count)) }) { lastNumber = max(lastNumber, number) }
        return operation { [self] session in
            while let top = mirror.entries.last, leftovers.contains(top.screen), mirror.entries.count > 1 {
                let params: JSON.Object = ["stack": .string(stack), "entry": .string(top.id.rawValue)]
                guard try await session.change("nav.pop", params)["changed"] == true else { break }
            }
            for screen in leftovers where !mirror.contains(screen: screen) { host.remove(screen) }
        }
    }

    // MARK: - Operations

    private func operate(
        opening screens: [String] = [], isRepeatable: Bool = false,
        _ run: @escaping @MainActor (Session) async throws -> Void
    ) { operations.add(operation(opening: screens, isRepeatable: isRepeatable, run)) }

    /// - Parameter screens: those that are about to be on the stack, and are kept for it.
    private func operation(
        opening screens: [String] = [], isRepeatable: Bool = false,
        _ run: @escaping @MainActor (Session) async throws -> Void
    ) -> Operations.Operation {
        for screen in screens { opening[screen, default: 0] += 1 }
        return .init(run: run, isRepeatable: isRepeatable) { [weak self] in
            guard let self else { return }
            for screen in screens { opening[screen] = opening[screen].flatMap { $0 > 1 ? $0 - 1 : nil } }
            host.needUpdate()
        } refused: { [weak self] error in
            self?.report((error as? RemoteError)?.message ?? "\(error)")
        }
    }

    /// Opens a screen, with the views for it published before.
    private func open(
        _ screen: String, args: JSON = .null, _ modal: FasciaModel.ModalStyle?, _ session: Session
    ) async throws {
        host.update()
        var params: JSON.Object = ["stack": .string(stack), "screen": .string(screen)]
        if args != .null { params["args"] = args }
        let handles = handledNames
        if !handles.isEmpty { params["handles"] = .array(handles.map { .string($0) }) }
        guard let modal else {
            _ = try await session.change("nav.push", params)
            return
        }
        params["style"] = .string(modal.rawValue)
        let answer = try await session.change("nav.modal", params)
        if let entry = answer["entry"]?.stringValue { mirror.setModal(modal, of: EntryID(entry)) }
    }

    /// A name of its own for each view that is shown, so that each has its own state.
    private func add(_ content: AnyView) -> String {
        lastNumber += 1
        let screen = "\(host.name)/view/\(lastNumber)"
        views[screen] = view(screen, title: nil, content)
        return screen
    }

    private func show(_ content: AnyView, _ modal: FasciaModel.ModalStyle?, _ presented: Presented? = nil) {
        let screen = add(content)
        self.presented[screen] = presented
        operate(opening: [screen], isRepeatable: true) { [self] session in
            // The connection may have been lost over it after it was done.
            guard !mirror.contains(screen: screen) else { return }
            try await open(screen, modal, session)
        }
    }

    private func dismiss(_ screen: String) {
        operate { [self] session in
            guard let entry = mirror.entry(showing: screen), let index = mirror.index(of: entry.id) else { return }
            var params: JSON.Object = ["stack": .string(stack)]
            if entry.modal != nil {
                params["entry"] = .string(entry.id.rawValue)
                _ = try await session.change("nav.close", params)
            } else if index > 0 {
                params["entry"] = .string(mirror.entries[index - 1].id.rawValue)
                _ = try await session.change("nav.popTo", params)
            }
        }
    }

    private func command(_ method: String, _ params: JSON.Object = [:]) {
        operate { [stack] session in
            var params = params
            params["stack"] = .string(stack)
            _ = try await session.change(method, params)
        }
    }

    private func declare(_ name: String, _ session: Session) {
        guard let target = targets[name] else { return }
        session.send("nav.target", target) { [host] in host.report($0.message) }
    }
}

// MARK: - Navigation

extension StackHost: Navigator {
    func push(_ view: AnyView) { show(view, nil) }
    func modal(_ view: AnyView, style: Coordinator.ModalStyle) { show(view, style.model) }

    func present(_ view: AnyView, style: Coordinator.ModalStyle, _ presented: Presented) {
        show(view, style.model, presented)
    }

    func close(_ presented: Presented) {
        if let screen = self.presented.first(where: { $0.value === presented })?.key { dismiss(screen) }
    }

    /// Opens a screen of any app's.
    func open(screen: String, arguments: JSON, style: Coordinator.ModalStyle?) {
        operate { [self] in try await open(screen, args: arguments, style?.model, $0) }
    }

    func setPath(_ path: [Presented], above screen: String) {
        let wanted = path.map { presented in
            if let known = self.presented.first(where: { $0.value === presented })?.key { return known }
            let new = add(presented.view)
            self.presented[new] = presented
            return new
        }
        operate(opening: wanted) { [self] in try await setPath(wanted, above: screen, $0) }
    }

    private func setPath(_ wanted: [String], above screen: String, _ session: Session) async throws {
        guard let base = mirror.entry(showing: screen).flatMap({ mirror.index(of: $0.id) }) else { return }
        host.update()
        let end = mirror.layerEnd(base)
        let new = wanted.map { StackMirror.Entry(id: EntryID(""), screen: $0) }
        let path = StackMirror.path(Array(mirror.entries[...base]) + new + Array(mirror.entries[end...]))
        _ = try await session.change("nav.set", ["stack": .string(stack), "path": path])
        let answer = try await session.connection.call("nav.get", ["stack": .string(stack)])
        take(answer, revision: answer["revision"]?.intValue ?? 0)
    }

    func pop() { command("nav.pop") }
    func close() { command("nav.close") }

    /// Back to the app's own window, or to the root of the stack where that is not on it.
    func popToRoot() {
        operate { [self] session in
            var params: JSON.Object = ["stack": .string(stack)]
            let window = mirror.entries.first { entry in windows.contains { $0.screen == entry.screen } }
            if let window { params["entry"] = .string(window.id.rawValue) } else { params["index"] = 0 }
            _ = try await session.change("nav.popTo", params)
        }
    }

    func next(_ state: Coordinator.State) -> Bool {
        let name = targetName(state)
        guard let target = targets[name] else {
            if state == .root { popToRoot() }
            return state == .root
        }
        let screens = (target["path"]?.arrayValue ?? []).compactMap { $0["screen"]?.stringValue }
        for screen in screens where views[screen] == nil {
            if let make = makers[screen] { views[screen] = view(screen, title: nil, make()) }
        }
        operate(opening: screens) { [self] session in
            host.update()
            _ = try await session.change("nav.next", ["stack": .string(stack), "target": .string(name)])
        }
        return true
    }

    func declare(_ state: Coordinator.State, mode: Coordinator.Mode, _ views: [() -> AnyView]) {
        let path = views.enumerated().map { index, view -> JSON in
            let screen = "\(host.name)/state/\(state.name)/\(index)"
            makers[screen] = view
            return ["screen": .string(screen)]
        }
        let name = targetName(state)
        targets[name] = ["name": .string(name), "path": .array(path), "mode": .string(mode.model.rawValue)]
        if let session = host.session { declare(name, session) }
        host.needUpdate()
    }

    /// Two apps may both have a state of one name.
    private func targetName(_ state: Coordinator.State) -> String { "\(host.name)/\(state.name)" }

    func report(_ issue: String) { host.report(issue) }
}
