import FasciaClient
import FasciaModel
import FasciaWire
import Logging

/// An app at the daemon: it publishes the app's screens there, and has its views answer what is done on them.
///
/// It lives as long as the process. Connections come and go; what the app shows and keeps stays.
@MainActor final class AppHost {
    /// A screen as it was handed over last.
    private struct Publication {
        var screen: Screen
        /// Whether the daemon has said that it has the whole of it: rows alone are put onto nothing else.
        var isTaken: Bool
    }

    let name: String
    let path: String
    let log: Logger
    let storedValues: StoredValues
    let storage = DaemonStorage()
    private(set) var session: Session?
    private(set) var stacks: [String: StackHost] = [:]
    /// The screens that others open, by their names.
    private(set) var screens: [String: SceneList.Published] = [:]
    /// Whether all that this session begins with has been done.
    private var hasBegun = false
    /// Screens of this app's name that no living process answers for, as they were at the beginning.
    private(set) var orphans: Set<String> = []

    private var makeApp: (() -> any View)?
    private var appGraph: ViewGraph?
    /// Which panel it was that was seen last.
    private var epoch: String?
    /// What was handed over of each screen, and which actions the daemon knows to be handled there.
    private var published: [String: Publication] = [:]
    private var bound: [String: [String]] = [:]
    private var running: Task<Void, Never>?
    private var isUpdating = false
    private var isWoken = false
    /// The action that is being handled right now.
    var performing: Performance?
    private(set) var reported: Set<String> = []
    /// What the daemon has not been told of yet.
    private var untold: [JSON.Object] = []

    init(name: String, path: String) {
        self.name = name
        self.path = path
        var log = Logger(label: "fascia.app.\(name)")
        log.logLevel = .info
        self.log = log
        storedValues = StoredValues(storage)
        storage.send = { [weak self] in self?.send($0) }
    }

    static func socketPath(arguments: [String]) -> String {
        let option = arguments.firstIndex(of: "--socket").flatMap { arguments.dropFirst($0 + 1).first }
        return SocketPath.resolve(option: option) { ProcessInfo.processInfo.environment[$0] }
    }

    /// Begins, and goes on for as long as the process is there.
    func start(_ makeApp: @escaping () -> any View) {
        self.makeApp = makeApp
        running = Task { await run() }
    }

    /// Ends it. What it has published stays.
    func stop() async {
        running?.cancel()
        session?.connection.close()
        await running?.value
    }

    // MARK: - Connections

    private func run() async {
        var backOff = BackOff()
        var last: String?
        while !Task.isCancelled {
            do {
                try await serve { (backOff, last) = (BackOff(), nil) }
            } catch {
                end(error)
                if Task.isCancelled { return }
                let what = (error as? RemoteError)?.message ?? "\(error)"
                // The same thing every few seconds would only hide the rest of the log.
                if what != last { log.warning("\(what). Trying again until it works") }
                last = what
            }
            try? await Task.sleep(for: backOff.next())
        }
    }

    /// One connection, to its end.
    private func serve(_ connected: () -> Void) async throws {
        let connection = try await Connection.open(path: path, takesRequests: true)
        let hello = try await connection.hello(name: name)
        let watch = try await connection.call(
            "watch.start", ["topics": ["nav:**", "value:**", "removed:**"], "snapshot": true])
        guard let number = watch["watch"], let cursor = watch["cursor"]?.stringValue.flatMap(Cursor.init),
            let snapshot = watch["snapshot"]
        else {
            throw RemoteError(
                code: RemoteError.Code.internalError, message: "the answer to watch.start has no snapshot",
                reason: "internalError")
        }
        connected()
        let session = Session(
            connection: connection, watch: number, revision: cursor.revision,
            lineBytes: hello["limits"]?["lineBytes"]?.intValue ?? .max)
        log.info("connected to the daemon at \(path)")
        begin(session, epoch: hello["epoch"]?.stringValue, snapshot, revision: cursor.revision)
        for try await notification in connection.notifications { take(notification, session) }
        throw CancellationError()
    }

