import FasciaClient
import FasciaDocument
import FasciaTerminal
import FasciaWire

/// The state machine of `fascia attach`: takes events and returns actions, without side effects.
///
/// The client does not interpret what it shows. It forwards keys and shows frames. When the connection is lost it keeps
/// the last picture, says what it waits for, and resumes when a daemon is available again.
struct AttachSession {
    enum Event {
        case input(KeyDecoder.Input)
        case resized(TerminalSize)
        /// The process was stopped and continued, so other programs may have drawn on the terminal.
        case continued(TerminalSize)
        case connected
        /// The connection was lost or could not be made.
        case connectionLost(ConnectionError)
        case message(Message)
        /// All output has been written to the terminal.
        case drawn
        /// The time of `setTimer` has passed.
        case timerFired
    }

    enum Action: Equatable {
        /// Writes text to the terminal, unchanged.
        case show(String)
        /// Sends a request, or a notification if `id` is `nil`.
        case send(method: String, params: JSON.Object, id: Int?)
        case connect
        case disconnect
        /// Sends `timerFired` after that time and replaces an earlier timer; `nil` only cancels.
        case setTimer(Duration?)
        case suspend
        /// Switches to the key protocol that the terminal has confirmed.
        case useKeyProtocol
        /// Discards unread input.
        case discardInput
        case finish(Outcome)
    }

    /// Why the session has ended.
    enum Outcome: Equatable {
        /// Ctrl-C, or q while there is no picture.
        case quit
        /// The daemon detached the terminal, with its reason.
        case detached(reason: String)
        case failed(WireError)
        case noDaemon(ConnectionError)
    }

    private enum State {
        /// Not connected, or waiting before the next attempt.
        case disconnected
        /// Waiting for the answer to `terminal.attach`.
        case attaching
        case attached(terminal: JSON)
    }

    enum RequestNumber {
        static let hello = 1
        static let attach = 2
        static let resize = 3
        static let sync = 4
    }

    let kind: TerminalKind
    /// The daemon's socket, for messages.
    let daemonName: String
    /// Maximum time for the daemon's answer; `nil` for no limit.
    let timeLimit: Duration?
    /// Parameters of `terminal.attach`, without `columns`, `rows` and `resume`.
    private var request: JSON.Object
    /// Why its user makes changes.
    private let reason: String?
    private var size: TerminalSize
    private var state = State.disconnected
    /// Whether the connection was lost and no frame has arrived since. Keys are discarded meanwhile, because the user
    /// cannot see what they would do.
    private var awaitsFrame = false
    /// Whether the daemon is reached through ssh, which makes a connection also where there is none.
    private let isRemote: Bool
    /// Whether it was attached before. A first connection that cannot be made ends the session; a later one is retried.
    private var hasBeenAttached = false
    private var backOff: BackOff
    private var waiting = WaitingScreen()
    /// The focus target and scroll positions, as the daemon sent them.
    private var resume: JSON?
    /// Whether a `terminal.resize` is unanswered. Resizes until the answer are coalesced.
    private var isResizing = false
    private var sentSize: TerminalSize
    private var gate: InputGate
    /// Whether the daemon has not answered in time, and nothing has arrived since.
    private var isUnanswered = false
    /// The numbers of the last frame that has arrived, and of the last one that was drawn.
    private var receivedFrame = 0
    private var drawnFrame = 0

    static let initialPause = Duration.milliseconds(50)
    static let maximumPause = Duration.seconds(2)

    init(
        kind: TerminalKind, size: TerminalSize, daemonName: String, timeLimit: Duration?, request: JSON.Object,
        patience: Duration = .milliseconds(1_500), reason: String? = nil, isRemote: Bool = false,
        backOff: BackOff = BackOff(initial: initialPause, maximum: maximumPause)
    ) {
        self.kind = kind
        self.size = size
        sentSize = size
        self.daemonName = daemonName
        self.timeLimit = timeLimit
        (self.request, self.reason, self.isRemote) = (request, reason, isRemote)
        self.backOff = backOff
        gate = InputGate(patience: patience)
    }

