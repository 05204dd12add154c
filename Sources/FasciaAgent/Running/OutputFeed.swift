import FasciaClient
import FasciaDocument
import FasciaProcess
import Synchronization

/// The output of a command on its way to a log of the panel. Lines arrive on the command's thread. The last ones are kept,
/// as many as a log keeps: if they arrive faster than the daemon takes them, only those are sent, and over a new connection
/// they are sent again.
package final class OutputFeed: Sendable {
    private struct State {
        var splitters: [CommandRun.Stream: LineSplitter] = [:]
        /// The last lines.
        var lines: [String] = []
        /// How many lines have come in all.
        var count = 0
        /// The last one that was printed.
        var percent: Int?
        /// Wakes who delivers.
        var arrival: AsyncStream<Void>.Continuation?
        var isFinished = false

        mutating func add(_ new: [String]) {
            guard !new.isEmpty else { return }
            lines += new
            count += new.count
            if lines.count > OutputFeed.maximumLines { lines.removeFirst(lines.count - OutputFeed.maximumLines) }
            // Much may come at once, and progress is printed often.
            percent = new.suffix(100).reversed().lazy.compactMap(Percentage.last).first ?? percent
            arrival?.yield()
        }

        /// The lines after the first `sent` of all, as far as they are kept.
        func news(after sent: Int) -> News { News(lines: Array(lines.suffix(count - sent)), percent: percent, end: count) }
    }

    /// Lines that have come, and the last percentage until then.
    package struct News: Sendable {
        package let lines: [String]
        package let percent: Int?
        /// How many lines have come with them.
        fileprivate let end: Int
    }

    private let state = Mutex(State())
    private static let maximumLines = 1_000

    package init() {}

    package func add(_ stream: CommandRun.Stream, _ bytes: ArraySlice<UInt8>) {
        state.withLock { $0.add($0.splitters[stream, default: LineSplitter()].lines(bytes)) }
    }

    package func add(_ line: String) { state.withLock { $0.add([line]) } }

    /// Call this when the command has ended.
    package func finish() {
        state.withLock { state in
            for stream in [CommandRun.Stream.output, .errors] {
                state.add(state.splitters[stream, default: LineSplitter()].finish())
            }
            state.isFinished = true
            state.arrival?.finish()
        }
    }

    /// Passes what is kept to `send`, and then what comes, until `finish` was called or the task is cancelled. After that,
    /// or if `send` throws, this can be called again, and begins again.
    package func deliver(to send: (News) async throws -> Void) async rethrows {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            state.arrival = arrival
            if state.isFinished { arrival.finish() }
        }
        var sent = 0
        try await deliver(after: &sent, to: send)
        for await _ in arrivals { try await deliver(after: &sent, to: send) }
        try await deliver(after: &sent, to: send)
    }

    private func deliver(after sent: inout Int, to send: (News) async throws -> Void) async rethrows {
        let news = state.withLock { [sent] in $0.news(after: sent) }
        guard !news.lines.isEmpty else { return }
        try await send(news)
        sent = news.end
    }
}

/// The progress that a program prints.
package enum Percentage {
    /// The last percentage from 0 to 100 in a line: 40 of `Unpacking (40%)`, and of `40.2 %`; or what `[12/48]` is.
    package static func last(in line: String) -> Int? {
        percentage(in: line) ?? steps(in: line)
    }

    /// The steps that are done, of all: 25 of `[12/48] Compiling`.
    private static func steps(in line: String) -> Int? {
        guard line.utf8.contains(UInt8(ascii: "[")) else { return nil }
        let found = line.matches(of: /\[ *([0-9]{1,9}) *\/ *([0-9]{1,9}) *\]/).last
        guard let found, let done = Int(found.output.1), let all = Int(found.output.2), all > 0, done <= all else { return nil }
        return done * 100 / all
    }

    private static func percentage(in line: String) -> Int? {
        guard line.utf8.contains(UInt8(ascii: "%")) else { return nil }
        var rest = Substring(line)
        while let sign = rest.lastIndex(of: "%") {
            let before = rest[..<sign]
            let number = before.drop(whileLast: \.isWhitespace).suffix(while: { $0.isASCII && ($0.isNumber || $0 == ".") })
            if let value = Double(number), (0...100).contains(value) { return Int(value) }
            rest = before
        }
        return nil
    }
}

extension Substring {
    fileprivate func drop(whileLast condition: (Character) -> Bool) -> Substring {
        self[..<(lastIndex { !condition($0) }.map { index(after: $0) } ?? startIndex)]
    }

    fileprivate func suffix(while condition: (Character) -> Bool) -> Substring {
        self[(lastIndex { !condition($0) }.map { index(after: $0) } ?? startIndex)...]
    }
}