    private func begin(_ session: Session, epoch: String?, _ snapshot: JSON, revision: Int) {
        let isFirst = self.epoch == nil
        let isNew = self.epoch != epoch
        self.epoch = epoch
        self.session = session
        (published, bound, hasBegun) = ([:], [:], false)
        if isFirst { findOrphans(snapshot) }
        for key in storage.connected(values(snapshot), revision: revision, isNew: isNew && !isFirst) {
            storedValues.changed(key)
        }
        if appGraph == nil, let makeApp { appGraph = graph(makeApp(), environment: appEnvironment) }
        let before = stacks.mapValues(\.mirror)
        findScreens(in: snapshot)
        for stack in stacks.values { take(stack, snapshot, isNew: isNew, revision: revision) }
        tell()
        // What is to be opened again is kept.
        for (name, stack) in stacks.sorted(by: { $0.key < $1.key }) {
            stack.attach(session, isFirst: isFirst, before: isNew && !isFirst ? before[name] : nil)
        }
        if isFirst { removeOrphans() }
        hasBegun = true
        update()
    }

    private func values(_ snapshot: JSON) -> [String: JSON] {
        Dictionary(snapshot["values"]?.objectValue?.members ?? []) { first, _ in first }
    }

    private func take(_ stack: StackHost, _ snapshot: JSON, isNew: Bool, revision: Int) {
        if isNew { stack.forget() }
        for json in snapshot["stacks"]?.arrayValue ?? [] where json["stack"]?.stringValue == stack.stack {
            stack.take(json, revision: revision)
        }
    }

    private func findOrphans(_ snapshot: JSON) {
        for screen in snapshot["screens"]?.arrayValue ?? [] {
            guard let id = screen["id"]?.stringValue, id == name || id.hasPrefix(name + "/") else { continue }
            if screen["orphaned"] == true {
                orphans.insert(id)
            } else {
                log.warning(
                    """
                    the panel has a screen \(id) already, which this app replaces: where it is another process's, the two \
                    take turns; give this one another name
                    """)
            }
        }
    }

    /// What an earlier process has published for entries that are not there any more.
    private func removeOrphans() {
        let entries = Set(stacks.values.flatMap { $0.mirror.entries.map(\.ownScreen) })
        for screen in orphans.sorted() where screen.contains("@") && !entries.contains(screen) { remove(screen) }
    }

    /// Somebody may have opened one of the app's screens on a stack that it had nothing to do with.
    private func findScreens(in snapshot: JSON) {
        for json in snapshot["stacks"]?.arrayValue ?? [] {
            guard let stack = json["stack"]?.stringValue, stacks[stack] == nil else { continue }
            if StackMirror(json).entries.contains(where: { screens[$0.screen] != nil }) { _ = stackHost(stack) }
        }
    }

    private func end(_ error: any Error) {
        guard let session else { return }
        self.session = nil
        session.ended(error)
        for stack in stacks.values { stack.operations.pause() }
    }

    // MARK: - What the daemon says

    private func take(_ notification: FasciaClient.Notification, _ session: Session) {
        if let request = notification.request {
            Task {
                let answer = await answer(notification)
                session.connection.answer(request, answer)
            }
        } else if notification.method == "geometry" {
            takeRoom(notification.params)
        } else if notification.params["watch"] == session.watch {
            take(event: notification)
        }
    }

    /// A view has another room than it was evaluated for.
    private func takeRoom(_ params: JSON) {
        guard let stack = params["stack"]?.stringValue.flatMap({ stacks[$0] }),
            let screen = params["screen"]?.stringValue, let entry = params["entry"]?.stringValue,
            let node = params["node"]?.stringValue, let width = params["width"]?.doubleValue,
            let height = params["height"]?.doubleValue
        else { return }
        let view = stack.view(of: screen, entry: EntryID(entry))
        if view?.graph.roomChanged(node, CGSize(width: width, height: height)) == true { needUpdate() }
    }

    private func take(event: FasciaClient.Notification) {
        let params = event.params
        if let snapshot = params["snapshot"], let cursor = params["to"]?.stringValue.flatMap(Cursor.init) {
            findScreens(in: snapshot)
            for stack in stacks.values { take(stack, snapshot, isNew: false, revision: cursor.revision) }
            for key in storage.synchronized(values(snapshot), revision: cursor.revision) { storedValues.changed(key) }
            session?.reached(cursor.revision)
            return needUpdate()
        }
        guard let revision = params["revision"]?.intValue else { return }
        for change in params["changes"]?.arrayValue ?? [] {
            switch change["kind"]?.stringValue {
            case "nav":
                guard let stack = change["stack"]?.stringValue else { continue }
                if let known = stacks[stack] {
                    known.take(change: change, revision: revision)
                } else if (change["added"]?.arrayValue ?? []).contains(where: isOwnScreen) {
                    stackHost(stack).learn()
                }
                needUpdate()
            case "value": if let key = change["key"]?.stringValue { received(key, change["to"], revision) }
            case "removed" where change["what"] == "stack":
                change["id"]?.stringValue.flatMap { stacks[$0] }?.forget()
                needUpdate()
            case "removed" where change["what"] == "value":
                if let key = change["id"]?.stringValue { received(key, nil, revision) }
            default: break
            }
        }
        session?.reached(revision)
    }

