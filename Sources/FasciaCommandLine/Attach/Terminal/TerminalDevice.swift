import CTerminal
import FasciaTerminal
import Glibc

/// The terminal of this process: raw mode, input and output. There is one for each process.
struct TerminalDevice {
    private let kind: TerminalKind
    private let hasConsoleFont: Bool
    private let usesMouse: Bool
    private var decoder: KeyDecoder
    private var usesKeyProtocol = false
    /// Output that the terminal has not accepted yet.
    private var pendingOutput: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 4_096)

    /// Maximum output in bytes before the daemon is no longer read.
    private static let maximumPendingOutput = 65_536

    /// Enters raw mode. `leave` restores the terminal, and so does the end of the process.
    init(entering properties: TerminalProperties, usesMouse: Bool) throws {
        kind = properties.kind
        hasConsoleFont = properties.hasConsoleFont
        self.usesMouse = usesMouse
        decoder = KeyDecoder(hasHighLatency: properties.hasHighLatency)
        // The strings are leaked on purpose: the exit handler needs them until the process ends, and a process enters a
        // terminal once.
        let code = fascia_terminal_enter(
            STDIN_FILENO, STDOUT_FILENO, strdup(kind.enterSequence(usesMouse: usesMouse)), strdup(kind.restoreSequence()))
        guard code == 0 else {
            throw UsageError("cannot set up the terminal: \(String(cString: strerror(code)))")
        }
        if kind.maySupportKeyProtocol { show(KeyProtocol.ask) }
    }

    func leave() { fascia_terminal_leave() }

    func suspend() { fascia_terminal_suspend() }

    /// Enables the key protocol, with which every key has an unambiguous sequence.
    mutating func useKeyProtocol() {
        guard !usesKeyProtocol else { return }
        usesKeyProtocol = true
        fascia_terminal_use(
            strdup(kind.enterSequence(usesMouse: usesMouse, keyProtocol: true)), strdup(kind.restoreSequence(keyProtocol: true)))
        show(KeyProtocol.push)
    }

    var size: TerminalSize {
        var (columns, rows): (Int32, Int32) = (0, 0)
        guard fascia_terminal_size(&columns, &rows) == 0, columns > 0, rows > 0 else { return .usual }
        return TerminalSize(columns: Int(columns), rows: Int(rows))
    }

    // MARK: - Showing

    var exertsBackpressure: Bool { pendingOutput.count > Self.maximumPendingOutput }
    var hasPendingOutput: Bool { !pendingOutput.isEmpty }

    mutating func show(_ text: String) {
        pendingOutput.append(contentsOf: (hasConsoleFont ? ConsoleGlyphs.replaced(text) : text).utf8)
        flush()
    }

    /// - Returns: false if the terminal is gone.
    @discardableResult
    mutating func flush() -> Bool {
        while !pendingOutput.isEmpty {
            let count = pendingOutput.withUnsafeBytes { fascia_terminal_write($0.baseAddress, $0.count) }
            guard count > 0 else { return count == 0 }
            pendingOutput.removeFirst(count)
        }
        return true
    }

    // MARK: - Reading

    /// Milliseconds of silence after which to call `flushInput`; `nil` if no input is incomplete.
    var escapeTimeout: Int32? { decoder.escapeTimeout }

    /// Discards unread input.
    mutating func discardInput() {
        tcflush(STDIN_FILENO, TCIFLUSH)
        decoder.reset()
    }

    mutating func flushInput() -> [KeyDecoder.Input] { decoder.flush() }

    /// The keys that were typed; `nil` at the end of the input.
    mutating func read() -> [KeyDecoder.Input]? {
        let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
        if count > 0 { return decoder.feed(buffer[..<count]) }
        return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
    }
}
