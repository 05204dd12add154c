import FasciaClient
import FasciaModel
import FasciaTerminal
import FasciaWire

/// What the client of a terminal does about what happens. A value that says what is to be done and does nothing itself.
///
/// The client knows nothing of what it shows. It passes on keys, shows the frames that come, and when the daemon goes it
/// keeps the last picture, says what it waits for, and goes on from there when there is a daemon again.
struct AttachSession {
    enum Happening {
        case input(KeyDecoder.Input)
        /// The window has another size.
        case resized(TerminalSize)
        /// Somebody else has drawn on the terminal: the process was stopped and goes on.
        case continued(TerminalSize)
        case connected
        /// There is no connection, or no longer one.
        case lost(ConnectionError)
        case message(Message)
        /// What `wait` asked for is over.
        case waited
    }

    enum Action: Equatable {
        /// To the terminal, as it is.
        case show(String)
        /// - id: `nil` for what is not answered.
        case send(method: String, params: JSON.Object, id: Int?)
        case connect
        case hangUp
        /// Tell `waited` after that time, and not what was asked for before; `nil` for nothing more.
        case wait(Duration?)
        case suspend
        /// The terminal has said that it knows the protocol.
        case useKeyProtocol
        /// Forget what was typed and has not been read yet.
        case dropInput
        case end(End)
    }

    /// Why it is over.
    enum End: Equatable {
        /// Ctrl-C, or q where there is nobody to ask.
        case left
        /// The daemon has let the terminal go, and says why.
        case detached(reason: String)
        case failed(WireError)
        case noDaemon(ConnectionError)
    }

    private enum State {
        /// Not yet asked, or waiting before the next attempt.
        case apart
        /// `terminal.attach` is not answered yet.
        case attaching
        case attached(terminal: JSON)
    }

    private enum RequestNumber {
        static let hello = 1
        static let attach = 2
        static let resize = 3
    }

    let kind: TerminalKind
    /// Where the daemon is, for people.
    let place: String
    /// How long the daemon may take to answer.
    let timeLimit: Duration?
    /// What `terminal.attach` is told, without the size and the place to go on from.
    private let request: JSON.Object
    private var size: TerminalSize
    private var state = State.apart
    /// The picture has not come back yet since the connection was lost. What is typed until then is for nobody: whoever
    /// types cannot see what it would do.
    private var isBlind = false
    /// It has been attached before: from now on a daemon that is gone is waited for.
    private var hasBeenAttached = false
    private var backOff: BackOff
    private var picture = LastPicture()
    /// The line that says what is waited for; `nil` while there is nothing to wait for.
    private var waiting: String?
    /// Where the focus was and how far all was scrolled, in the daemon's words.
    private var resume: JSON?
    /// A `terminal.resize` is not answered yet: of a storm of them only the last is sent on.
    private var isResizing = false
    private var sentSize: TerminalSize

    static let firstPause = Duration.milliseconds(50)
    static let longestPause = Duration.seconds(2)

    init(
        kind: TerminalKind, size: TerminalSize, place: String, timeLimit: Duration?, request: JSON.Object,
        backOff: BackOff = BackOff(first: firstPause, longest: longestPause)
    ) {
        self.kind = kind
        self.size = size
        sentSize = size
        self.place = place
        self.timeLimit = timeLimit
        self.request = request
        self.backOff = backOff
    }

    private var terminal: JSON? {
        if case .attached(let terminal) = state { terminal } else { nil }
    }

    mutating func take(_ happening: Happening) -> [Action] {
        switch happening {
        case .input(let input): take(input)
        case .resized(let new): resized(new)
        case .continued(let new): continued(new)
        case .connected: attach()
        case .lost(let error): lost(error)
        case .message(let message): take(message)
        case .waited: waited()
        }
    }

    // MARK: - Attaching

    private mutating func attach() -> [Action] {
        state = .attaching
        sentSize = size
        isResizing = false
        var params = request
        params["columns"] = .int(size.columns)
        params["rows"] = .int(size.rows)
        params["resumable"] = true
        if let resume { params["resume"] = resume }
        return [
            .send(
                method: "daemon.hello", params: ["protocol": ["min": 1, "max": 1], "name": "fascia"],
                id: RequestNumber.hello),
            .send(method: "terminal.attach", params: params, id: RequestNumber.attach), .wait(timeLimit),
        ]
    }

    private mutating func attached(_ answer: JSON) -> [Action] {
        guard let terminal = answer["terminal"] else {
            let what = "what listens at \(place) does not speak the protocol of Fascia: its answer to terminal.attach "
                + "has no terminal"
            return [.end(.noDaemon(ConnectionError(.notFascia, path: place, what)))]
        }
        hasBeenAttached = true
        waiting = nil
        backOff = BackOff(first: Self.firstPause, longest: Self.longestPause)
        state = .attached(terminal: terminal)
        return [.wait(nil)] + sendSize()
    }

    /// The daemon is there and does not want us.
    private mutating func refused(_ error: WireError) -> [Action] {
        // What it does not have yet an app may bring, and what is full now need not stay so.
        guard hasBeenAttached, error.reason == "notFound" || error.reason == "limit" else {
            return [.end(.failed(error))]
        }
        state = .apart
        return [.hangUp] + say("\(error.message): trying again") + [.wait(backOff.next())]
    }

