import CTerminal
import FasciaAsk
import FasciaClient
import FasciaDocument
import FasciaTerminal
import Glibc

/// Asks a question in lines.
struct LinearTerminal {
    private let streams: QuestionStreams
    private let isUnicode: Bool
    /// Bytes that have been read and belong to later lines.
    private var rest: [UInt8] = []
    private var isAtEnd = false
    /// Whether this program shows what is typed, because it must not be seen of a secret.
    private var echoes = false

    init(_ streams: QuestionStreams, isUnicode: Bool) {
        (self.streams, self.isUnicode) = (streams, isUnicode)
    }

    private enum Line {
        case text(String), end, interrupted, timedOut
    }

    mutating func ask(_ question: Question, until end: ContinuousClock.Instant?) -> QuestionOutcome {
        var linear = LinearQuestion(question)
        let hasSecret = question.fields.contains { $0.kind == .secret }
        if hasSecret, isatty(streams.input) == 1 {
            // Restores the terminal however the process ends.
            echoes = fascia_terminal_enter(streams.input, streams.output, "", "") == 0
        }
        defer { if echoes { fascia_terminal_leave() } }
        while true {
            if let outcome = linear.outcome { return outcome }
            write(linear.prompt())
            switch readLine(isSecret: linear.isSecret, until: end) {
            case .text(let text): linear.take(text)
            case .end: linear.take(nil)
            case .interrupted: return .interrupted
            case .timedOut:
                write("\n")
                return .timedOut
            }
        }
    }

    /// Prints how far something is, a line for each change.
    mutating func follow(_ question: Question, _ sources: QuestionSources, until end: ContinuousClock.Instant?)
        -> QuestionOutcome
    {
        var sources = sources
        write(
            [question.title, question.text].filter { !$0.isEmpty }.map { Printable.text($0, keepsLines: true) + "\n" }.joined())
        var last = -1
        while true {
            var entries = sources.entries
            let time = PollTime.milliseconds(until: [end, sources.wakes].compactMap(\.self).min())
            guard poll(&entries, nfds_t(entries.count), time) >= 0 else { continue }
            for event in sources.read(entries) {
                switch event {
                case .gauge(let update):
                    if let text = update.text { write(Printable.text(text, keepsLines: true) + "\n") }
                    guard let percent = update.percent, percent != last else { continue }
                    last = percent
                    write("\(percent) %\n")
                case .ended(let outcome):
                    sources.stop()
                    return outcome
                case .finished: return .answered(.seen)
                default: break
                }
            }
            if let end, end <= .now {
                sources.stop()
                return .timedOut
            }
        }
    }

    private func write(_ text: String) {
        var text = isUnicode ? text : String(text.map { $0.isASCII ? $0 : "?" })
        if echoes { text = text.replacing("\n", with: "\r\n") }
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.write(streams.output, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR, errno != EAGAIN { return }
            sent += max(0, count)
        }
    }

    private mutating func readLine(isSecret: Bool, until end: ContinuousClock.Instant?) -> Line {
        var line: [UInt8] = []
        while true {
            while !rest.isEmpty {
                let byte = rest.removeFirst()
                switch byte {
                case 0x0A, 0x0D:
                    if echoes { write("\n") }
                    return .text(String(decoding: line, as: UTF8.self))
                case 0x03 where echoes:
                    write("\n")
                    return .interrupted
                case 0x04 where echoes && line.isEmpty:
                    write("\n")
                    return .end
                case 0x7F where echoes, 0x08 where echoes:
                    guard let last = String(decoding: line, as: UTF8.self).last else { continue }
                    line.removeLast(min(line.count, last.utf8.count))
                    if !isSecret { write("\u{8} \u{8}") }
                default:
                    guard line.count < Input.maximumBytes else { continue }
                    line.append(byte)
                    if echoes, !isSecret { echo(byte) }
                }
            }
            if isAtEnd { return line.isEmpty ? .end : .text(String(decoding: line, as: UTF8.self)) }
            var entry = pollfd(fd: streams.input, events: Int16(POLLIN), revents: 0)
            let count = poll(&entry, 1, PollTime.milliseconds(until: end))
            if count == 0 { return .timedOut }
            if count > 0 { read() }
        }
    }

    private func echo(_ byte: UInt8) {
        guard byte >= 0x20 else { return }
        var byte = byte
        Glibc.write(streams.output, &byte, 1)
    }

    private mutating func read() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(streams.input, &buffer, buffer.count)
        if count > 0 { rest += buffer[..<count] } else if count == 0 || errno != EINTR && errno != EAGAIN { isAtEnd = true }
    }
}
