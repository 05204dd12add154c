import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaWire

/// The state machine of `attach --linear`: takes events and returns actions, without side effects.
///
/// The screen is a list of lines, each change is one line, and each typed line is a command. It uses only `nav.get`,
/// `ui.tree`, `ui.tap`, `ui.set`, `nav.pop`, `nav.close`, `bind.confirm`, `ask.list`, `ask.answer`, a watch, and a terminal if it
/// has a stack of its own.
struct LinearSession {
    enum Event {
        case connected
        case connectionLost(ConnectionError)
        case message(Message)
        case line(String)
        /// Standard input has ended.
        case inputEnded
        case timerFired
    }

    enum Action: Equatable {
        case print(String)
        case send(method: String, params: JSON.Object, id: Int?)
        case connect
        case disconnect
        case setTimer(Duration?)
        /// Whether the terminal shows what is typed.
        case setEcho(Bool)
        case finish(Outcome)
    }

    enum Outcome: Equatable {
        case quit
        case failed(WireError)
        case noDaemon(ConnectionError)
    }

    private enum Purpose {
        case startUp, attach, path, tree
        case operate
        case back
        /// All questions, and the one that is to be answered.
        case questions, question
    }

    private(set) var stack: String
    /// Whether it has a stack of its own, which goes with its terminal.
    let isOwn: Bool
    let daemonName: String
    let operates: Bool
    /// Why its user makes changes.
    private let reason: String?
    /// As for `AttachSession`.
    private let isRemote: Bool
    private var screen = LinearScreen()
    private var isConnected = false
    private var hasBeenConnected = false
    private var nextID = 1
    private var pending: [Int: Purpose] = [:]
    /// Whether an event arrived while `ui.tree` was pending.
    private var isStale = false
    private var backOff = BackOff(initial: .milliseconds(100), maximum: .seconds(2))
    /// Typed lines, which wait until the previous command is answered.
    private var lines: [String] = []
    private var hasEnded = false
    private var newPath: JSON?
    private var statusText: String?
    private var unconfirmed = UnconfirmedChanges()
    private var questions = LinearQuestions()
    /// Whether a question has changed while `ask.list` was pending.
    private var areQuestionsStale = false
    private var echoes = true

    init(stack: String, isOwn: Bool = false, daemonName: String, operates: Bool, reason: String? = nil, isRemote: Bool = false) {
        self.stack = stack
        self.isOwn = isOwn
        self.daemonName = daemonName
        (self.operates, self.reason, self.isRemote) = (operates, reason, isRemote)
    }

    mutating func handle(_ event: Event) -> [Action] {
        let actions: [Action]
        switch event {
        case .connected: actions = startUp()
        case .connectionLost(let error): actions = connectionLost(error)
        case .message(let message): actions = received(message)
        case .line(let line):
            lines.append(line)
            actions = []
        case .inputEnded:
            hasEnded = true
            actions = []
        case .timerFired: actions = isConnected ? [] : [.connect]
        }
        let all = actions + executeTypedLines()
        // What is typed of a secret is not shown.
        guard echoes == questions.isSecret else { return all }
        echoes.toggle()
        return [.setEcho(echoes)] + all
    }

    // MARK: - The daemon

    private mutating func startUp() -> [Action] {
        isConnected = true
        pending = [:]
        return [
            send("daemon.hello", .hello(because: reason), .startUp),
            send("watch.start", ["coalesce": true], .startUp), .setTimer(nil), requestQuestions(),
        ] + (isOwn ? [attach()] : requestScreen())
    }

    /// Attaches a terminal only for its stack: the frames are ignored.
    private mutating func attach() -> Action {
        send("terminal.attach", ["columns": 80, "rows": 24, "colors": "none", "own": true, "stack": .string(stack)], .attach)
    }

    private mutating func connectionLost(_ error: ConnectionError) -> [Action] {
        // At the end of the input nobody is left to wait, and the remaining lines are not carried out.
        let isWaitedFor = hasBeenConnected || !isRemote && error.isWaitedFor(hasReached: statusText != nil)
        guard isWaitedFor, !hasEnded, error.reason != .protocolError else { return [.finish(.noDaemon(error))] }
        isConnected = false
        pending = [:]
        let what =
            switch error.reason {
            case .noSocket, .staleSocket, .connectionLost: "Connection lost: waiting for a daemon at \(daemonName)."
            default: Printable.text(error.message)
            }
        let isNew = statusText != what
        statusText = what
        return [.disconnect] + (isNew ? [.print(what)] : []) + [.setTimer(backOff.next())]
    }