    private mutating func lost(_ error: ConnectionError) -> [Action] {
        guard hasBeenAttached, error.reason != .notFascia else { return [.end(.noDaemon(error))] }
        state = .apart
        isBlind = true
        let what = switch error.reason {
        case .noSocket, .nobodyListens, .lost: "The daemon is gone: waiting for one at \(place)"
        default: error.message
        }
        return [.hangUp] + say(what) + [.wait(backOff.next())]
    }

    private mutating func waited() -> [Action] {
        switch state {
        case .apart: return [.connect]
        case .attached: return []
        case .attaching:
            let within = timeLimit.map { " within \($0)" } ?? ""
            let message = "the daemon at \(place) has not answered terminal.attach\(within): it is stopped or very busy"
            guard hasBeenAttached else {
                return [.end(.noDaemon(ConnectionError(.noAnswer, path: place, message + "; look at it")))]
            }
            // It has the request; there is nothing better to do than to wait for the answer.
            return say(message)
        }
    }

    // MARK: - What the daemon says

    private mutating func take(_ message: Message) -> [Action] {
        switch message {
        case .response(let id, .success(let answer)):
            if id == RequestID(RequestNumber.attach) { return attached(answer) }
            guard id == RequestID(RequestNumber.resize) else { return [] }
            isResizing = false
            return sendSize()
        case .response(let id, .failure(let error)):
            guard id == RequestID(RequestNumber.resize) else { return refused(error) }
            isResizing = false
            return []
        case .batch(let messages):
            return messages.reduce(into: []) { $0 += take($1) }
        case .call(_, let method, let params):
            guard let terminal, params["terminal"] == terminal else { return [] }
            return take(method, params)
        case .invalid, .invalidResponse: return []
        }
    }

    private mutating func take(_ method: String, _ params: JSON) -> [Action] {
        switch method {
        case "terminal.frame":
            if let place = params["place"] { resume = place }
            let frame = params["data"]?.stringValue ?? ""
            picture.add(frame, isFull: params["full"]?.boolValue == true)
            return see() + [.show(frame)] + (picture.isLong ? redraw() : [])
        case "terminal.detached":
            let reason = params["reason"]?.stringValue ?? "for no reason that it names"
            return [.end(reason == "quit" ? .left : .detached(reason: reason))]
        default: return []
        }
    }

    // MARK: - What the user does

    private mutating func take(_ input: KeyDecoder.Input) -> [Action] {
        switch input {
        case .key("ctrl+c"): return [.end(.left)]
        case .key("ctrl+z"): return [.suspend]
        case .knowsKeyProtocol: return [.useKeyProtocol]
        default: break
        }
        guard case .attached(let terminal) = state, !isBlind else {
            return input == .key("q") || input == .key("Q") ? [.end(.left)] : []
        }
        // Nobody waits for the answers: what a key did is seen in a frame.
        switch input {
        case .key(let key): return [notification("terminal.key", ["terminal": terminal, "key": .string(key)])]
        case .paste(let text): return [notification("terminal.paste", ["terminal": terminal, "text": .string(text)])]
        case .mouse(let mouse): return [notification("terminal.mouse", mouse.params(terminal: terminal))]
        case .knowsKeyProtocol: return []
        }
    }

    /// There is a picture again.
    private mutating func see() -> [Action] {
        defer { isBlind = false }
        return isBlind ? [.dropInput] : []
    }

    private func notification(_ method: String, _ params: JSON.Object) -> Action {
        .send(method: method, params: params, id: nil)
    }

    private mutating func resized(_ new: TerminalSize) -> [Action] {
        guard new != size else { return [] }
        size = new
        guard waiting == nil else {
            // The picture is of another size.
            picture = LastPicture()
            return [.show("\u{1B}[0m\u{1B}[2J" + waitingLine)]
        }
        return sendSize()
    }

    private mutating func continued(_ new: TerminalSize) -> [Action] {
        let hasNewSize = new != size
        size = new
        if hasNewSize { picture = LastPicture() }
        guard waiting == nil else { return [.show("\u{1B}[0m\u{1B}[2J" + stale)] }
        return redraw()
    }

    /// Tells the size, unless the daemon has it already or has not answered the last one.
    private mutating func sendSize() -> [Action] { size == sentSize ? [] : redraw() }

    /// Asks for a whole picture: the daemon sends one for a size, whatever it was.
    private mutating func redraw() -> [Action] {
        guard let terminal, !isResizing else { return [] }
        isResizing = true
        sentSize = size
        // What comes until then is not worth being kept.
        picture = LastPicture()
        let params: JSON.Object = ["terminal": terminal, "columns": .int(size.columns), "rows": .int(size.rows)]
        return [.send(method: "terminal.resize", params: params, id: RequestNumber.resize)]
    }

    // MARK: - Waiting

    /// Shows what is waited for over the last picture.
    private mutating func say(_ what: String) -> [Action] {
        guard waiting != what else { return [] }
        let isFirst = waiting == nil
        waiting = what
        return [.show(isFirst ? stale : waitingLine)]
    }

    /// The last picture, faint where the terminal can do that, and the line.
    private var stale: String { (kind.hasDim ? picture.dimmed : "") + waitingLine }

    private var waitingLine: String {
        let text = Printable.text(waiting ?? "") + "; q leaves"
        // One column for each character: what is wider only leaves less of the line.
        let shown = String(text.prefix(size.columns))
        let blanks = String(repeating: " ", count: size.columns - shown.count)
        return "\u{1B}[\(size.rows);1H\u{1B}[0;7m\(shown)\(blanks)\u{1B}[0m"
    }
}
