import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaProcess
import FasciaWire

/// Runs a command for each change of a watch.
package actor Rule {
    package struct Settings: Sendable {
        package var mode = RuleQueue<Trigger>.Mode.queue
        package var maximum = 1
        package var coalesces = false
        /// How long a thing has to be left alone before its last change runs.
        package var debounce: Duration?
        /// Whether the first command that ends also ends the rule.
        package var once = false
        /// Whether changes made by the rule's own command count.
        package var includesOwn = false
        /// Where the cursor of the last finished change is kept.
        package var stateFile: String?

        package init() {}
    }

    /// One change, and the event that it belongs to.
    package struct Trigger: Sendable {
        package var change: JSON
        var event: JSON
        var number: Int
        fileprivate var chain: RuleChain
        package var topic: String

        /// Without its kind.
        package var id: String { topic.split(separator: ":", maxSplits: 1).last.map(String.init) ?? "" }
    }

    /// Why no command runs for a change, in words for people.
    package struct Refusal: Error, Hashable {
        package var message: String
        package init(_ message: String) { self.message = message }
    }

    /// How a rule tells what it does.
    package struct Output: Sendable {
        package var forward: @Sendable (CommandRun.Stream, ArraySlice<UInt8>) -> Void
        /// Reports a failure.
        package var report: @Sendable (String) -> Void

        package init(
            forward: @escaping @Sendable (CommandRun.Stream, ArraySlice<UInt8>) -> Void = { _, _ in },
            report: @escaping @Sendable (String) -> Void
        ) {
            self.forward = forward
            self.report = report
        }
    }

    /// The variable that names the connections of a rule's command in the history.
    package static let nameVariable = "FASCIA_CLIENT"

    private let settings: Settings
    private let filter: TopicFilter
    /// The name of the command's own connections, by which its changes are known.
    private let name: String
    private let socketPath: String
    private let command: @Sendable (Trigger) throws(Refusal) -> ProcessCommand?
    private let output: Output
    /// What a rule of a name is for people: where it stands.
    private let describe: @Sendable (String) -> String
    /// Called when a rule that runs once has ended, with the result of its command.
    private let finish: @Sendable (CommandResult) -> Void
    private var queue: RuleQueue<Trigger>
    private var ledger = CursorLedger()
    private var runs: [Int: (program: String, run: CommandRun)] = [:]
    private var lastRun = 0
    private var isCancelled = false
    /// The changes that wait until their thing is left alone.
    private var debounced: [String: Trigger] = [:]
    private var savedCursor: String?
    /// Whether a change was left out because too many wait, which has been told.
    private var isOverfull = false

    /// - Parameters:
    ///   - name: what the history calls the changes of the rule's command.
    ///   - describe: what a rule of a name is for people, such as where it stands.
    ///   - command: the command for a change, whose environment and input are added here; `nil` if nothing is to be run.
    package init(
        _ name: String, topics: [String], settings: Settings, socketPath: String, output: Output,
        describe: @escaping @Sendable (String) -> String = { $0 },
        command: @escaping @Sendable (Trigger) throws(Refusal) -> ProcessCommand?,
        finish: @escaping @Sendable (CommandResult) -> Void = { _ in }
    ) {
        self.name = Self.shortened(name)
        self.describe = describe
        self.settings = settings
        self.socketPath = socketPath
        self.output = output
        self.command = command
        self.finish = finish
        filter = TopicFilter(topics)
        queue = RuleQueue(
            mode: settings.mode, maximum: settings.maximum, coalescing: settings.coalesces ? { $0.topic } : nil)
    }

    /// The daemon takes names of 128 bytes, and the step of a chain needs room.
    static func shortened(_ name: String) -> String {
        var name = name
        while name.utf8.count > 100 { name.removeLast() }
        return name
    }

    // MARK: - Changes

    /// The watch has started. What changes from here on is not missed, also if the rule ends before the first change.
    package func begin(at cursor: String) {
        ledger.begin(at: cursor)
        saveCursor()
    }

    package func receive(_ event: JSON) {
        guard let cursor = event["cursor"]?.stringValue else { return }
        let chain = RuleChain(madeBy: event["cause"]?["name"]?.stringValue ?? "")
        let isOwn = chain.name == name
        let changes = isOwn && !settings.includesOwn ? [] : (event["changes"]?.arrayValue ?? []).filter(filter.matches)
        let number = ledger.add(cursor, unfinished: changes.count)
        saveCursor()
        for change in changes {
            guard let topic = Change.topic(of: change) else { continue }
            let trigger = Trigger(
                change: change, event: event, number: number, chain: chain, topic: "\(topic.kind):\(topic.id)")
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

    /// How many changes may wait before one that a command of a rule has made. If each command makes two that set off others, a
    /// chain's length alone would not bound their number.
    static let mostWaiting = 1_000

    private func add(_ trigger: Trigger) {
        if queue.isIdle { isOverfull = false }
        guard trigger.chain.steps == 0 || queue.length < Self.mostWaiting else {
            if !isOverfull {
                output.report(
                    "\(trigger.topic): \(Self.mostWaiting) changes wait for \(describe(name)), so none of those does that commands "
                        + "of rules make, such as that of \(describe(trigger.chain.name)): they set off each other")
            }
            isOverfull = true
            return done(trigger)
        }
        var dropped: [Trigger] = []
        let decision = queue.add(trigger) { dropped.append($0) }
        for trigger in dropped { done(trigger) }
        carryOut(decision)
    }

    // MARK: - Commands

    private func carryOut(_ decision: RuleQueue<Trigger>.Decision) {
        guard !isCancelled else { return }
        switch decision {
        case .wait: break
        case .cancel: for running in runs.values { running.run.cancel() }
        case .start(let triggers):
            // One for which nothing runs makes room for the next one at once. Any number of them may have waited.
            var rest = triggers[...]
            while let trigger = rest.popFirst() {
                if start(trigger) { continue }
                done(trigger)
                if case .start(let next) = queue.end() { rest += next }
            }
        }
    }

    /// - Returns: whether a command runs for it.
    private func start(_ trigger: Trigger) -> Bool {
        lastRun += 1
        let number = lastRun
        let ready: ProcessCommand
        do throws(Refusal) {
            try requireEnd(of: trigger.chain)
            guard let command = try command(trigger) else { return false }
            ready = complete(command, trigger)
        } catch {
            output.report("\(trigger.topic): \(error.message)")
            return false
        }
        let run = CommandRun.start(ready, onOutput: output.forward)
        runs[number] = (ready.arguments.first ?? "", run)
        Task(executorPreference: ConnectionThread.shared) { await self.ended(await run.result, of: trigger, number) }
        return true
    }

    /// Rules may set off each other, and each change of the last one is a new one for the first one.
    private func requireEnd(of chain: RuleChain) throws(Refusal) {
        guard chain.isTooLong, chain.name != name else { return }
        throw Refusal(
            "\(RuleChain.longest) commands of rules have run one after the other because of one change, the last one that of "
                + "\(describe(chain.name)), so \(describe(name)) runs no more: they set off each other")
    }

    private func complete(_ command: ProcessCommand, _ trigger: Trigger) -> ProcessCommand {
        var command = command
        command.environment["FASCIA_SOCKET"] = socketPath
        command.environment[Rule.nameVariable] = trigger.chain.name(of: name)
        command.environment["FASCIA_ID"] = trigger.id
        command.environment["FASCIA_TOPIC"] = trigger.topic
        command.environment["FASCIA_FROM"] = trigger.change["from"]?.variable ?? ""
        command.environment["FASCIA_TO"] = trigger.change["to"]?.variable ?? ""
        command.environment["FASCIA_CAUSE"] = trigger.event["cause"]?["method"]?.variable ?? ""
        command.environment["FASCIA_UID"] = trigger.event["cause"]?["uid"]?.variable ?? ""
        command.environment["FASCIA_REVISION"] = trigger.event["revision"]?.variable ?? ""
        var input = trigger.change.objectValue ?? [:]
        for name in ["cursor", "revision", "time", "cause"] { input[name] = trigger.event[name] }
        command.input = Array((JSON.object(input).line + "\n").utf8)
        return command
    }

    private func ended(_ result: CommandResult, of trigger: Trigger, _ number: Int) {
        let program = runs.removeValue(forKey: number)?.program ?? ""
        // It was not done: it runs again after the restart.
        if isCancelled, result.end == .cancelled { return }
        if result.end != .cancelled, let reason = result.reason { output.report("\(trigger.topic): \(program): \(reason)") }
        if settings.once {
            done(trigger)
            return finish(result)
        }
        done(trigger)
        carryOut(queue.end())
    }

    /// Ends all commands, and starts no more.
    package func cancel() async {
        isCancelled = true
        let running = runs.values.map(\.run)
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
            output.report("cannot write \(path): \(error.message); changes since then run again after a restart")
        }
    }
}