    private func isOwnScreen(_ entry: JSON) -> Bool { entry["screen"]?.stringValue.map { screens[$0] != nil } ?? false }

    private func received(_ key: String, _ value: JSON?, _ revision: Int) {
        if storage.received(key, value, revision: revision) { storedValues.changed(key) }
    }

    private func send(_ write: DaemonStorage.Write) {
        guard let session else { return }
        var params: JSON.Object = ["key": .string(write.key), "once": .string(write.once)]
        params["value"] = write.value
        session.send(write.value == nil ? "value.remove" : "value.set", params) { [weak self] answer in
            self?.answered(write, revision: answer["revision"]?.intValue, session)
        } refused: { [weak self] error in
            self?.answered(write, revision: nil, session)
            // What is not there cannot be removed, and needs not be.
            if write.value == nil, error.reason == Refusal.Reason.notFound.rawValue { return }
            self?.report("the value \"\(write.key)\" was not kept: \(error.message)")
        }
    }

    /// What an earlier connection says at last may be about another panel; the write is sent again over this one.
    private func answered(_ write: DaemonStorage.Write, revision: Int?, _ session: Session) {
        guard session === self.session else { return }
        if storage.answered(write, revision: revision) { storedValues.changed(write.key) }
    }

    // MARK: - Scenes and views

    /// What the app consists of now.
    func show(_ scenes: SceneList) {
        for window in scenes.windows { stackHost(window.stack).show(window) }
        for screen in scenes.published {
            screens["\(name)/\(screen.id)"] = screen
            _ = stackHost(screen.stack ?? Self.mainStack)
        }
        if let first = scenes.windows.first?.stack ?? scenes.published.first.map({ $0.stack ?? Self.mainStack }),
            let stack = stacks[first]
        {
            Coordinator.use(Coordinator(stack))
        }
        needUpdate()
    }

    private static let mainStack = "main"

    func stackHost(_ name: String) -> StackHost {
        if let known = stacks[name] { return known }
        let new = StackHost(stack: name, host: self)
        stacks[name] = new
        if hasBegun, let session { new.attach(session, isFirst: false, before: nil) }
        return new
    }

    private var appEnvironment: EnvironmentValues {
        var environment = EnvironmentValues()
        environment.storedValues = storedValues
        return environment
    }

    func graph(_ view: any View, environment: EnvironmentValues) -> ViewGraph {
        let graph = ViewGraph(view, environment: environment)
        let screen = environment.screen
        for issue in graph.issues { report(issue, graph.errors.contains(issue) ? .error : .warning, on: screen) }
        graph.onIssue = { [weak self] in self?.report($0, $1, on: screen) }
        // State may be set from any thread.
        graph.inbox.onWake { [weak self] in Task { @MainActor in self?.needUpdate() } }
        return graph
    }

    // MARK: - Publishing

    /// Everything is brought up to date soon: once for all that changes until then.
    func needUpdate() {
        guard !isWoken else { return }
        isWoken = true
        Task {
            isWoken = false
            update()
        }
    }

    /// Brings everything up to date, and publishes what differs.
    ///
    /// Evaluation may open screens, and screens that are gone may ask for evaluation.
    func update() {
        guard !isUpdating, session != nil else { return }
        isUpdating = true
        defer { isUpdating = false }
        var passes = 0
        repeat {
            appGraph?.update()
            publishScreens()
            for stack in stacks.values { stack.publish() }
            passes += 1
        } while passes < ViewGraph.mostPasses
            && (appGraph?.isInvalid == true || stacks.values.contains(where: \.isInvalid))
    }

    /// What an entry shows of a screen that others open, until the app has seen that entry.
    private func publishScreens() {
        for (id, screen) in screens.sorted(by: { $0.key < $1.key }) {
            let body = Node(.text(TextContent("…")), modifiers: [.dim(true)])
            publish(Screen(id: id, title: screen.title, body: body, emits: screen.emits), handled: Action.ownNames)
        }
    }

