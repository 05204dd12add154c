import FasciaDocument
import FasciaModel

extension StackHost: Navigator {
    func push(_ view: AnyView) { show(view, nil) }
    func modal(_ view: AnyView, style: Coordinator.ModalStyle) { show(view, style.model) }

    func present(_ view: AnyView, style: Coordinator.ModalStyle, _ presented: PresentedScreen) {
        show(view, style.model, presented)
    }

    func close(_ presented: PresentedScreen) {
        if let screen = self.presented.first(where: { $0.value === presented })?.key { dismiss(screen) }
    }

    /// Opens a screen of any app.
    func open(screen: String, arguments: JSON, style: Coordinator.ModalStyle?) {
        enqueue { [self] in try await open(screen, args: arguments, style?.model, $0) }
    }

    func setPath(_ path: [PresentedScreen], above screen: String) {
        let wanted = path.map { presented in
            if let known = self.presented.first(where: { $0.value === presented })?.key { return known }
            let new = newScreen()
            self.presented[new] = presented
            return new
        }
        enqueue(opening: wanted, isRepeatable: true) { [self] in try await setPath(wanted, above: screen, $0) }
        for (name, presented) in zip(wanted, path) where views[name] == nil {
            views[name] = view(name, title: "", presented.view)
        }
    }

    private func setPath(_ wanted: [String], above screen: String, _ session: Session) async throws {
        try await popStaleScreens(session)
        guard let base = mirror.entry(showing: screen).flatMap({ mirror.index(of: $0.id) }) else { return }
        host.update()
        let end = mirror.layerEnd(base)
        let new = wanted.map { StackMirror.Entry(id: EntryID(""), screen: $0) }
        let path = StackMirror.path(Array(mirror.entries[...base]) + new + Array(mirror.entries[end...]))
        _ = try await session.mutate("nav.set", ["stack": .string(stack), "path": path])
        let answer = try await session.call("nav.get", ["stack": .string(stack)])
        apply(answer, revision: answer["revision"]?.intValue ?? 0)
    }

    func pop() { enqueueCall("nav.pop") }
    func close() { enqueueCall("nav.close") }

    /// Pops to the app's own window, or to the root if the window is not on the stack.
    func popToRoot() {
        enqueue { [self] session in
            var params: JSON.Object = ["stack": .string(stack)]
            let window = mirror.entries.first { entry in windows.contains { $0.screen == entry.screen } }
            if let window { params["entry"] = .string(window.id.rawValue) } else { params["index"] = 0 }
            _ = try await session.mutate("nav.popTo", params)
        }
    }

    func next(_ state: Coordinator.State) -> Bool {
        let name = targetName(state)
        guard let target = targets[name] else {
            if state == .root { popToRoot() }
            return state == .root
        }
        let screens = (target["path"]?.arrayValue ?? []).compactMap { $0["screen"]?.stringValue }
        enqueue(opening: screens) { [self] session in
            try await popStaleScreens(session)
            host.update()
            _ = try await session.mutate("nav.next", ["stack": .string(stack), "target": .string(name)])
        }
        for screen in screens where views[screen] == nil {
            if let make = screenFactories[screen] { views[screen] = view(screen, title: "", make()) }
        }
        return true
    }

    func declare(_ state: Coordinator.State, mode: Coordinator.Mode, _ views: [() -> AnyView]) {
        let path = views.enumerated().map { index, view -> JSON in
            let screen = "\(host.name)/state/\(state.name)/\(index)"
            screenFactories[screen] = view
            return ["screen": .string(screen)]
        }
        let name = targetName(state)
        targets[name] = ["name": .string(name), "path": .array(path), "mode": .string(mode.model.rawValue)]
        if let session = host.session { declare(name, session) }
        host.setNeedsUpdate()
    }

    /// The app's name as a prefix keeps the states of different apps apart.
    private func targetName(_ state: Coordinator.State) -> String { "\(host.name)/\(state.name)" }

    func report(_ issue: String) { host.issues.report(issue) }
}
