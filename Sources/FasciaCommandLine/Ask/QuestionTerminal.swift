import CTerminal
import FasciaAsk
import FasciaClient
import FasciaDocument
import FasciaInteraction
import FasciaRender
import FasciaTerminal
import FasciaWire
import Glibc

/// Asks questions at the terminal, one after the other. Waits for it in one thread, and sleeps while nothing happens.
struct QuestionTerminal {
    private var device: TerminalDevice
    private let capabilities: TerminalCapabilities
    private let host: String
    /// What the terminal shows; `nil` if that is unknown.
    private var shown: CellBuffer?
    private var session: QuestionSession?
    /// Whether the picture is older than what has happened.
    private var isOutdated = true
    private var escapeDeadline: ContinuousClock.Instant?
    private var typingDeadline: ContinuousClock.Instant?
    private var tickDeadline: ContinuousClock.Instant?
    /// Whether a button of the mouse is down: its release is not left for the next program.
    private var isPressed = false

    /// Between steps of an animation.
    private static let tick = Duration.milliseconds(125)
    /// Letters typed with shorter pauses form one search text.
    private static let typingPause = Duration.seconds(1)
    /// How long to wait for the release of a button that has answered.
    private static let releasePause = Duration.milliseconds(500)

    /// Enters the terminal. It is left by `leave`, and by the end of the process.
    init(_ streams: QuestionStreams, _ properties: TerminalProperties, usesMouse: Bool) throws {
        capabilities = TerminalCapabilities(properties)
        host = Self.hostName
        device = try TerminalDevice(
            entering: properties, usesMouse: usesMouse, input: streams.input, output: streams.output, isBrief: true)
    }

    func leave() { device.leave() }

    static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return String(text.prefix { $0 != "." })
    }

    /// The time to answer.
    struct Limit {
        var end: ContinuousClock.Instant
        /// What is said about the seconds that are left; `nil` for nothing.
        var countdown: (@Sendable (Int) -> String)?
    }

    /// Asks until there is an outcome.
    mutating func ask(_ question: Question, limit: Limit? = nil, _ sources: QuestionSources = .init()) -> QuestionOutcome {
        var sources = sources
        session = QuestionSession(question, size: size, capabilities: capabilities, host: host)
        isOutdated = true
        var end: ContinuousClock.Instant?
        while true {
            if let outcome = session?.outcome {
                if end == nil { sources.stop() }
                // The release of the button that has answered is read here, so that the shell does not get it.
                if !isPressed || (end ?? .now + Self.releasePause) <= .now { return outcome }
                end = end ?? .now + Self.releasePause
            }
            countDown(limit)
            draw()
            wait(until: end ?? nextCountdown(limit), &sources)
            if session?.outcome == nil, let limit, limit.end <= .now { handle(.timedOut) }
        }
    }

    private var size: CellSize {
        let size = device.size
        return CellSize(columns: size.columns, rows: size.rows)
    }

    private mutating func handle(_ event: QuestionSession.Event) {
        session?.handle(event)
        if session?.needsRedraw == true { shown = nil }
        isOutdated = true
    }

    // MARK: - Showing

    private mutating func draw() {
        guard isOutdated, session?.outcome == nil, !device.hasPendingOutput, let picture = session?.picture() else { return }
        isOutdated = false
        let text =
            shown.map { TerminalEncoder.diff(from: $0, to: picture, profile: capabilities) }
            ?? TerminalEncoder.full(picture, profile: capabilities)
        shown = picture
        if !text.isEmpty { device.show(text) }
        if picture.isAnimated { tickDeadline = tickDeadline ?? .now + Self.tick }
    }

    private mutating func countDown(_ limit: Limit?) {
        guard let limit, let countdown = limit.countdown, session?.outcome == nil else { return }
        handle(.countdown(countdown(Self.seconds(until: limit.end))))
    }

    private static func seconds(until end: ContinuousClock.Instant) -> Int {
        max(0, Int((ContinuousClock.now.duration(to: end) / .seconds(1)).rounded(.up)))
    }

    /// When the seconds that are left change, or are over.
    private func nextCountdown(_ limit: Limit?) -> ContinuousClock.Instant? {
        guard let limit else { return nil }
        guard limit.countdown != nil else { return limit.end }
        let left = Self.seconds(until: limit.end)
        return left <= 1 ? limit.end : limit.end - .seconds(left - 1)
    }

    // MARK: - Waiting

    private mutating func wait(until time: ContinuousClock.Instant?, _ sources: inout QuestionSources) {
        func entry(_ descriptor: Int32?, _ events: Int32) -> pollfd {
            // poll(2) ignores a negative descriptor.
            pollfd(fd: descriptor ?? -1, events: Int16(events), revents: 0)
        }
        var entries = [
            entry(device.input, POLLIN), entry(fascia_terminal_wakes(), POLLIN),
            entry(device.hasPendingOutput ? fascia_terminal_output() : nil, POLLOUT),
        ]
        entries += sources.entries
        let next = [time, escapeDeadline, typingDeadline, tickDeadline, sources.wakes].compactMap(\.self).min()
        // After a signal, poll is repeated and finds the signal's byte in the pipe.
        guard poll(&entries, nfds_t(entries.count), PollTime.milliseconds(until: next)) >= 0 else { return }
        if entries[2].revents != 0, !device.flush() { handle(.key("ctrl+c")) }
        if entries[1].revents != 0 { signals() }
        if entries[0].revents != 0 { input() }
        for event in sources.read(entries.dropFirst(3)) { handle(event) }
        if let end = escapeDeadline, end <= .now { type(device.flushInput()) }
        if let end = typingDeadline, end <= .now {
            typingDeadline = nil
            handle(.paused)
        }
        if let end = tickDeadline, end <= .now {
            tickDeadline = nil
            handle(.ticked)
        }
    }

    private mutating func signals() {
        let signals = Int(fascia_terminal_signals())
        guard signals & (FASCIA_RESIZED | FASCIA_CONTINUED) != 0 else { return }
        handle(.resized(size))
        shown = nil
    }

    private mutating func input() {
        // The terminal is gone.
        guard let inputs = device.read() else { return handle(.key("ctrl+c")) }
        type(inputs)
    }

    private mutating func type(_ inputs: [KeyDecoder.Input]) {
        escapeDeadline = device.escapeTimeout.map { .now + .milliseconds($0) }
        for input in inputs {
            switch input {
            case .key("ctrl+z"): device.suspend()
            case .key(let key):
                handle(.key(key))
                if key.count == 1 { typingDeadline = .now + Self.typingPause }
            case .paste(let text): handle(.paste(text))
            case .mouse(let mouse): point(mouse)
            case .supportsKeyProtocol: break
            }
        }
    }

    private mutating func point(_ mouse: MouseInput) {
        if mouse.kind == .press { isPressed = true } else if mouse.kind == .release { isPressed = false }
        guard mouse.button == .left || mouse.kind == .wheelUp || mouse.kind == .wheelDown else { return }
        handle(.mouse(Mouse(mouse.kind, at: CellPoint(column: mouse.column, row: mouse.row))))
    }
}

extension TerminalCapabilities {
    init(_ properties: TerminalProperties) {
        self.init(
            colors: properties.colors, unicode: properties.isUnicode, scheme: properties.scheme, features: properties.features)
    }
}
