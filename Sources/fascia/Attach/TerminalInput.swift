import CTerminal
import Glibc

/// The terminal's side of the client: raw mode, and what comes from the keyboard, the mouse and the signals.
enum TerminalInput {
    enum Event: Hashable, Sendable {
        case input(KeyDecoder.Input)
        /// The terminal has this size, in cells; also sent when it must be drawn anew.
        case resized(columns: Int, rows: Int)
    }

    /// The alternate screen, no cursor, reports of mouse buttons in SGR form, marks around what is pasted.
    static let enterSequence = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h"
    /// All of it backwards, and plain colours.
    static let restoreSequence = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?25h\u{1B}[?1049l"

    /// How long after an ESC its sequence may take to come, before it is the Escape key. A terminal sends both at once;
    /// a slow line may part them.
    private static let escapeMilliseconds: Int32 = 40

    /// Sets raw mode and begins to read; everything is put back by `fascia_terminal_leave`, or when the process ends.
    static func enter() throws -> AsyncStream<Event> {
        // They are needed until the process ends, and it enters a terminal once.
        let code = fascia_terminal_enter(
            STDIN_FILENO, STDOUT_FILENO, strdup(enterSequence), strdup(restoreSequence))
        guard code == 0 else {
            throw UsageError("the terminal cannot be set up: \(String(cString: strerror(code)))")
        }
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
        try startThread { read(into: continuation) }
        return stream
    }

    static var size: (columns: Int, rows: Int) {
        var (columns, rows): (Int32, Int32) = (0, 0)
        // A terminal that does not say, such as a serial line, is taken for the smallest that there used to be.
        guard fascia_terminal_size(&columns, &rows) == 0, columns > 0, rows > 0 else { return (80, 24) }
        return (min(Int(columns), 1_000), min(Int(rows), 1_000))
    }

    private static func read(into continuation: AsyncStream<Event>.Continuation) {
        var decoder = KeyDecoder()
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            var count = 0
            let what = fascia_terminal_wait(
                &buffer, buffer.count, &count, decoder.isWaiting ? escapeMilliseconds : -1)
            func isSet(_ bit: Int) -> Bool { Int(what) & bit != 0 }

            let inputs = isSet(FASCIA_SILENCE) ? decoder.flush() : decoder.feed(buffer[..<count])
            for input in inputs { continuation.yield(.input(input)) }
            if isSet(FASCIA_RESIZED) || isSet(FASCIA_CONTINUED) {
                let (columns, rows) = size
                continuation.yield(.resized(columns: columns, rows: rows))
            }
            if isSet(FASCIA_END) {
                continuation.finish()
                return
            }
        }
    }

    /// A thread of its own: it is blocked for as long as nobody types, which no thread of a pool may be.
    private static func startThread(_ body: @escaping @Sendable () -> Void) throws {
        let context = Unmanaged.passRetained(ThreadBody(run: body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            throw UsageError("no thread can be started: \(String(cString: strerror(code)))")
        }
        pthread_detach(thread)
    }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
}
