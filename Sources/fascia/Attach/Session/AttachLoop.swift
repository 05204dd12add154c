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
    /// When to send `waited` to the session.
    private var wakeUp: ContinuousClock.Instant?
    /// When an incomplete escape sequence counts as single keys.
    private var silence: ContinuousClock.Instant?
    private var end: AttachSession.End?

    init(terminal: TerminalDevice, session: AttachSession, daemon: DaemonEndpoint, connection: LineConnection) {
        self.terminal = terminal
        self.session = session
        self.daemon = daemon
        self.connection = connection
    }

    mutating func run() -> AttachSession.End {
        connected()
        while true {
            if let end { return end }
            waitForSomething()
        }
    }

    private mutating func tell(_ happening: AttachSession.Happening) {
        guard end == nil else { return }
        for action in session.take(happening) { perform(action) }
    }

    private mutating func perform(_ action: AttachSession.Action) {
        switch action {
        case .show(let text): terminal.show(text)
        case .send(let method, let params, let id): connection?.send(method, params, id: id)
        case .hangUp: connection = nil
        case .wait(let duration): wakeUp = duration.map { .now + $0 }
        case .suspend: terminal.suspend()
        case .discardInput:
            terminal.discardInput()
            silence = nil
        case .useKeyProtocol: terminal.useKeyProtocol()
        case .end(let new): end = end ?? new
        case .connect: connect()
        }
    }

    // MARK: - Waiting

    private mutating func waitForSomething() {
        // poll(2) ignores a negative descriptor.
        func entry(_ descriptor: Int32, _ events: Int32) -> pollfd {
            pollfd(fd: events == 0 ? -1 : descriptor, events: Int16(events), revents: 0)
        }
        let fromDaemon = connection == nil || terminal.isBehind ? 0 : POLLIN
        let toDaemon = connection?.hasUnsent == true ? POLLOUT : 0
        var entries = [
            entry(STDIN_FILENO, POLLIN), entry(fascia_terminal_wakes(), POLLIN),
            entry(connection?.descriptor ?? -1, fromDaemon | toDaemon),
            entry(fascia_terminal_output(), terminal.hasPendingOutput ? POLLOUT : 0),
        ]
        let time = [wakeUp, silence].compactMap { $0 }.min()
        let count = poll(&entries, nfds_t(entries.count), PollTime.milliseconds(until: time))
        if count < 0 {
            // After a signal, poll is repeated and finds the signal's byte in the pipe.
            if errno != EINTR { end = .left }
            return
        }
        if entries[3].revents != 0, !terminal.showMore() { end = .left }
        // Keys are handled before new frames, because the user typed them at the old picture.
        if entries[0].revents != 0 { input() }
        if entries[2].revents != 0 { serve() }
        if entries[1].revents != 0 { signals() }
        if let time = silence, time <= .now {
            silence = nil
            type(terminal.silence())
        }
        if let time = wakeUp, time <= .now {
            wakeUp = nil
            tell(.waited)
        }
    }

    // MARK: - Events

    mutating func connected() { tell(.connected) }
    mutating func heard(_ message: Message) { tell(.message(message)) }
    mutating func lost(_ error: ConnectionError) { tell(.lost(error)) }

    private mutating func signals() {
        let signals = fascia_terminal_signals()
        let size = terminal.size
        if Int(signals) & FASCIA_CONTINUED != 0 {
            tell(.continued(size))
        } else if Int(signals) & FASCIA_RESIZED != 0 {
            tell(.resized(size))
        }
    }

    private mutating func input() {
        guard let inputs = terminal.read() else {
            end = .left
            return
        }
        type(inputs)
    }

    private mutating func type(_ inputs: [KeyDecoder.Input]) {
        for input in inputs { tell(.input(input)) }
        silence = terminal.patience.map { .now + .milliseconds($0) }
    }
}