    private var terminal: JSON? {
        if case .attached(let terminal) = state { terminal } else { nil }
    }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .input(let input): typed(input)
        case .drawn: drawn()
        case .resized(let new): resized(new)
        case .continued(let new): continued(new)
        case .connected: attach()
        case .connectionLost(let error): connectionLost(error)
        case .message(let message): received(message)
        case .timerFired: timerFired()
        }
    }

    // MARK: - Attaching

    private mutating func attach() -> [Action] {
        state = .attaching
        sentSize = size
        isResizing = false
        gate.reset()
        (isUnanswered, receivedFrame, drawnFrame) = (false, 0, 0)
        var params = request
        params["columns"] = .int(size.columns)
        params["rows"] = .int(size.rows)
        params["resumable"] = true
        if let resume { params["resume"] = resume }
        return [
            .send(method: "daemon.hello", params: .hello(because: reason), id: RequestNumber.hello),
            .send(method: "terminal.attach", params: params, id: RequestNumber.attach), .setTimer(timeLimit),
        ]
    }

    private mutating func attached(_ answer: JSON) -> [Action] {
        guard let terminal = answer["terminal"] else {
            let what = "its answer to terminal.attach has no terminal"
            return [.finish(.noDaemon(.protocolError(daemonName, what)))]
        }
        hasBeenAttached = true
        // Continues on its own stack after a restart of the daemon.
        if request["own"] == true { request["stack"] = answer["stack"] }
        waiting.status = nil
        backOff = BackOff(initial: Self.initialPause, maximum: Self.maximumPause)
        state = .attached(terminal: terminal)
        return [.setTimer(nil)] + sendSize()
    }

    /// The daemon refused to attach the terminal.
    private mutating func refused(_ error: WireError) -> [Action] {
        // Both errors can pass: an app may still publish the stack, and another client may free a slot.
        guard hasBeenAttached, error.reason == "notFound" || error.reason == "limit" else {
            return [.finish(.failed(error))]
        }
        state = .disconnected
        return [.disconnect] + showStatus("\(error.message): retrying") + [.setTimer(backOff.next())]
    }

    private mutating func connectionLost(_ error: ConnectionError) -> [Action] {
        let isWaitedFor = hasBeenAttached || !isRemote && error.isWaitedFor(hasReached: awaitsFrame)
        guard isWaitedFor, error.reason != .protocolError else { return [.finish(.noDaemon(error))] }
        state = .disconnected
        awaitsFrame = true
        let what =
            switch error.reason {
            case .noSocket, .staleSocket, .connectionLost: "Connection lost: waiting for a daemon at \(daemonName)"
            default: error.message
            }
        return [.disconnect] + showStatus(what) + [.setTimer(backOff.next())]
    }

    private mutating func timerFired() -> [Action] {
        switch state {
        case .disconnected: return [.connect]
        case .attached: return gate.timerFired() ?? unanswered()
        case .attaching:
            guard let timeLimit else { return [] }
            let error = ConnectionError.timeout(daemonName, to: "terminal.attach", within: timeLimit)
            // The daemon has received the request, so an attached session keeps waiting for the answer.
            return hasBeenAttached ? showStatus(error.message) : [.finish(.noDaemon(error))]
        }
    }

    /// The daemon hangs: what is on the screen may be old, and keys would be carried out later.
    private mutating func unanswered() -> [Action] {
        isUnanswered = true
        awaitsFrame = true
        return showStatus("The daemon does not answer: keys are dropped")
    }

    // MARK: - Messages from the daemon

    private mutating func received(_ message: Message) -> [Action] {
        // It goes on: a full frame replaces the dimmed picture.
        if isUnanswered {
            isUnanswered = false
            waiting.status = nil
            return redraw() + received(message)
        }
        switch message {
        case .response(let id, .success(let answer)):
            if id == RequestID(RequestNumber.attach) { return attached(answer) }
            if id == RequestID(RequestNumber.sync) { return gate.answered() }
            guard id == RequestID(RequestNumber.resize) else { return [] }
            isResizing = false
            return sendSize()
        case .response(RequestID(RequestNumber.sync), .failure): return gate.answered()
        case .response(let id, .failure(let error)):
            guard id == RequestID(RequestNumber.resize) else { return refused(error) }
            isResizing = false
            return []
        case .batch(let messages):
            return messages.reduce(into: []) { $0 += received($1) }
        case .call(_, let method, let params):
            guard let terminal, params["terminal"] == terminal else { return [] }
            return notified(method, params)
        case .invalid, .invalidResponse: return []
        }
    }

    private mutating func notified(_ method: String, _ params: JSON) -> [Action] {
        switch method {
        case "terminal.frame":
            if let place = params["place"] { resume = place }
            receivedFrame = params["sequence"]?.intValue ?? receivedFrame
            // The answer to the redrawing decides, if there is one under way.
            if awaitsFrame, isResizing, params["full"] != true { return [] }
            let frame = TerminalText.frame(params["data"]?.stringValue ?? "")
            waiting.frames.add(frame, isFull: params["full"]?.boolValue == true)
            return frameArrived() + [.show(frame)] + (waiting.frames.exceedsLimit ? redraw() : [])
        case "terminal.detached":
            let reason = params["reason"]?.stringValue ?? "no reason given"
            return [.finish(reason == "quit" ? .quit : .detached(reason: reason))]
        default: return []
        }
    }

    // MARK: - Input

    private mutating func typed(_ input: KeyDecoder.Input) -> [Action] {
        switch input {
        case .key("ctrl+c"): return [.finish(.quit)]
        case .key("ctrl+z"): return [.suspend]
        case .supportsKeyProtocol: return [.useKeyProtocol]
        default: break
        }
        guard case .attached(let terminal) = state, !awaitsFrame else {
            return input == .key("q") || input == .key("Q") ? [.finish(.quit)] : []
        }
        let method: String
        var params: JSON.Object
        switch input {
        case .key(let key): (method, params) = ("terminal.key", ["terminal": terminal, "key": .string(key)])
        case .paste(let text): (method, params) = ("terminal.paste", ["terminal": terminal, "text": .string(text)])
        case .mouse(let mouse): (method, params) = ("terminal.mouse", mouse.params(terminal: terminal))
        case .supportsKeyProtocol: return []
        }
        // It counts for the picture that its user saw.
        params["frame"] = .int(drawnFrame)
        // A notification without an answer: the effect of a key is a frame.
        return gate.send(.send(method: method, params: params, id: nil))
    }

    /// A frame has arrived. After a lost connection, unread input is discarded.
    private mutating func frameArrived() -> [Action] {
        defer { awaitsFrame = false }
        return awaitsFrame ? [.discardInput] : []
    }

    private mutating func drawn() -> [Action] {
        drawnFrame = receivedFrame
        return []
    }

    private mutating func resized(_ new: TerminalSize) -> [Action] {
        guard new != size else { return [] }
        size = new
        guard waiting.status == nil else {
            // The last picture has another size.
            waiting.frames = FrameLog()
            return [.show("\u{1B}[0m\u{1B}[2J" + waiting.statusLine(size))]
        }
        return sendSize()
    }

    private mutating func continued(_ new: TerminalSize) -> [Action] {
        let hasNewSize = new != size
        size = new
        if hasNewSize { waiting.frames = FrameLog() }
        guard waiting.status == nil else { return [.show("\u{1B}[0m\u{1B}[2J" + waiting.picture(size, hasDim: kind.hasDim))] }
        return redraw()
    }

    /// Sends the size, unless the daemon has it or an answer is pending.
    private mutating func sendSize() -> [Action] { size == sentSize ? [] : redraw() }

    /// Requests a full frame: the daemon answers every `terminal.resize` with one, even if the size is unchanged.
    private mutating func redraw() -> [Action] {
        guard let terminal, !isResizing else { return [] }
        isResizing = true
        sentSize = size
        // Frames until then need not be kept.
        waiting.frames = FrameLog()
        let params: JSON.Object = ["terminal": terminal, "columns": .int(size.columns), "rows": .int(size.rows)]
        return [.send(method: "terminal.resize", params: params, id: RequestNumber.resize)]
    }

    /// Shows a status line over the last picture.
    private mutating func showStatus(_ what: String) -> [Action] {
        guard waiting.status != what else { return [] }
        let isFirst = waiting.status == nil
        waiting.status = what
        return [.show(isFirst ? waiting.picture(size, hasDim: kind.hasDim) : waiting.statusLine(size))]
    }
}
