import FasciaClient
import FasciaModel
import FasciaWire

/// How an app begins on a stack, and goes on when it or the daemon was away.
extension StackHost {
    /// Everything begins, or goes on: what belongs on the stack is put there.
    ///
    /// - Parameters:
    ///   - isFirst: whether this process has just begun. What an earlier one has left and cannot be made again stays to be
    ///     read.
    ///   - before: what was on the stack of a panel that is no more.
    func attach(_ session: Session, isFirst: Bool, before: StackMirror?) {
        for name in targets.keys.sorted() { declare(name, session) }
        var beginning: [Operations.Operation] = []
        if isFirst { beginning.append(keepLeftovers()) }
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
        views[screen] != nil || makers[screen] != nil || host.screens[screen] != nil
    }

    private func open(window screen: String, _ session: Session) async throws {
        guard !mirror.contains(screen: screen) else { return }
        try await removeLeftovers(session)
        // In somebody's modal it would be part of that, and go away with it.
        guard !mirror.hasModal else { return waitingWindow = screen }
        if mirror.entries.isEmpty {
            _ = try await session.change("nav.set", ["stack": .string(stack), "path": [["screen": .string(screen)]]])
            return
        }
        if mirror.entries.map(\.screen) == [Panel.homeScreen], try await replaceHome(with: screen, session) { return }
        _ = try await session.change("nav.push", ["stack": .string(stack), "screen": .string(screen)])
    }

    /// The first app of all takes the place of the empty panel. Where two begin at the same time, the entry is there
    /// for one of them only.
    private func replaceHome(with screen: String, _ session: Session) async throws -> Bool {
        guard let home = mirror.entries.first else { return false }
        let params: JSON.Object = [
            "stack": .string(stack), "entry": .string(home.id.rawValue), "screen": .string(screen),
        ]
        do {
            _ = try await session.change("nav.replace", params)
            return true
        } catch let error as RemoteError where error.reason == Refusal.Reason.entryGone.rawValue {
            return false
        }
    }

    /// A window that has waited for a modal comes when there is none any more.
    func openWaitingWindow() {
        guard let screen = waitingWindow, !mirror.hasModal else { return }
        waitingWindow = nil
        operations.add(operation { [self] in try await open(window: screen, $0) })
    }

    private func reopen(_ entry: StackMirror.Entry, isFirstOfLayer: Bool, _ session: Session) async throws {
        guard !mirror.contains(screen: entry.screen) else { return }
        try await open(entry.screen, args: entry.args, isFirstOfLayer ? entry.modal : nil, session)
    }

    // MARK: - What an earlier process has left

    /// Views that an earlier process has pushed and nobody can make again stay to be read, and say why they do nothing.
    private func keepLeftovers() -> Operations.Operation {
        let prefix = "\(host.name)/view/"
        let orphans = host.orphans.filter { $0.hasPrefix(prefix) }
        return operation { [self] session in
            for screen in orphans.sorted() {
                guard mirror.contains(screen: screen) else {
                    if !host.isShownElsewhere(screen, than: self) { host.publisher.remove(screen) }
                    continue
                }
                leftovers.insert(screen)
                let json = try await session.connection.call("screen.get", ["id": .string(screen)])["screen"]
                guard let json, let old = try? Screen.schema.read(json) else { continue }
                host.publisher.publish(old.leftOver, handled: [])
            }
        }
    }

    /// The app itself opens something: what was left on top of the stack makes way.
    func removeLeftovers(_ session: Session) async throws {
        while !leftovers.isEmpty, let top = mirror.entries.last, leftovers.contains(top.screen), mirror.entries.count > 1 {
            let params: JSON.Object = ["stack": .string(stack), "entry": .string(top.id.rawValue)]
            guard try await session.change("nav.pop", params)["changed"] == true else { break }
        }
    }

    /// They are gone as soon as nobody sees them any more.
    func letGoOfLeftovers() {
        for screen in leftovers where !mirror.contains(screen: screen) {
            leftovers.remove(screen)
            host.publisher.remove(screen)
        }
    }
}

extension Screen {
    /// As a process that has ended has left it: to be read, with the reason why nothing in it can be operated.
    fileprivate var leftOver: Screen {
        let reason = Node(
            .text(TextContent("! The app that showed this has begun anew and cannot go on here: go back, and open it again.")),
            modifiers: [.bold(true)])
        var screen = self
        guard !body.isLeftOver else { return self }
        screen.body = Node(
            .stack(StackContent(.vertical, alignment: .leading, children: [reason, body.with([.disabled(true)])])),
            id: Node.leftOverID)
        screen.emits = []
        return screen
    }
}

extension Node {
    fileprivate static let leftOverID = "left-over"
    fileprivate var isLeftOver: Bool { id == Node.leftOverID }
}
