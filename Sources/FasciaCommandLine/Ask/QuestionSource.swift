import FasciaAsk
import FasciaProcess
import Glibc
import Synchronization

/// What happens while a question is shown: how far something is, or that it was answered elsewhere.
protocol QuestionSource {
    /// Readable when there is something to read.
    var descriptor: Int32 { get }
    /// What has happened, and whether it is over.
    mutating func read() -> (updates: [GaugeReader.Update], isOver: Bool)
    /// Ends it, because the user has had enough.
    mutating func stop()
    /// When to read, though there may be nothing.
    var wakes: ContinuousClock.Instant? { get }
    /// How the question has ended elsewhere.
    var outcome: QuestionOutcome? { get }
    /// Whether it waits until it can send more, and is to be read then.
    var hasUnsent: Bool { get }
    /// Takes what another source has said.
    mutating func tell(_ update: GaugeReader.Update)
}

extension QuestionSource {
    var wakes: ContinuousClock.Instant? { nil }
    var outcome: QuestionOutcome? { nil }
    var hasUnsent: Bool { false }
    mutating func tell(_ update: GaugeReader.Update) {}
}

/// All that happens while a question is shown.
struct QuestionSources {
    private var all: [any QuestionSource]

    init(_ all: [(any QuestionSource)?] = []) { self.all = all.compactMap(\.self) }

    /// What to wait for, in the order in which `read` takes it.
    var entries: [pollfd] {
        all.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN | ($0.hasUnsent ? POLLOUT : 0)), revents: 0) }
    }

    var wakes: ContinuousClock.Instant? { all.compactMap(\.wakes).min() }

    /// What has happened at all of them. What one source has said is told to the others.
    mutating func read(_ entries: some Collection<pollfd>) -> [QuestionSession.Event] {
        var (events, over): ([QuestionSession.Event], [Int]) = ([], [])
        for (index, entry) in entries.enumerated() where entry.revents != 0 || all[index].wakes.map({ $0 <= .now }) == true {
            let (updates, isOver) = all[index].read()
            for update in updates {
                events.append(.gauge(update))
                for other in all.indices where other != index { all[other].tell(update) }
            }
            if let outcome = all[index].outcome { events.append(.ended(outcome)) }
            if isOver {
                events.append(.finished)
                over.append(index)
            }
        }
        for index in over.reversed() { all.remove(at: index) }
        return events
    }

    /// Ends what happens.
    mutating func stop() { for index in all.indices { all[index].stop() } }
}

/// Percentages and texts on standard input.
struct GaugeSource: QuestionSource {
    let descriptor = STDIN_FILENO
    private var reader = GaugeReader()
    private var buffer = [UInt8](repeating: 0, count: 4_096)

    mutating func read() -> (updates: [GaugeReader.Update], isOver: Bool) {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 { return (reader.read(buffer[..<count]), false) }
        return ([], !(count < 0 && (errno == EINTR || errno == EAGAIN)))
    }

    mutating func stop() {}
}

/// A command that runs.
struct CommandSource: QuestionSource {
    let descriptor: Int32
    private let run: CommandRun
    private let output: OutputStore

    /// What the command has written, in order.
    final class OutputStore: Sendable {
        private let pieces = Mutex<[(stream: CommandRun.Stream, bytes: [UInt8])]>([])
        func add(_ stream: CommandRun.Stream, _ bytes: ArraySlice<UInt8>) {
            pieces.withLock { $0.append((stream, Array(bytes))) }
        }
        func take() -> [(stream: CommandRun.Stream, bytes: [UInt8])] { pieces.withLock { $0 } }
    }

    /// - Parameters:
    ///   - streams: what is kept of its output.
    ///   - passed: what is written to standard output at once instead, because it does not disturb the picture.
    /// - Throws: `UsageError` if there is no pipe.
    init(_ arguments: [String], keeping streams: Set<CommandRun.Stream>, passingOn passed: Set<CommandRun.Stream>) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw UsageError("cannot make a pipe: \(String(cString: strerror(errno)))") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        CommandRun.supervise()
        let store = OutputStore()
        run = CommandRun.start(ProcessCommand(arguments)) { stream, bytes in
            if passed.contains(stream) { return Output.forward(.output, bytes) }
            if streams.contains(stream) { store.add(stream, bytes) }
        }
        output = store
        descriptor = ends[0]
        let writer = ends[1]
        run.whenDone { _ in close(writer) }
    }

    mutating func read() -> (updates: [GaugeReader.Update], isOver: Bool) { ([], true) }

    mutating func stop() { run.cancel() }

    /// What it has written, in order. Call it when it has ended.
    var written: [(stream: CommandRun.Stream, bytes: [UInt8])] { output.take() }

    /// How it ended. Waits until it has.
    func result() -> CommandResult {
        let found = Mutex<CommandResult?>(nil)
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&wait, 1, -1) < 0, errno == EINTR {}
        run.whenDone { result in found.withLock { $0 = result } }
        // `whenDone` of a command that has ended calls back at once.
        return found.withLock { $0 } ?? CommandResult(.cancelled)
    }
}
