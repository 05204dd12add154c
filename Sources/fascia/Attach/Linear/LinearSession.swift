import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaWire

/// The state machine of `attach --linear`: takes events and returns actions, without side effects.
///
/// The screen is a list of lines, each change is one line, and each typed line is a command. It uses only `nav.get`,
/// `ui.tree`, `ui.tap`, `ui.set`, `nav.pop`, `nav.close` and a watch.
struct LinearSession {
    enum Happening {
        case connected
        case lost(ConnectionError)
        case message(Message)
        case line(String)
        /// Standard input has ended.
        case inputEnded
        case waited
    }

    enum Action: Equatable {
        case say(String)
        case send(method: String, params: JSON.Object, id: Int?)
        case connect
        case hangUp
        case wait(Duration?)
        case end(End)
    }

    enum End: Equatable {
        case left
        case failed(WireError)
        case noDaemon(ConnectionError)
    }

    private enum Purpose {
        case begin, path, tree
        case operate
        case back
    }

    let stack: String
    let place: String
    let operates: Bool
    private var screen = LinearScreen()
    private var isConnected = false
    private var hasBeenConnected = false
    private var nextID = 1
    private var pending: [Int: Purpose] = [:]
    /// Whether an event arrived while `ui.tree` was pending.
    private var isStale = false
    private var backOff = BackOff(first: .milliseconds(100), longest: .seconds(2))
    /// Typed lines, which wait until the previous command is answered.
    private var lines: [String] = []
    private var hasEnded = false
    private var newPath: JSON?
    private var waitingFor: String?

    init(stack: String, place: String, operates: Bool) {
        self.stack = stack
        self.place = place
        self.operates = operates
    }

    mutating func take(_ happening: Happening) -> [Action] {
        let actions: [Action]
        switch happening {
        case .connected: actions = begin()
        case .lost(let error): actions = lost(error)
        case .message(let message): actions = take(message)
        case .line(let line):
            lines.append(line)
            actions = []
        case .inputEnded:
            hasEnded = true
            actions = []
        case .waited: actions = isConnected ? [] : [.connect]
        }
        return actions + goOn()
    }

    // MARK: - The daemon

    private mutating func begin() -> [Action] {
        isConnected = true
        pending = [:]
        return [
            send("daemon.hello", ["protocol": ["min": 1, "max": 1], "name": "fascia"], .begin),
            send("watch.start", ["coalesce": true], .begin), .wait(nil),
        ] + look()
    }

    private mutating func lost(_ error: ConnectionError) -> [Action] {
        guard hasBeenConnected, error.reason != .notFascia else { return [.end(.noDaemon(error))] }
        isConnected = false
        pending = [:]
        let what =
            switch error.reason {
            case .noSocket, .nobodyListens, .lost: "Connection lost: waiting for a daemon at \(place)."
            default: Printable.text(error.message)
            }
        let isNew = waitingFor != what
        waitingFor = what
        return [.hangUp] + (isNew ? [.say(what)] : []) + [.wait(backOff.next())]
    }

    private mutating func send(_ method: String, _ params: JSON.Object, _ purpose: Purpose) -> Action {
        let id = nextID
        nextID += 1
        pending[id] = purpose
        return .send(method: method, params: params, id: id)
    }

    /// Requests the path and the nodes. Events until the answer are coalesced into one further request.
    private mutating func look() -> [Action] {
        isStale = false
        return [
            send("nav.get", ["stack": .string(stack)], .path),
            send("ui.tree", ["stack": .string(stack), "details": true], .tree),
        ]
    }

    private var isLooking: Bool { pending.values.contains { if case .tree = $0 { true } else { false } } }

    private mutating func take(_ message: Message) -> [Action] {
        switch message {
        case .call(_, "event", let params): return happened(params)
        case .call(_, "event.gap", _):
            isStale = true
            return isLooking ? [] : look()
        case .batch(let messages): return messages.reduce(into: []) { $0 += take($1) }
        case .response(let id, let result):
            guard let purpose = pending.first(where: { RequestID($0.key) == id }) else { return [] }
            pending[purpose.key] = nil
            return answered(purpose.value, result)
        case .call, .invalid, .invalidResponse: return []
        }
    }

    private mutating func happened(_ event: JSON) -> [Action] {
        var actions: [Action] = []
        for change in event["changes"]?.arrayValue ?? [] where change["kind"] == "issue" {
            actions.append(.say("Issue: " + Printable.text(change["message"]?.stringValue ?? "")))
        }
        guard !isLooking else {
            isStale = true
            return actions
        }
        return actions + look()
    }

    private mutating func answered(_ purpose: Purpose, _ result: Result<JSON, WireError>) -> [Action] {
        switch (purpose, result) {
        case (.path, .success(let path)):
            newPath = path
            return []
        case (.tree, .success(let tree)): return show(tree)
        case (.begin, .success): return []
        case (.operate, .success(let answer)), (.back, .success(let answer)):
            if answer["outcome"] == "rejected" {
                return [.say("Refused: " + Printable.text(answer["reason"]?.stringValue ?? "no reason given"))]
            }
            // The result of an action is unknown here: the app's changes arrive as events.
            return answer["changed"] == false && answer["outcome"] == nil && !isLooking && !isStale
                ? [.say("Nothing changed.")] : []
        case (.operate, .failure(let error)), (.back, .failure(let error)):
            return [.say("Refused: " + Printable.text(error.message))]
        case (_, .failure(let error)):
            guard hasBeenConnected, error.reason == "notFound" || error.reason == "limit" else {
                return [.end(.failed(error))]
            }
            return lost(ConnectionError(.system, path: place, "\(error.message): retrying"))
        }
    }

