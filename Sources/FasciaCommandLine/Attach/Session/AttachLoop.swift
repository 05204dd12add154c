import CTerminal
import FasciaClient
import FasciaTerminal
import FasciaWire
import Glibc

/// Waits for the terminal, for signals and for the daemon in one thread, and carries out the session's actions. Sleeps
/// while nothing happens.
struct AttachLoop: ReconnectingClient {
    private var terminal: TerminalDevice
    private var session: AttachSession
    let daemon: DaemonEndpoint
    var connection: LineConnection?
    /// When to send `timerFired` to the session.
    private var deadline: ContinuousClock.Instant?
    /// When an incomplete escape sequence counts as single keys.
    private var escapeDeadline: ContinuousClock.Instant?
    private var outcome: AttachSession.Outcome?

    init(terminal: TerminalDevice, session: AttachSession, daemon: DaemonEndpoint, connection: LineConnection) {
        self.terminal = terminal
        self.session = session
        self.daemon = daemon
        self.connection = connection
    }

    mutating func run() -> AttachSession.Outcome {
        connected()
        while true {
            if let outcome { return outcome }
            waitForEvents()
        }
    }

    private mutating func handle(_ event: AttachSession.Event) {
        guard outcome == nil else { return }
        for action in session.handle(event) { perform(action) }
    }

    private mutating func perform(_ action: AttachSession.Action) {
        switch action {
        case .show(let text):
            terminal.show(text)
            drawn()
        case .send(let method, let params, let id): connection?.send(method, params, id: id)
        case .disconnect: connection = nil
        case .setTimer(let duration): deadline = duration.map { .now + $0 }
        case .suspend: terminal.suspend()
        case .discardInput:
            terminal.discardInput()
            escapeDeadline = nil
        case .useKeyProtocol: terminal.useKeyProtocol()
        case .finish(let new): outcome = outcome ?? new
        case .connect: connect()
        }
    }

    /// Tells the session when the terminal has taken all that is to be shown.
    private mutating func drawn() {
        if !terminal.hasPendingOutput { handle(.drawn) }
    }

    // MARK: - Waiting

    private mutating func waitForEvents() {
        // poll(2) ignores a negative descriptor.
        func entry(_ descriptor: Int32, _ events: Int32) -> pollfd {
            pollfd(fd: events == 0 ? -1 : descriptor, events: Int16(events), revents: 0)
        }
        let fromDaemon = connection == nil || terminal.exertsBackpressure ? 0 : POLLIN
        let toDaemon = connection?.hasUnsent == true ? POLLOUT : 0
        var entries = [
            entry(STDIN_FILENO, POLLIN), entry(fascia_terminal_wakes(), POLLIN),
            entry(connection?.descriptor ?? -1, fromDaemon | toDaemon),
            entry(fascia_terminal_output(), terminal.hasPendingOutput ? POLLOUT : 0),
        ]
        let time = [deadline, escapeDeadline].compactMap { $0 }.min()
        let count = poll(&entries, nfds_t(entries.count), PollTime.milliseconds(until: time))
        if count < 0 {
            // After a signal, poll is repeated and finds the signal's byte in the pipe.
            if errno != EINTR { outcome = .quit }
            return
        }
        if entries[3].revents != 0 {
            if !terminal.flush() { outcome = .quit }
            drawn()
        }
        // Keys are handled before new frames, because the user typed them at the old picture.
        if entries[0].revents != 0 { input() }
        if entries[2].revents != 0 { exchangeMessages() }
        if entries[1].revents != 0 { signals() }
        if let time = escapeDeadline, time <= .now {
            escapeDeadline = nil
            type(terminal.flushInput())
        }
        if let time = deadline, time <= .now {
            deadline = nil
            handle(.timerFired)
        }
    }

    // MARK: - Events

    mutating func connected() { handle(.connected) }
    mutating func received(_ message: Message) { handle(.message(message)) }
    mutating func connectionLost(_ error: ConnectionError) { handle(.connectionLost(error)) }

    private mutating func signals() {
        let signals = fascia_terminal_signals()
        let size = terminal.size
        if Int(signals) & FASCIA_CONTINUED != 0 {
            handle(.continued(size))
        } else if Int(signals) & FASCIA_RESIZED != 0 {
            handle(.resized(size))
        }
    }

    private mutating func input() {
        guard let inputs = terminal.read() else {
            outcome = .quit
            return
        }
        type(inputs)
    }

    private mutating func type(_ inputs: [KeyDecoder.Input]) {
        for input in inputs { handle(.input(input)) }
        escapeDeadline = terminal.escapeTimeout.map { .now + .milliseconds($0) }
    }
}
