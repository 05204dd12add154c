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
    private let budget: RuleBudget
    private var queue: RuleQueue<Trigger>
    private var ledger = CursorLedger()
    private var runs: [Int: (program: String, run: CommandRun)] = [:]
    private var lastRun = 0
    private var isCancelled = false
    /// The changes that wait until their thing is left alone.
    private var debounced: [String: Trigger] = [:]
    /// The bound things whose changes rules have requested.
    private var requested: [String: RuleChain] = [:]
    private var savedCursor: String?

    /// - Parameters:
    ///   - name: what the history calls the changes of the rule's command.
    ///   - describe: what a rule of a name is for people, such as where it stands.
    ///   - budget: shared by the rules of a process.
    ///   - command: the command for a change, whose environment and input are added here; `nil` if nothing is to be run.
    package init(
        _ name: String, topics: [String], settings: Settings, socketPath: String, output: Output,
        budget: RuleBudget = RuleBudget(), describe: @escaping @Sendable (String) -> String = { $0 },
        command: @escaping @Sendable (Trigger) throws(Refusal) -> ProcessCommand?,
        finish: @escaping @Sendable (CommandResult) -> Void = { _ in }
    ) {
        self.name = Self.shortened(name)
        self.budget = budget
        self.describe = describe
        self.settings = settings
        self.socketPath = socketPath
        self.output = output
        self.command = command
        self.finish = finish
        filter = TopicFilter(topics)
        queue = RuleQueue(
            mode: settings.mode, maximum: settings.maximum, coalescing: settings.coalesces ? { $0.topic } : nil,
            precedes: Rule.precedes)
    }

    /// The daemon limits the topics of a user, to 64 times as much.
    private static let mostTopicBytes = 16_384

    /// What a rule has to watch: the changes that it is for, and what becomes of requests to change bound things.
    package static func watched(_ topics: [String]) -> [String] {
        let things = topics.compactMap { topic -> String? in
            let id = topic.drop { $0 != ":" }.dropFirst()
            return switch topic.prefix(while: { $0 != ":" }) {
            case "option": String(id)
            case "group": id + "/**"
            case "picker", "value": topic
            default: nil
            }
        }
        let all = topics + things.flatMap { id in ["pending", "confirmed", "reverted"].map { "\($0):\(id)" } }
        return TopicFilter(all).countedBytes <= mostTopicBytes ? all : topics
    }

    /// The daemon takes names of 128 bytes, and the step of a chain needs room.
    static func shortened(_ name: String) -> String {
        var name = name
        while name.utf8.count > 100 { name.removeLast() }
        return name
    }

    // MARK: - Changes

    package func receive(_ event: JSON) {
        guard let cursor = event["cursor"]?.stringValue else { return }
        let all = event["changes"]?.arrayValue ?? []
        let chain = chain(of: event, all)
        let isOwn = chain.name == name
        let changes = isOwn && !settings.includesOwn ? [] : all.filter(filter.matches)
        let number = ledger.add(cursor, unfinished: changes.count)
        saveCursor()
        for change in changes {
            guard let topic = Change.topic(of: change) else { continue }
            let trigger = Trigger(
                change: change, event: event, number: number, chain: chain, topic: "\(topic.kind):\(topic.id)")
            if let debounce = settings.debounce { hold(trigger, for: debounce) } else { add(trigger) }
        }
    }

    /// Who carries out a change reports its outcome, such as that it was taken back. That belongs to the chain of the request.
    private func chain(of event: JSON, _ changes: [JSON]) -> RuleChain {
        let cause = event["cause"]
        let maker = RuleChain(madeBy: cause?["name"]?.stringValue ?? "", at: event["revision"]?.intValue)
        let method = cause?["method"]?.stringValue ?? ""
        let isRequest = method != "carryOut" && !method.hasPrefix("bind.")
        var chain = maker
        for change in changes {
            guard let id = change["id"]?.stringValue else { continue }
            switch change["kind"] {
            case "pending" where isRequest: requested[id] = maker.steps > 0 ? maker : nil
            case "confirmed", "reverted":
                if let request = requested.removeValue(forKey: id), maker.steps == 0 { chain = request.passed(on: maker.name) }
            default: break
            }
        }
        return chain
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

    /// What does not follow from a rule comes before what does, in which somebody would have to wait for any number of commands.
    /// The last command for a thing is that for its last change.
    private static func precedes(_ new: Trigger, _ waiting: Trigger) -> Bool {
        new.chain.steps == 0 && waiting.chain.steps > 0 && new.topic != waiting.topic
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
            guard try isAfforded(trigger) else { return false }
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

    /// - Returns: whether a command may run for it.
    /// - Throws: the reason why not, unless that has been told.
    private func isAfforded(_ trigger: Trigger) throws(Refusal) -> Bool {
        guard let origin = trigger.chain.origin, trigger.chain.name != name else { return true }
        let epoch = trigger.event["cursor"]?.stringValue?.prefix { $0 != ":" } ?? ""
        switch budget.take("\(epoch):\(origin)") {
        case .granted: return true
        case .exceeded:
            throw Refusal(
                "\(RuleBudget.most) commands of rules have run because of what a rule has changed at revision \(origin), the last "
                    + "change by \(describe(trigger.chain.name)), so neither \(describe(name)) nor another one runs because of it "
                    + "any more: they set off each other")
        case .exceededAgain: return false
        }
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
