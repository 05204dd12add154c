import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaProcess
import FasciaWire
import Glibc

/// Runs a command for each change of a watch.
actor Rule {
    struct Settings: Sendable {
        var mode = RuleQueue<Trigger>.Mode.queue
        var maximum = 1
        var coalesces = false
        /// How long a thing has to be left alone before its last change runs.
        var debounce: Duration?
        /// Whether the first command that ends also ends the rule.
        var once = false
        /// Whether changes made by the rule's own command count.
        var includesOwn = false
        /// Where the cursor of the last finished change is kept.
        var stateFile: String?
    }

    /// One change, and the event that it belongs to.
    struct Trigger: Sendable {
        var change: JSON
        var event: JSON
        var number: Int
        var topic: String
    }

    private let arguments: [String]
    private let settings: Settings
    private let filter: TopicFilter
    /// The name of the command's own connections, by which its changes are known.
    private let name: String
    private let environment: [String: String]
    private var queue: RuleQueue<Trigger>
    private var ledger = CursorLedger()
    private var runs: [Int: CommandRun] = [:]
    private var lastRun = 0
    /// The changes that wait until their thing is left alone.
    private var debounced: [String: Trigger] = [:]
    private var savedCursor: String?
    /// Called when the rule has ended, with the exit status of its command.
    private let finish: @Sendable (CommandResult) -> Void

    init(
        _ arguments: [String], topics: [String], settings: Settings, socketPath: String,
        finish: @escaping @Sendable (CommandResult) -> Void
    ) {
        self.arguments = arguments
        self.settings = settings
        self.finish = finish
        filter = TopicFilter(topics)
        name = Self.name(topics)
        environment = ["FASCIA_SOCKET": socketPath, CommonOptions.clientNameVariable: name]
        queue = RuleQueue(
            mode: settings.mode, maximum: settings.maximum, coalescing: settings.coalesces ? { $0.topic } : nil)
    }

    /// What the history calls the changes of the rule's command.
    static func name(_ topics: [String]) -> String { String(("fascia on " + topics.joined(separator: " ")).prefix(80)) }

    // MARK: - Changes

    func receive(_ event: JSON) {
        guard let cursor = event["cursor"]?.stringValue else { return }
        let isOwn = event["cause"]?["name"] == .string(name)
        let changes = isOwn && !settings.includesOwn ? [] : (event["changes"]?.arrayValue ?? []).filter(filter.matches)
        let number = ledger.add(cursor, unfinished: changes.count)
        saveCursor()
        for change in changes {
            guard let topic = Change.topic(of: change) else { continue }
            let trigger = Trigger(change: change, event: event, number: number, topic: "\(topic.kind):\(topic.id)")
            if let debounce = settings.debounce { hold(trigger, for: debounce) } else { add(trigger) }
        }
    }

    private func hold(_ trigger: Trigger, for time: Duration) {
        if let earlier = debounced.updateValue(trigger, forKey: trigger.topic) { done(earlier) }
        Task(executorPreference: ConnectionThread.shared) {
            try? await ConnectionThread.shared.sleep(for: time)
            await self.release(trigger)
        }
    }

    private func release(_ trigger: Trigger) {
        guard let held = debounced[trigger.topic], held.number == trigger.number else { return }
        debounced[trigger.topic] = nil
        add(trigger)
    }

    private func add(_ trigger: Trigger) {
        var dropped: [Trigger] = []
        let decision = queue.add(trigger) { dropped.append($0) }
        for trigger in dropped { done(trigger) }
        carryOut(decision)
    }

    // MARK: - Commands

    private func carryOut(_ decision: RuleQueue<Trigger>.Decision) {
        switch decision {
        case .wait: break
        case .cancel: for run in runs.values { run.cancel() }
        case .start(let triggers): for trigger in triggers { start(trigger) }
        }
    }

    private func start(_ trigger: Trigger) {
        lastRun += 1
        let number = lastRun
        let run = CommandRun.start(command(trigger), onOutput: Output.forward)
        runs[number] = run
        Task(executorPreference: ConnectionThread.shared) { await self.ended(await run.result, of: trigger, number) }
    }

    private func command(_ trigger: Trigger) -> FasciaProcess.Command {
        var environment = environment
        environment["FASCIA_ID"] = trigger.topic.split(separator: ":", maxSplits: 1).last.map(String.init) ?? ""
        environment["FASCIA_TOPIC"] = trigger.topic
        environment["FASCIA_FROM"] = trigger.change["from"]?.variable ?? ""
        environment["FASCIA_TO"] = trigger.change["to"]?.variable ?? ""
        environment["FASCIA_CAUSE"] = trigger.event["cause"]?["method"]?.variable ?? ""
        environment["FASCIA_UID"] = trigger.event["cause"]?["uid"]?.variable ?? ""
        environment["FASCIA_REVISION"] = trigger.event["revision"]?.variable ?? ""
        var input = trigger.change.objectValue ?? [:]
        for name in ["cursor", "revision", "time", "cause"] { input[name] = trigger.event[name] }
        return Command(arguments, environment: environment, input: Array((JSON.object(input).line + "\n").utf8))
    }

    private func ended(_ result: CommandResult, of trigger: Trigger, _ number: Int) {
        runs[number] = nil
        if result.end != .cancelled, let reason = result.reason {
            Output.error("fascia on: \(trigger.topic): \(arguments[0]): \(reason)")
        }
        done(trigger)
        if settings.once { return finish(result) }
        carryOut(queue.end())
    }

    /// Ends all commands.
    func cancel() async {
        let running = Array(runs.values)
        for run in running { run.cancel() }
        for run in running { _ = await run.result }
    }

    // MARK: - The cursor

    private func done(_ trigger: Trigger) {
        ledger.finish(trigger.number)
        saveCursor()
    }

    /// Replaces the file at once, so that it is never half written.
    private func saveCursor() {
        guard let path = settings.stateFile, let cursor = ledger.finished, cursor != savedCursor else { return }
        do {
            try CursorFile.write(cursor, to: path)
            savedCursor = cursor
        } catch {
            Output.error("fascia on: cannot write \(path): \(error.message); changes since then run again after a restart")
        }
    }
}

/// The file of `fascia on --state`: one line with a cursor.
enum CursorFile {
    /// `nil` if there is no file.
    ///
    /// - Throws: `UsageError` if it cannot be read, or is not such a file.
    static func read(_ path: String) throws -> String? {
        guard let file = fopen(path, "re") else {
            if errno == ENOENT { return nil }
            throw UsageError("cannot read \(path): \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 512)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return nil }
        let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
        let line = String(decoding: bytes, as: UTF8.self)
        guard Cursor(line) != nil else {
            throw UsageError("\(path) is not a file of fascia on --state: it has no cursor; remove it, or name another one")
        }
        return line
    }

    /// - Throws: `UsageError` with the system's reason.
    static func write(_ cursor: String, to path: String) throws(UsageError) {
        let new = path + ".new"
        guard let file = fopen(new, "we") else { throw UsageError(String(cString: strerror(errno))) }
        var isWritten = fputs(cursor + "\n", file) >= 0
        isWritten = fflush(file) == 0 && isWritten
        isWritten = fsync(fileno(file)) == 0 && isWritten
        let code = errno
        fclose(file)
        guard isWritten else { throw UsageError(String(cString: strerror(code))) }
        guard rename(new, path) == 0 else { throw UsageError(String(cString: strerror(errno))) }
    }
}