    /// What is handled on a screen is said first: whoever sees it may tap at once.
    ///
    /// - Parameter entry: the only one that shows it; `nil` where all do that name it.
    func publish(_ screen: Screen, of entry: EntryID? = nil, handled: [String]) {
        guard let session else { return }
        bind(screen.id, entry, handled, session)
        let before = published[screen.id]
        guard before?.screen != screen else { return }
        published[screen.id] = Publication(screen: screen, isTaken: before?.isTaken == true)
        if let before, before.isTaken, let updates = screen.rowsUpdates(from: before.screen) {
            for update in updates { publish(update, on: screen.id, session) }
            return
        }
        published[screen.id]?.isTaken = false
        let json = Screen.schema.write(screen)
        // What stands around it in its line has fewer than 200 bytes.
        guard json.fits(bytes: session.lineBytes - 200) else {
            return report(
                "screen \"\(screen.id)\" was not published: it would be more than \(session.lineBytes) bytes; show "
                    + "less at once, in a List or on further screens")
        }
        // Around it stand its line and its parameters; a container in another is a list of children and an object.
        guard json.isNested(atMost: JSONParser.maximumDepth - 2) else {
            return report(
                "screen \"\(screen.id)\" was not published: its containers stand more than "
                    + "\((JSONParser.maximumDepth - 8) / 2) deep in each other; use fewer, or show the inner ones on a "
                    + "screen of their own")
        }
        session.send("screen.put", ["screen": json]) { [weak self] _ in
            // An earlier session's daemon may have been another one.
            if session === self?.session { self?.take(screen) }
        } refused: { [weak self] error in
            self?.refused(screen.id)
            self?.report("screen \"\(screen.id)\" was not published: \(error.message)")
        }
    }

    /// The daemon has the whole of a screen.
    private func take(_ screen: Screen) {
        if published[screen.id]?.screen == screen { published[screen.id]?.isTaken = true }
    }

    /// The daemon does not have what was handed over: all of the screen is published with the next update.
    func refused(_ screen: String) { published[screen] = nil }

    /// The daemon lacks a part of a screen that cannot be published: all of it is tried when it is another one.
    func isIncomplete(_ screen: String) { published[screen]?.isTaken = false }

    private func bind(_ screen: String, _ entry: EntryID?, _ handled: [String], _ session: Session) {
        let known = bound[screen]
        guard known != handled else { return }
        bound[screen] = handled
        func names(_ names: [String]) -> JSON.Object {
            let scope = entry.map { ("entry", $0.rawValue) } ?? ("screen", screen)
            return [scope.0: .string(scope.1), "names": .array(names.map { .string($0) })]
        }
        let less = (known ?? []).filter { !handled.contains($0) }
        if !less.isEmpty {
            session.send("action.unbind", names(less)) { [weak self] error in
                if entry == nil { self?.report(error.message) }
            }
        }
        session.send("action.bind", names(handled)) { [weak self] error in
            // An entry may have been left meanwhile.
            if entry == nil { self?.report(error.message) }
        }
    }

    /// Whether another stack than this one has it.
    func isShownElsewhere(_ screen: String, than stack: StackHost) -> Bool {
        stacks.values.contains { $0 !== stack && $0.mirror.contains(screen: screen) }
    }

    func remove(_ screen: String) {
        (published[screen], bound[screen]) = (nil, nil)
        guard let session else { return }
        let screen = JSON.string(screen)
        session.send("action.unbind", ["screen": screen]) { _ in }
        session.send("screen.remove", ["id": screen]) { _ in }
    }

    // MARK: - What is wrong

    /// Says what is wrong, once: in the app's log, and to all who look at the panel.
    func report(
        _ issue: String, _ severity: Issue.Severity = .warning, on screen: String? = nil, breadcrumbs: JSON.Object = [:]
    ) {
        guard reported.insert(issue).inserted else { return }
        log.log(level: severity == .error ? .error : .warning, "\(issue)")
        var params: JSON.Object = [
            "severity": .string(severity.rawValue), "message": .string(issue.prefix(utf8: Issue.messageBytes)),
        ]
        if let screen { params["screen"] = .string(screen) }
        if !breadcrumbs.members.isEmpty { params["breadcrumbs"] = .object(breadcrumbs) }
        untold.append(params)
        tell()
    }

    /// Hands on what is wrong as soon as there is a daemon to tell.
    private func tell() {
        guard let session else { return }
        for issue in untold {
            session.send("issue.report", issue) { [log] in log.warning("the daemon was not told: \($0.message)") }
        }
        untold = []
    }
}

extension String {
    /// As many whole characters from its beginning as fit into so many bytes.
    fileprivate func prefix(utf8 count: Int) -> String {
        guard utf8.count > count else { return self }
        var left = count
        return String(prefix { left -= $0.utf8.count; return left >= 0 })
    }
}
