import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaWire

/// Starting on a stack, and resuming after the app or the daemon has restarted.
extension StackHost {
    /// Starts a session on this stack: declares its targets and opens the entries that belong on it.
    ///
    /// - Parameters:
    ///   - isFirst: whether this is the first session of the process. Screens of an earlier process that cannot be made
    ///     again stay on the stack, read-only.
    ///   - before: the stack of the previous panel, if the panel is a new one.
    func startSession(_ session: Session, isFirst: Bool, before: StackMirror?) {
        for name in targets.keys.sorted() { declare(name, session) }
        var initial: [SerialOperations.Operation] = []
        if isFirst { initial.append(publishStaleScreens()) }
        if isFirst || before != nil, let window = windows.first {
            initial.append(makeOperation(isRepeatable: true) { [self] in try await open(window: window.screen, $0) })
        }
        for (index, entry) in (before?.entries ?? []).enumerated() where belongsToApp(entry.screen) {
            initial.append(
                makeOperation(opening: [entry.screen], isRepeatable: true) { [self, before] in
                    try await reopen(entry, isFirstOfLayer: before?.layerStart(index) == index, $0)
                })
        }
        operations.resume(session, first: initial)
    }

    private func belongsToApp(_ screen: String) -> Bool {
        views[screen] != nil || screenFactories[screen] != nil || host.screens[screen] != nil
    }

    private func open(window screen: String, _ session: Session) async throws {
        guard !mirror.contains(screen: screen) else { return }
        try await popStaleScreens(session)
        // Pushed inside a modal, the window would be closed with it.
        guard !mirror.hasModal else { return deferredWindow = screen }
        if mirror.entries.isEmpty {
            _ = try await session.mutate("nav.set", ["stack": .string(stack), "path": [["screen": .string(screen)]]])
            return
        }
        if !host.homeShowsOthers, mirror.entries.map(\.screen) == [Panel.homeScreen], try await replaceHome(with: screen, session)
        {
            return
        }
        _ = try await session.mutate("nav.push", ["stack": .string(stack), "screen": .string(screen)])
    }

    /// The first app replaces the home screen of an empty panel, which would show nothing but the app. If two apps try at the same time, only one succeeds:
    /// for the other, the entry is gone.
    private func replaceHome(with screen: String, _ session: Session) async throws -> Bool {
        guard let home = mirror.entries.first else { return false }
        let params: JSON.Object = [
            "stack": .string(stack), "entry": .string(home.id.rawValue), "screen": .string(screen),
        ]
        do {
            _ = try await session.mutate("nav.replace", params)
            return true
        } catch let error as RemoteError where error.reason == Refusal.Reason.entryGone.rawValue {
            return false
        }
    }

    /// Opens a window that waited for a modal to close.
    func openDeferredWindow() {
        guard let screen = deferredWindow, !mirror.hasModal else { return }
        deferredWindow = nil
        operations.add(makeOperation(isRepeatable: true) { [self] in try await open(window: screen, $0) })
    }

    private func reopen(_ entry: StackMirror.Entry, isFirstOfLayer: Bool, _ session: Session) async throws {
        guard !mirror.contains(screen: entry.screen) else { return }
        try await open(entry.screen, args: entry.args, isFirstOfLayer ? entry.modal : nil, session)
    }

    // MARK: - Stale screens

    /// Republishes views that an ended process pushed and that cannot be made again: disabled, with a note that says why.
    private func publishStaleScreens() -> SerialOperations.Operation {
        let prefix = "\(host.name)/view/"
        let orphans = host.orphans.filter { $0.hasPrefix(prefix) }
        return makeOperation { [self] session in
            for screen in orphans.sorted() {
                guard mirror.contains(screen: screen) else {
                    if !host.isShownElsewhere(screen, than: self) { host.publisher.remove(screen) }
                    continue
                }
                staleScreens.insert(screen)
                let json = try await session.call("screen.get", ["id": .string(screen)])["screen"]
                guard let json, let old = try? Screen.schema.read(json) else { continue }
                host.publisher.publish(old.disabledAsStale, handled: [])
            }
        }
    }

    /// Pops stale screens from the top of the stack before the app opens something.
    func popStaleScreens(_ session: Session) async throws {
        while !staleScreens.isEmpty, let top = mirror.entries.last, staleScreens.contains(top.screen), mirror.entries.count > 1 {
            let params: JSON.Object = ["stack": .string(stack), "entry": .string(top.id.rawValue)]
            guard try await session.mutate("nav.pop", params)["changed"] == true else { break }
        }
    }

    /// Removes stale screens that are no longer on the stack.
    func removeHiddenStaleScreens() {
        for screen in staleScreens where !mirror.contains(screen: screen) {
            staleScreens.remove(screen)
            host.publisher.remove(screen)
        }
    }
}

extension Screen {
    /// The screen of an ended process: disabled, with a note that says why.
    fileprivate var disabledAsStale: Screen {
        let reason = Node(
            .text(TextContent("! The app was restarted and cannot continue here. Go back and open this again.")),
            modifiers: [.bold(true)])
        var screen = self
        guard !body.isStale else { return self }
        screen.body = Node(
            .stack(StackContent(.vertical, alignment: .leading, children: [reason, body.with([.disabled(true)])])),
            id: Node.staleID)
        screen.emits = []
        return screen
    }
}

extension Node {
    fileprivate static let staleID = "left-over"
    fileprivate var isStale: Bool { id == Node.staleID }
}
