import FasciaDocument
import FasciaModel
import FasciaWire

/// Keeps something of screens.
protocol ScreenCache: AnyObject {
    /// The screen was published, or its app has changed.
    func forget(_ screen: String)
}

/// The apps of the panel's screens: the clients that publish screens and declare controls, and those that handle actions.
final class Apps {
    let live: LivePanel
    let clients: Clients
    private let limits: ConnectionLimits
    /// Screen id to the number of the connected client that last published it.
    private var publishers: [String: Int] = [:]
    /// The same for the client that has declared each group, picker and value.
    private(set) var declarers: [UndoConstraints.Subject: Int] = [:]
    /// The screens with an app, as last recorded in the journal.
    private var recordedScreens: Set<String>
    /// Set when the screens with an app may differ from `recordedScreens`.
    private var needsRecording = false
    /// What is kept of screens, until they are published or their app changes.
    var caches: [any ScreenCache] = []

    /// - Parameter screens: the screens that had an app in the previous process.
    init(_ live: LivePanel, _ clients: Clients, limits: ConnectionLimits, screens: [String]) {
        self.live = live
        self.clients = clients
        self.limits = limits
        recordedScreens = Set(screens)
    }

    /// The client that last published a screen, while it is connected.
    func publisher(of screen: String) -> Client? {
        publishers[screen].flatMap { clients[$0] }.flatMap { $0.isGone ? nil : $0 }
    }

    /// The connected clients that publish screens, in the order of their connections.
    var connectedPublishers: [Client] {
        Set(publishers.values).sorted().compactMap { clients[$0] }.filter { !$0.isGone }
    }

    private func screenChanged(_ screen: String) {
        for cache in caches { cache.forget(screen) }
    }

    // MARK: - Bindings

    func bind(_ scope: ActionBindings.Scope, names: [String], _ request: Request) throws(WireError) -> Reply {
        let client = request.client
        try refusing { () throws(Refusal) in
            if case .entry(let entry) = scope { _ = try live.panel.requireEntry(entry) }
            try limits.require(.names, used: live.bindings.count(of: client.id), adding: max(1, names.count), by: client)
            try checkOwner(of: scope, names, client)
        }
        if isPublisher(client, of: scope) { endOthers(scope, names, client) }
        live.bindings.bind(scope, names: names, to: client.id)
        needsRecording = true
        if let screen = ownScreen(scope), live.panel.screen(screen) != nil, publisher(of: screen) == nil {
            // The app of a screen whose publisher has gone is the client that handles its actions. So an app that comes
            // back takes over its orphaned screens as they are.
            publishers[screen] = client.id
            screenChanged(screen)
            if live.panel.isOrphaned(screen: screen) || live.cancelOrphaning(of: screen) {
                live.record(.setOrphaned(screens: [screen], false), request.cause)
            }
        }
        return .result(["bound": .array(names.map { .string($0) })])
    }

    /// A screen's actions have one handler at a time: a program does not take those of another one. The other one may be an
    /// earlier connection of the same program. The program that publishes a screen takes its actions back.
    private func checkOwner(of scope: ActionBindings.Scope, _ names: [String], _ client: Client) throws(Refusal) {
        guard !isPublisher(client, of: scope) else { return }
        var scopes = [scope]
        if case .entry(let entry) = scope, let found = live.panel.find(entry)?.entry {
            scopes.append(.screen(found.route.screen))
        }
        for name in names {
            let peers = scopes.flatMap { live.bindings.peers($0, handling: name) }
            let other = peers.lazy.compactMap { self.clients[$0] }.first {
                !$0.isSameProgram(as: client) && $0.transport?.hasHungUp == false
            }
            guard let other else { continue }
            let what = name == ActionBindings.everything ? "its actions" : name
            let owner = "\(other.origin.name ?? "a program") (pid \(other.peer.pid))"
            throw Refusal(
                .refused, "\(owner) handles \(what) there: end it first, or handle other actions",
                details: ["name": .string(name), "pid": .int(Int(other.peer.pid))])
        }
    }

    /// Whether the client's program publishes the screen whose actions these are.
    private func isPublisher(_ client: Client, of scope: ActionBindings.Scope) -> Bool {
        let screen: String? =
            switch scope {
            case .screen(let screen): screen
            case .entry(let entry): live.panel.find(entry)?.entry.route.screen
            }
        return screen.flatMap(publisher)?.isSameProgram(as: client) ?? false
    }

    /// Ends what other programs handle of the actions that the publisher of the screen handles from now on.
    private func endOthers(_ scope: ActionBindings.Scope, _ names: [String], _ client: Client) {
        var scopes = [scope]
        if case .screen(let screen) = scope {
            let entries = live.panel.stackNames.compactMap { live.panel.stack($0)?.entries }.joined()
            scopes += entries.filter { $0.route.screen == screen }.map { .entry($0.id) }
        }
        for scope in scopes {
            for name in names {
                for peer in live.bindings.peers(scope, handling: name) {
                    guard let other = clients[peer], !other.isSameProgram(as: client) else { continue }
                    let ended = name == ActionBindings.everything ? [] : [name, ActionBindings.everything]
                    _ = live.bindings.unbind(scope, names: ended, from: peer)
                }
            }
        }
    }

    func unbind(_ scope: ActionBindings.Scope, names: [String], _ request: Request) -> Reply {
        needsRecording = true
        return .result(["changed": .bool(live.bindings.unbind(scope, names: names, from: request.client.id))])
    }

