import CTerminal
import FasciaTerminal
import Glibc

/// The terminal of this process: raw mode, input and output. There is one for each process.
struct TerminalDevice {
    private let kind: TerminalKind
    private let hasConsoleFont: Bool
    private let usesMouse: Bool
    /// The descriptor that keys are read from.
    let input: Int32
    private var decoder: KeyDecoder
    private var usesKeyProtocol = false
    /// Output that the terminal has not accepted yet.
    private var pendingOutput: [UInt8] = []
    private var buffer: [UInt8]

    /// Maximum output in bytes before the daemon is no longer read.
    private static let maximumPendingOutput = 65_536

    /// Enters raw mode. `leave` restores the terminal, and so does the end of the process.
    ///
    /// - Parameters:
    ///   - input, output: descriptors of the terminal.
    ///   - isBrief: whether it is left soon: then it is not asked what it can do, whose answer might come after that, and keys
    ///     that were typed ahead are left for the next program.
    init(
        entering properties: TerminalProperties, usesMouse: Bool, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO,
        isBrief: Bool = false
    ) throws {
        self.input = input
        // What is read together with the key that answers would be lost to the next program.
        buffer = [UInt8](repeating: 0, count: isBrief ? 1 : 4_096)
        kind = properties.kind
        hasConsoleFont = properties.hasConsoleFont
        self.usesMouse = usesMouse
        decoder = KeyDecoder(hasHighLatency: properties.hasHighLatency)
        // The strings are leaked on purpose: the exit handler needs them until the process ends, and a process enters a
        // terminal once.
        if isBrief { fascia_terminal_keep_input() }
        let code = fascia_terminal_enter(
            input, output, strdup(kind.enterSequence(usesMouse: usesMouse)), strdup(kind.restoreSequence()))
        guard code == 0 else {
            throw UsageError("cannot set up the terminal: \(String(cString: strerror(code)))")
        }
        if kind.maySupportKeyProtocol, !isBrief { show(KeyProtocol.ask) }
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
        tcflush(input, TCIFLUSH)
        decoder.reset()
    }

    mutating func flushInput() -> [KeyDecoder.Input] { decoder.flush() }

    /// The keys that were typed; `nil` at the end of the input.
    mutating func read() -> [KeyDecoder.Input]? {
        let count = Glibc.read(input, &buffer, buffer.count)
        if count > 0 { return decoder.feed(buffer[..<count]) }
        return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
    }
}