    private mutating func show(_ tree: JSON) -> [Action] {
        let layers = newPath?["layers"]?.arrayValue ?? []
        let top = newPath?["top"]?.stringValue ?? ""
        let titles = layers.flatMap { $0["entries"]?.arrayValue ?? [] }.map { entry in
            Printable.text(entry["title"]?.stringValue ?? entry["screen"]?.stringValue ?? "")
        }
        // Nodes under a modal cannot be operated and are not announced.
        let nodes = (tree["nodes"]?.arrayValue ?? []).compactMap { LinearNode($0) }.filter { $0.entry == top }
        var actions: [Action] = []
        if waitingFor != nil {
            waitingFor = nil
            actions.append(.say("Reconnected."))
        }
        backOff = BackOff(first: .milliseconds(100), longest: .seconds(2))
        hasBeenConnected = true
        actions += screen.update(nodes, path: titles.joined(separator: ", "), entry: top).map { .say($0) }
        return actions + (isStale ? look() : [])
    }

    // MARK: - Commands

    private mutating func goOn() -> [Action] {
        var actions: [Action] = []
        while pending.isEmpty, hasBeenConnected || !isConnected, !lines.isEmpty {
            let command = LinearCommand(lines.removeFirst())
            if command == .quit { return actions + [.end(.left)] }
            guard isConnected else {
                actions.append(.say(waitingFor ?? "Not connected yet."))
                continue
            }
            actions += execute(command)
        }
        if hasEnded, lines.isEmpty, pending.isEmpty { actions.append(.end(.left)) }
        return actions
    }

    private mutating func execute(_ command: LinearCommand) -> [Action] {
        switch command {
        case .quit: return [.end(.left)]
        case .help: return [.say(LinearCommand.instructions)]
        case .list: return screen.list().map { .say($0) }
        case .more: return screen.more().map { .say($0) }
        case .back: return goBack()
        case .operate(let name, let argument): return operate(name, argument)
        }
    }

    private mutating func goBack() -> [Action] {
        guard operates else { return [.say(Self.onlyLooks)] }
        let layer = newPath?["layers"]?.arrayValue?.last
        let entries = layer?["entries"]?.arrayValue?.count ?? 1
        let isModal = layer?["modal"] != nil
        guard isModal || entries > 1 else {
            return [.say("This is the first screen: there is nothing to go back to.")]
        }
        let params: JSON.Object = ["stack": .string(stack), "entry": .string(screen.entry)]
        return [send(isModal && entries == 1 ? "nav.close" : "nav.pop", params, .back)]
    }

    private static let onlyLooks = "This terminal is view-only: attach without --read-only to operate the panel."

    private mutating func operate(_ name: String, _ argument: String?) -> [Action] {
        let found = screen.find(name)
        guard let node = found.first else {
            let what = Int(name) == nil ? "Nothing on this screen is called" : "Nothing on this screen has the number"
            return [.say("\(what) \(Printable.text(name)): Enter lists the screen.")]
        }
        guard found.count == 1 else {
            return [.say("Several match: " + found.map { screen.line(of: $0) }.joined(separator: "; "))]
        }
        guard operates else { return [.say(Self.onlyLooks)] }
        guard let argument else { return tap(node) }
        return set(node, argument)
    }

    private mutating func tap(_ node: LinearNode) -> [Action] {
        guard node.canBeTapped else {
            return [.say(screen.line(of: node) + "; " + node.help(screen.name(of: node)))]
        }
        return [send("ui.tap", ["stack": .string(stack), "node": .string(node.id)], .operate)]
    }

    private mutating func set(_ node: LinearNode, _ argument: String) -> [Action] {
        if argument == "+" || argument == "-", node.canBeMore || node.canBeLess, node.takes != .text {
            let way = argument == "+" ? "increment" : "decrement"
            guard argument == "+" ? node.canBeMore : node.canBeLess else {
                return [.say("\(node.label) is at its limit.")]
            }
            if node.role == "stepper" {
                return [send("ui.tap", ["stack": .string(stack), "node": .string("\(node.id):\(way)")], .operate)]
            }
        }
        guard let value = value(argument, for: node) else {
            return [.say("\(node.words): " + node.help(screen.name(of: node)))]
        }
        let params: JSON.Object = ["stack": .string(stack), "node": .string(node.id), "value": value]
        return [send("ui.set", params, .operate)]
    }

    /// The argument as a value for `ui.set`; `nil` if the node does not accept it.
    private func value(_ argument: String, for node: LinearNode) -> JSON? {
        switch node.takes {
        case .text: return .string(argument == "\"\"" ? "" : argument)
        case .option: return .string(argument)
        case .number:
            if let whole = Int(argument) { return .int(whole) }
            return Double(argument).flatMap { $0.isFinite ? .double($0) : nil }
        case nil:
            guard node.role == "toggle" else { return nil }
            switch argument.lowercased() {
            case "on", "yes", "true": return true
            case "off", "no", "false": return false
            default: return nil
            }
        }
    }
}