    /// The screen that this binding makes the client the app of. The scope of an entry counts only if the entry has a
    /// screen of its own.
    private func ownScreen(_ scope: ActionBindings.Scope) -> String? {
        switch scope {
        case .screen(let screen): return screen
        case .entry(let entry):
            guard let found = live.panel.find(entry)?.entry else { return nil }
            let screen = live.panel.screenID(of: found)
            return screen == found.route.screen ? nil : screen
        }
    }

    // MARK: - Publishers

    /// Records the client as the publisher or declarer of the command's subject.
    func recordPublisher(of command: Command, by client: Client) {
        switch command {
        case .putScreen(let screen):
            if publishers.updateValue(client.id, forKey: screen.id) != client.id { needsRecording = true }
            screenChanged(screen.id)
        case .removeScreen(let id):
            publishers[id] = nil
            needsRecording = true
            screenChanged(id)
        case .declareGroup(let group): note(.group(group.id), by: client)
        case .removeGroup(let id): declarers[.group(id)] = nil
        case .declarePicker(let picker): note(.picker(picker.id), by: client)
        case .removePicker(let id): declarers[.picker(id)] = nil
        case .declareValue(let value): note(.value(value.key), by: client)
        case .removeValue(let key): declarers[.value(key)] = nil
        default: break
        }
    }

    /// Notes who has declared something. The first one owns it while it is connected, whoever declares it again.
    private func note(_ subject: UndoConstraints.Subject, by client: Client) {
        if let owner = declarers[subject].flatMap({ clients[$0] }), owner.transport?.hasHungUp == false { return }
        declarers[subject] = client.id
    }

    /// The screens of which this client is the app: those that it published and whose actions it handles.
    private func screens(of peer: Int) -> Set<String> {
        let panel = live.panel
        let handled = panel.stackNames.compactMap { panel.stack($0)?.entries }.joined().filter {
            !$0.handles.isEmpty && live.bindings.isParent(peer, of: $0.id)
        }
        var screens = Set(handled.map(panel.screenID))
        for scope in live.bindings.scopes(of: peer) {
            switch scope {
            case .screen(let screen): screens.insert(screen)
            case .entry(let entry): if let found = panel.find(entry) { screens.insert(panel.screenID(of: found.entry)) }
            }
        }
        return screens.filter { publishers[$0] == peer }
    }

    /// The screens that have an app.
    private var screensWithApp: Set<String> {
        Set(publishers.values).reduce(into: []) { $0.formUnion(screens(of: $1)) }
    }

    // MARK: - Connecting and disconnecting

    /// Orphans the screens of a client that has disconnected.
    func remove(_ client: Client) {
        // Most clients have published and declared nothing.
        let own = publishers.filter { $0.value == client.id }.keys
        let orphans = own.isEmpty ? [] : screens(of: client.id).sorted()
        live.bindings.remove(peer: client.id)
        for screen in own {
            publishers[screen] = nil
            screenChanged(screen)
        }
        for subject in declarers.filter({ $0.value == client.id }).keys { declarers[subject] = nil }
        if !own.isEmpty { needsRecording = true }
        guard !orphans.isEmpty else { return }
        live.record(.setOrphaned(screens: orphans, true), Cause(method: "disconnected", origin: client.origin))
    }

    /// Orphans these screens, except those of apps whose connections were handed over to this process.
    func orphan(_ screens: [String]) {
        let screens = Set(screens).subtracting(screensWithApp)
        guard !screens.isEmpty else { return }
        live.record(.setOrphaned(screens: screens.sorted(), true), .ofDaemon("restarted"))
        needsRecording = true
    }

    /// Records in the journal which screens have an app.
    func record() {
        guard needsRecording else { return }
        needsRecording = false
        guard let journal = live.journal else { return }
        let screens = screensWithApp
        guard screens != recordedScreens else { return }
        journal.append(apps: screens.sorted(), time: live.clock.now, cause: .ofDaemon("daemon.apps"))
        recordedScreens = screens
    }

    /// Adds what the next process needs to know of a client.
    func save(_ client: Client, to session: inout ClientSession) {
        session.bindings = live.bindings.all(of: client.id).map { scope, names in
            switch scope {
            case .screen(let screen): ClientSession.BindingRecord(screen: screen, names: names.sorted())
            case .entry(let entry): ClientSession.BindingRecord(entry: entry, names: names.sorted())
            }
        }
        session.children = live.bindings.children(of: client.id)
        session.screens = publishers.filter { $0.value == client.id }.map(\.key)
        session.declared = declarers.filter { $0.value == client.id }.map(\.key)
    }

    /// Takes over a client from the previous process.
    func restore(_ client: Client, from session: ClientSession) {
        let panel = live.panel
        for binding in session.bindings {
            if let screen = binding.screen { live.bindings.bind(.screen(screen), names: binding.names, to: client.id) }
            if let entry = binding.entry, panel.find(entry) != nil {
                live.bindings.bind(.entry(entry), names: binding.names, to: client.id)
            }
        }
        for child in session.children where panel.find(child) != nil { live.bindings.push(child, by: client.id) }
        for screen in session.screens where panel.screen(screen) != nil { publishers[screen] = client.id }
        for subject in session.declared { declarers[subject] = client.id }
    }
}