    private mutating func send(_ method: String, _ params: JSON.Object, _ purpose: Purpose) -> Action {
        let id = nextID
        nextID += 1
        pending[id] = purpose
        return .send(method: method, params: params, id: id)
    }

    /// Requests the path and the nodes. Events until the answer are coalesced into one further request.
    private mutating func requestScreen() -> [Action] {
        isStale = false
        return [
            send("nav.get", ["stack": .string(stack)], .path),
            send("ui.tree", ["stack": .string(stack), "details": true], .tree),
        ]
    }

    private mutating func requestQuestions() -> Action {
        areQuestionsStale = false
        return send("ask.list", [:], .questions)
    }

    private var isTreePending: Bool { pending.values.contains { $0 == .tree || $0 == .attach } }

    private mutating func received(_ message: Message) -> [Action] {
        switch message {
        case .call(_, "event", let params): return receivedEvent(params)
        case .call(_, "event.gap", _):
            (isStale, areQuestionsStale) = (true, true)
            let questions = pending.values.contains(.questions) ? [] : [requestQuestions()]
            return questions + (isTreePending ? [] : requestScreen())
        case .batch(let messages): return messages.reduce(into: []) { $0 += received($1) }
        case .response(let id, let result):
            guard let purpose = pending.first(where: { RequestID($0.key) == id }) else { return [] }
            pending[purpose.key] = nil
            return answered(purpose.value, result)
        case .call, .invalid, .invalidResponse: return []
        }
    }

    private mutating func receivedEvent(_ event: JSON) -> [Action] {
        var actions: [Action] = []
        for change in event["changes"]?.arrayValue ?? [] {
            if change["kind"] == "question" {
                areQuestionsStale = true
            } else if change["kind"] == "issue" {
                actions.append(.print("Issue: " + Printable.text(change["message"]?.stringValue ?? "")))
            } else if let announcement = unconfirmed.receive(change) {
                actions.append(.print(announcement))
            }
        }
        if areQuestionsStale, !pending.values.contains(.questions) { actions.append(requestQuestions()) }
        guard !isTreePending else {
            isStale = true
            return actions
        }
        return actions + requestScreen()
    }

    private mutating func answered(_ purpose: Purpose, _ result: Result<JSON, WireError>) -> [Action] {
        switch (purpose, result) {
        case (.path, .success(let path)):
            newPath = path
            return []
        case (.tree, .success(let tree)): return update(tree)
        case (.attach, .success(let answer)):
            stack = answer["stack"]?.stringValue ?? stack
            return requestScreen()
        case (.startUp, .success): return []
        case (.questions, .success(let list)):
            let lines = operates ? questions.update(list).map { Action.print($0) } : []
            return lines + (areQuestionsStale ? [requestQuestions()] : [])
        case (.question, .success(let list)):
            return [.print(questions.begin(list) ?? "Nobody can answer it any more.")]
        // A daemon that knows no questions asks none.
        case (.questions, .failure): return []
        case (.operate, .success(let answer)), (.back, .success(let answer)):
            if answer["outcome"] == "rejected" {
                return [.print("Refused: " + Printable.text(answer["reason"]?.stringValue ?? "no reason given"))]
            }
            // The result of an action is unknown here: the app's changes arrive as events.
            return answer["changed"] == false && answer["outcome"] == nil && !isTreePending && !isStale
                ? [.print("Nothing changed.")] : []
        case (.operate, .failure(let error)), (.back, .failure(let error)), (.question, .failure(let error)):
            return [.print("Refused: " + Printable.text(error.message))]
        case (_, .failure(let error)):
            guard hasBeenConnected, error.reason == "notFound" || error.reason == "limit" else {
                return [.finish(.failed(error))]
            }
            return connectionLost(ConnectionError(.system, path: daemonName, "\(error.message): retrying"))
        }
    }

    private mutating func update(_ tree: JSON) -> [Action] {
        let layers = newPath?["layers"]?.arrayValue ?? []
        let top = newPath?["top"]?.stringValue ?? ""
        let titles = layers.flatMap { $0["entries"]?.arrayValue ?? [] }.map { entry in
            Printable.text(entry["title"]?.stringValue ?? entry["screen"]?.stringValue ?? "")
        }
        // Nodes under a modal cannot be operated and are not announced.
        let nodes = (tree["nodes"]?.arrayValue ?? []).compactMap { LinearNode($0) }.filter { $0.entry == top }
        var actions: [Action] = []
        if statusText != nil {
            statusText = nil
            actions.append(.print("Reconnected."))
        }
        backOff = BackOff(initial: .milliseconds(100), maximum: .seconds(2))
        hasBeenConnected = true
        actions += screen.update(nodes, path: titles.joined(separator: ", "), entry: top).map { .print($0) }
        return actions + (isStale ? requestScreen() : [])
    }

