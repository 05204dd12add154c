import FasciaClient
import FasciaDocument
import FasciaProcess
import Synchronization

/// The output of a command on its way to a log of the panel. Lines arrive on the command's thread; if they arrive faster
/// than the daemon takes them, only the last ones are sent, because a log keeps no more.
package final class OutputFeed: Sendable {
    private struct State {
        var splitters: [CommandRun.Stream: LineSplitter] = [:]
        var lines: [String] = []
        var percent: Int?

        mutating func add(_ new: [String]) {
            guard !new.isEmpty else { return }
            lines += new
            if lines.count > OutputFeed.maximumLines { lines.removeFirst(lines.count - OutputFeed.maximumLines) }
            percent = new.reversed().lazy.compactMap(Percentage.last).first ?? percent
        }
    }

    private let state = Mutex(State())
    private let arrivals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private static let maximumLines = 1_000

    package init() { (arrivals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    package func add(_ stream: CommandRun.Stream, _ bytes: ArraySlice<UInt8>) {
        state.withLock { $0.add($0.splitters[stream, default: LineSplitter()].lines(bytes)) }
        signal.yield()
    }

    package func add(_ line: String) {
        state.withLock { $0.add([line]) }
        signal.yield()
    }

    /// Call this when the command has ended.
    package func finish() {
        state.withLock { state in
            for stream in [CommandRun.Stream.output, .errors] {
                state.add(state.splitters[stream, default: LineSplitter()].finish())
            }
        }
        signal.finish()
    }

    /// Passes the lines to `send` until `finish` was called, and with them the last percentage that they contain, if there
    /// is a new one.
    package func deliver(to send: ([String], Int?) async throws -> Void) async rethrows {
        for await _ in arrivals { try await deliverArrived(to: send) }
        try await deliverArrived(to: send)
    }

    private func deliverArrived(to send: ([String], Int?) async throws -> Void) async rethrows {
        let (lines, percent) = state.withLock { state in
            defer { (state.lines, state.percent) = ([], nil) }
            return (state.lines, state.percent)
        }
        if !lines.isEmpty { try await send(lines, percent) }
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
        let found = line.matches(of: /\[ *([0-9]{1,9}) *\/ *([0-9]{1,9}) *\]/).last
        guard let found, let done = Int(found.output.1), let all = Int(found.output.2), all > 0, done <= all else { return nil }
        return done * 100 / all
    }

    private static func percentage(in line: String) -> Int? {
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
