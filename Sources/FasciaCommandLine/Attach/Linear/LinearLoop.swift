import FasciaClient
import FasciaWire
import Glibc

/// `fascia attach --linear`: waits for typed lines and for the daemon in one thread.
struct LinearLoop: ReconnectingClient {
    private var session: LinearSession
    let daemon: DaemonEndpoint
    private let isUnicode: Bool
    var connection: LineConnection?
    private var typed: [UInt8] = []
    private var hasInput = true
    private var deadline: ContinuousClock.Instant?
    private var outcome: LinearSession.Outcome?
    private var terminal = EchoingTerminal()

    init(session: LinearSession, daemon: DaemonEndpoint, isUnicode: Bool) {
        self.session = session
        self.daemon = daemon
        self.isUnicode = isUnicode
    }

    mutating func run(timeLimit: Duration?) throws {
        connection = try daemon.connect(within: timeLimit)
        connected()
        defer { terminal.setEcho(true) }
        while outcome == nil { waitForEvents() }
        switch outcome {
        case .quit, nil: break
        case .failed(let error): throw error
        case .noDaemon(let error): throw daemon.explain(error)
        }
    }

    private mutating func handle(_ event: LinearSession.Event) {
        guard outcome == nil else { return }
        for action in session.handle(event) {
            guard outcome == nil else { return }
            perform(action)
        }
    }

    private mutating func perform(_ action: LinearSession.Action) {
        switch action {
        case .print(let text): Output.line(isUnicode ? text : text.onlyASCII)
        case .send(let method, let params, let id): connection?.send(method, params, id: id)
        case .disconnect: connection = nil
        case .setEcho(let echoes): terminal.setEcho(echoes)
        case .setTimer(let duration): deadline = duration.map { .now + $0 }
        case .finish(let new): outcome = new
        case .connect: connect()
        }
    }

    private mutating func waitForEvents() {
        let toDaemon = connection?.hasUnsent == true ? POLLOUT : 0
        var entries = [
            pollfd(fd: hasInput ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: connection?.descriptor ?? -1, events: Int16(POLLIN | toDaemon), revents: 0),
        ]
        guard poll(&entries, nfds_t(entries.count), PollTime.milliseconds(until: deadline)) >= 0 else {
            if errno != EINTR { outcome = .quit }
            return
        }
        if entries[1].revents != 0 { exchangeMessages() }
        if entries[0].revents != 0 { read() }
        if let time = deadline, time <= .now {
            deadline = nil
            handle(.timerFired)
        }
    }

    mutating func connected() { handle(.connected) }
    mutating func received(_ message: Message) { handle(.message(message)) }
    mutating func connectionLost(_ error: ConnectionError) { handle(.connectionLost(error)) }

    private mutating func read() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else {
            hasInput = false
            // The last line may lack a line feed.
            if !typed.isEmpty { handle(.line(String(decoding: typed, as: UTF8.self))) }
            handle(.inputEnded)
            return
        }
        typed.append(contentsOf: buffer[..<count])
        while let feed = typed.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: typed[..<feed], as: UTF8.self)
            typed.removeFirst(feed + 1)
            handle(.line(line))
        }
    }
}

extension String {
    /// Text for an ASCII terminal: common characters are transliterated, so that "Restart…" does not look like a
    /// question; others become a question mark.
    var onlyASCII: String { map { $0.isASCII ? String($0) : Self.spelling[$0] ?? "?" }.joined() }

    private static let spelling: [Character: String] = [
        "…": "...", "–": "-", "—": "--", "−": "-", "‘": "'", "’": "'", "‚": "'", "“": "\"", "”": "\"", "„": "\"",
        "«": "<<", "»": ">>", "‹": "<", "›": ">", "•": "*", "·": ".", "×": "x", "→": "->", "←": "<-", "↑": "^",
        "✓": "x", "½": "1/2", "€": "EUR", "\u{A0}": " ", "\u{202F}": " ", "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae",
        "Ö": "Oe", "Ü": "Ue", "ß": "ss", "à": "a", "á": "a", "â": "a", "å": "a", "ç": "c", "è": "e", "é": "e", "ê": "e",
        "ë": "e", "í": "i", "î": "i", "ï": "i", "ñ": "n", "ó": "o", "ô": "o", "ø": "o", "ù": "u", "ú": "u", "û": "u",
    ]
}