    // MARK: - Commands

    private mutating func executeTypedLines() -> [Action] {
        var actions: [Action] = []
        while pending.isEmpty, hasBeenConnected || !isConnected, !lines.isEmpty {
            if isConnected, questions.takesLines {
                let (text, answer) = questions.take(lines.removeFirst())
                if !text.isEmpty { actions.append(.print(text)) }
                if let answer { actions.append(send("ask.answer", answer, .operate)) }
                continue
            }
            let command = LinearCommand(lines.removeFirst(), on: screen)
            if command == .quit { return actions + [.finish(.quit)] }
            guard isConnected else {
                actions.append(.print(statusText ?? "Not connected yet."))
                continue
            }
            actions += execute(command)
        }
        if hasEnded, lines.isEmpty, pending.isEmpty { actions.append(.finish(.quit)) }
        return actions
    }

    private mutating func execute(_ command: LinearCommand) -> [Action] {
        switch command {
        case .quit: return [.finish(.quit)]
        case .help: return [.print(LinearCommand.instructions)]
        case .list: return screen.list().map { .print($0) }
        case .more: return screen.more().map { .print($0) }
        case .back: return goBack()
        case .keep: return keep()
        case .answer(let name): return answer(name)
        case .operate(let name, let argument): return operate(name, argument)
        }
    }

    private mutating func goBack() -> [Action] {
        guard operates else { return [.print(Self.viewOnlyMessage)] }
        let layer = newPath?["layers"]?.arrayValue?.last
        let entries = layer?["entries"]?.arrayValue?.count ?? 1
        let isModal = layer?["modal"] != nil
        guard isModal || entries > 1 else {
            return [.print("This is the first screen: there is nothing to go back to.")]
        }
        let params: JSON.Object = ["stack": .string(stack), "entry": .string(screen.entry)]
        return [send(isModal && entries == 1 ? "nav.close" : "nav.pop", params, .back)]
    }

    private mutating func keep() -> [Action] {
        guard operates else { return [.print(Self.viewOnlyMessage)] }
        guard let id = unconfirmed.latest else { return [.print("Nothing that was announced here waits for a confirmation.")] }
        return [send("bind.confirm", ["id": .string(id)], .operate)]
    }

    private mutating func answer(_ name: String?) -> [Action] {
        guard operates else { return [.print(Self.viewOnlyMessage)] }
        guard let id = questions.id(name) else {
            return [.print(name.map { "Nobody asks \(Printable.text($0))." } ?? "Nobody asks anything.")]
        }
        return [send("ask.list", ["id": .string(id)], .question)]
    }

    private static let viewOnlyMessage = "This terminal is view-only: attach without --read-only to operate the panel."

    private mutating func operate(_ name: String, _ argument: String?) -> [Action] {
        let found = screen.find(name)
        guard let node = found.first else {
            let what = Int(name) == nil ? "Nothing on this screen is called" : "Nothing on this screen has the number"
            return [.print("\(what) \(Printable.text(name)): Enter lists the screen.")]
        }
        guard found.count == 1 else {
            return [.print("Several match: " + found.map { screen.line(of: $0) }.joined(separator: "; "))]
        }
        guard operates else { return [.print(Self.viewOnlyMessage)] }
        guard let argument else { return tap(node) }
        return set(node, argument)
    }

    private mutating func tap(_ node: LinearNode) -> [Action] {
        guard node.canBeTapped else {
            return [.print(screen.line(of: node) + "; " + node.helpText(name: screen.name(of: node)))]
        }
        return [send("ui.tap", ["stack": .string(stack), "node": .string(node.id)], .operate)]
    }

    private mutating func set(_ node: LinearNode, _ argument: String) -> [Action] {
        if argument == "+" || argument == "-", node.canIncrement || node.canDecrement, node.valueKind != .text {
            let way = argument == "+" ? "increment" : "decrement"
            guard argument == "+" ? node.canIncrement : node.canDecrement else {
                return [.print("\(node.label) is at its limit.")]
            }
            if node.role == "stepper" {
                return [send("ui.tap", ["stack": .string(stack), "node": .string("\(node.id):\(way)")], .operate)]
            }
        }
        guard let value = value(argument, for: node) else {
            return [.print("\(node.description): " + node.helpText(name: screen.name(of: node)))]
        }
        let params: JSON.Object = ["stack": .string(stack), "node": .string(node.id), "value": value]
        return [send("ui.set", params, .operate)]
    }

    /// The argument as a value for `ui.set`; `nil` if the node does not accept it.
    private func value(_ argument: String, for node: LinearNode) -> JSON? {
        switch node.valueKind {
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
