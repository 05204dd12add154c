import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaWire

/// Operations on a stack, executed one at a time.
extension StackHost {
    func enqueue(
        opening screens: [String] = [], isRepeatable: Bool = false,
        _ run: @escaping @MainActor (Session) async throws -> Void
    ) { operations.add(makeOperation(opening: screens, isRepeatable: isRepeatable, run)) }

    /// - Parameter screens: screens that the operation opens. Their views are kept until it has finished.
    func makeOperation(
        opening screens: [String] = [], isRepeatable: Bool = false,
        _ run: @escaping @MainActor (Session) async throws -> Void
    ) -> SerialOperations.Operation {
        for screen in screens { pendingOpens[screen, default: 0] += 1 }
        return .init(run: run, isRepeatable: isRepeatable) { [weak self] in
            guard let self else { return }
            for screen in screens { pendingOpens[screen] = pendingOpens[screen].flatMap { $0 > 1 ? $0 - 1 : nil } }
            host.setNeedsUpdate()
        } failed: { [weak self] error in
            self?.report((error as? RemoteError)?.message ?? "\(error)")
        }
    }

    /// Opens a screen after publishing its views.
    func open(
        _ screen: String, args: JSON = .null, _ modal: FasciaModel.ModalStyle?, _ session: Session
    ) async throws {
        try await popStaleScreens(session)
        host.update()
        var params: JSON.Object = ["stack": .string(stack), "screen": .string(screen)]
        if args != .null { params["args"] = args }
        let handles = handledNames
        if !handles.isEmpty { params["handles"] = .array(handles.map { .string($0) }) }
        guard let modal else {
            _ = try await session.mutate("nav.push", params)
            return
        }
        params["style"] = .string(modal.rawValue)
        let answer = try await session.mutate("nav.modal", params)
        if let entry = answer["entry"]?.stringValue { mirror.setModal(modal, of: EntryID(entry)) }
    }

    /// The name of a new screen. Each shown view gets its own, and thereby its own state.
    func newScreen() -> String {
        lastNumber += 1
        return "\(host.name)/view/\(lastNumber)"
    }

    func show(_ content: AnyView, _ modal: FasciaModel.ModalStyle?, _ presented: PresentedScreen? = nil) {
        let screen = newScreen()
        self.presented[screen] = presented
        enqueue(opening: [screen], isRepeatable: true) { [self] session in
            // A retry after a lost connection: the screen may already be open.
            guard !mirror.contains(screen: screen) else { return }
            try await open(screen, modal, session)
        }
        // Evaluated after the operation is queued: the views may navigate at once, from their own screen.
        views[screen] = view(screen, title: "", content)
    }

    func dismiss(_ screen: String) {
        enqueue(isRepeatable: true) { [self] session in
            guard let entry = mirror.entry(showing: screen), let index = mirror.index(of: entry.id) else { return }
            var params: JSON.Object = ["stack": .string(stack)]
            if entry.modal != nil {
                params["entry"] = .string(entry.id.rawValue)
                _ = try await session.mutate("nav.close", params)
            } else if index > 0 {
                params["entry"] = .string(mirror.entries[index - 1].id.rawValue)
                _ = try await session.mutate("nav.popTo", params)
            }
        }
    }

    func enqueueCall(_ method: String, _ params: JSON.Object = [:]) {
        enqueue { [stack] session in
            var params = params
            params["stack"] = .string(stack)
            _ = try await session.mutate(method, params)
        }
    }

    func declare(_ name: String, _ session: Session) {
        guard let target = targets[name] else { return }
        session.send("nav.target", target) { [host] in host.issues.report($0.message) }
    }
}
