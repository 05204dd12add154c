import FasciaClient
import FasciaDocument
import FasciaProcess

/// Shows a panel file and carries out what people switch: publishes the file, claims its things, runs their commands and
/// reports their states.
package actor PanelAgent {
    package struct Options: Sendable {
        package var socketPath: String
        /// Prints commands instead of running them.
        package var isDry = false
        package var print: @Sendable (String) -> Void
        package var warn: @Sendable (String) -> Void

        package init(
            socketPath: String, isDry: Bool = false, print: @escaping @Sendable (String) -> Void,
            warn: @escaping @Sendable (String) -> Void
        ) {
            self.socketPath = socketPath
            self.isDry = isDry
            self.print = print
            self.warn = warn
        }
    }

    let path: String
    let options: Options
    /// Where relative programs are looked up: the directory of the file.
    private let directory: String?
    private var file: PanelFile
    private var data = ExpandedPanel.Data()
    private(set) var panel: ExpandedPanel
    private var queue: CommandQueue
    private var published = Publication()
    private var things: [String: Thing] = [:]
    private var claimed: [String: Claim] = [:]
    private var boundActions: [String: [String]] = [:]
    /// What was last reported of each thing over this connection.
    private var reported: [String: StatusReading] = [:]
    /// The number of changes of each thing, so that a state that was read before a change is not reported after it.
    private var changes: [String: Int] = [:]
    private var busy: Set<String> = []
    private var tasks: [String: (work: Work, task: Task<Void, Never>)] = [:]
    private var runningButtons: [String: CommandRun] = [:]
    private var connection: Connection?
    /// Whether the panel has been published, and whether it has been over the latest connection.
    private var hasServed = false
    private var isServing = false

    /// What goes on in the background for a part of the file; it is started again only if that part changes.
    private enum Work: Hashable {
        case thing(Thing)
        case log(LogItem)
        case rows(CommandTemplate, every: Duration?, timeout: Duration)
    }

    private struct Claim: Hashable {
        var timeout: Double
        var retry: Bool
        var within: Double?
    }

    package init(path: String, file: PanelFile, options: Options) {
        self.path = path
        self.options = options
        self.file = file
        directory = path.lastIndex(of: "/").map { String(path[..<$0]) }
        data.missing = PanelAgent.missing(file)
        panel = ExpandedPanel(file, data)
        queue = CommandQueue(atMost: file.atMost)
    }

    // MARK: - Connection

    /// Runs until the task is cancelled.
    ///
    /// - Throws: `RemoteError` if the daemon refuses the panel at the first connection; `ConnectionError` if there is none.
    package func run() async throws {
        var backOff = BackOff()
        let watch = Task { await watchFile() }
        defer { watch.cancel() }
        while !Task.isCancelled {
            do {
                try await serve()
            } catch {
                if Task.isCancelled { break }
                if !hasServed { throw error }
                options.warn("\(path): \((error as? ConnectionError)?.message ?? (error as? RemoteError)?.message ?? "\(error)")")
            }
            if isServing { backOff = BackOff() }
            isServing = false
            do { try await Task.sleep(for: backOff.next()) } catch { break }
        }
        stop()
    }

    private func serve() async throws {
        let connection = try await Connection.open(path: options.socketPath, acceptsRequests: true)
        try await connection.hello(name: "fascia panel \(file.name)")
        self.connection = connection
        (published, claimed, boundActions, reported) = (Publication(), [:], [:], [:])
        defer { disconnected() }
        try await apply(panel)
        options.print(hasServed ? "\(path): connected again" : "\(path): running")
        (hasServed, isServing) = (true, true)
        for try await notification in connection.notifications { receive(notification, connection) }
    }

    private func disconnected() {
        connection?.close()
        connection = nil
        for key in tasks.keys { stop(key) }
    }

    private func stop() {
        disconnected()
        for run in runningButtons.values { run.cancel() }
    }

    private func stop(_ key: String) {
        tasks[key]?.task.cancel()
        tasks[key] = nil
    }

    // MARK: - Publishing

    /// Publishes a panel. What has not changed is neither sent nor run again.
    private func apply(_ new: ExpandedPanel) async throws {
        panel = new
        guard let connection else { return }
        let publication = Publication(new)
        let calls = publication.calls(after: published)
        for call in calls { _ = try await connection.call(call.method, call.params) }
        published = publication
        let things = Thing.all(new)
        let known = self.things
        self.things = Dictionary(things.map { ($0.id, $0) }) { first, _ in first }
        try await claim(things, connection)
        try await bindActions(connection)
        for (id, thing) in known where self.things[id] != thing { reported[id] = nil }
        startWork()
    }

    private func claim(_ things: [Thing], _ connection: Connection) async throws {
        var wanted: [String: Claim] = [:]
        for thing in things {
            let within = thing.binding.revertWithin.map { Double($0.components.seconds) }
            wanted[thing.id] = Claim(timeout: thing.claimTimeout, retry: thing.binding.retry, within: within)
        }
        let gone = claimed.filter { wanted[$0.key] != $0.value }.map(\.key)
        if !gone.isEmpty { _ = try await connection.call("bind.release", ["ids": .array(gone.sorted().map { .string($0) })]) }
        let new = things.filter { claimed[$0.id] != wanted[$0.id] }
        claimed = wanted
        for (claim, members) in Dictionary(grouping: new, by: { wanted[$0.id] }) {
            guard let claim else { continue }
            var params: JSON.Object = [
                "ids": .array(members.map { .string($0.id) }), "timeout": .double(claim.timeout), "atMost": .int(file.atMost),
                "retry": .bool(claim.retry),
            ]
            params["revert"] = claim.within.map { ["within": .double($0)] }
            _ = try await connection.call("bind.claim", params)
        }
    }

    private func bindActions(_ connection: Connection) async throws {
        var wanted: [String: [String]] = [:]
        for button in panel.buttons where button.runs {
            wanted[button.screen, default: []].append(button.action)
            if button.item.asks { wanted[button.questionScreen] = [button.action] }
            wanted[button.outputScreen] = [button.cancelAction]
        }
        for (screen, names) in boundActions where wanted[screen] != names {
            _ = try await connection.call("action.unbind", ["screen": .string(screen), "names": []])
        }
        for (screen, names) in wanted where boundActions[screen] != names {
            _ = try await connection.call(
                "action.bind", ["screen": .string(screen), "names": .array(names.map { .string($0) })])
        }
        boundActions = wanted
    }

    // MARK: - Background

    private func startWork() {
        var wanted: [String: Work] = [:]
        for thing in things.values { wanted["thing \(thing.id)"] = .thing(thing) }
        for log in panel.declarations.logs { wanted["log \(log.id)"] = .log(log) }
        for source in RowSources(file, missing: data.missing).sources {
            wanted["rows \(source.command.text)"] = .rows(source.command, every: source.every, timeout: source.timeout)
        }
        for (key, running) in tasks where wanted[key] != running.work { stop(key) }
        for (key, work) in wanted where tasks[key] == nil { tasks[key] = (work, Task { await self.perform(work) }) }
    }

    private func perform(_ work: Work) async {
        switch work {
        case .thing(let thing): await poll(thing)
        case .log(let log): await follow(log)
        case .rows(let command, let every, let timeout): await readRows(command, every: every, timeout: timeout)
        }
    }

    /// Reads the state now, and then at each interval.
    private func poll(_ thing: Thing) async {
        while !Task.isCancelled {
            if reported[thing.id] == nil || !thing.binding.isPolledOnlyWhileSeen {
                await readStatus(thing)
            } else if await isSeen() {
                await readStatus(thing)
            }
            guard let every = thing.pollInterval else { return }
            // Things with the same interval do not all run at the same moment.
            guard (try? await Task.sleep(for: every * Double.random(in: 0.9...1.1))) != nil else { return }
        }
    }

    private func readStatus(_ thing: Thing) async {
        guard !busy.contains(thing.id) else { return }
        let before = changes[thing.id]
        let reading = await status(of: thing)
        guard !Task.isCancelled, changes[thing.id] == before, !busy.contains(thing.id) else { return }
        await report(thing, reading)
    }

    /// `nil` if the thing has no status.
    private func status(of thing: Thing) async -> StatusReading? {
        do throws(CommandTemplate.Refusal) {
            guard !options.isDry, let command = try thing.statusCommand() else { return nil }
            return thing.reading(await run(command, lock: nil))
        } catch {
            return .unknown(error.message)
        }
    }

    private func report(_ thing: Thing, _ reading: StatusReading?) async {
        guard let reading, let connection, reported[thing.id] != reading else { return }
        reported[thing.id] = reading
        var params: JSON.Object = ["id": .string(thing.id)]
        switch reading {
        case .value(let value): params["value"] = value
        case .unknown(let reason): params["stale"] = .string(reason)
        }
        do {
            _ = try await connection.call("bind.report", params)
        } catch let error as RemoteError {
            // The panel cannot hold the value, such as an element that the picker does not have.
            params["value"] = nil
            params["stale"] = .string(error.message)
            _ = try? await connection.call("bind.report", params)
        } catch {
            reported[thing.id] = nil
        }
    }

    private func follow(_ log: LogItem) async {
        var backOff = BackOff(initial: .seconds(1), maximum: .seconds(30))
        while !Task.isCancelled, !options.isDry {
            guard var command = try? log.follow.command() else { return }
            command.directory = directory
            let reason = await streamLines(command, to: log.id)
            if let reason { await append(["(\(reason))"], to: log.id) }
            guard (try? await Task.sleep(for: backOff.next())) != nil else { return }
        }
    }

    /// - Returns: why the command failed.
    private func streamLines(_ command: FasciaProcess.Command, to log: String) async -> String? {
        let (pieces, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let run = CommandRun.start(command) { _, bytes in continuation.yield(Array(bytes)) }
        run.whenDone { _ in continuation.finish() }
        return await withTaskCancellationHandler {
            var splitter = LineSplitter()
            for await bytes in pieces { await append(splitter.lines(bytes), to: log) }
            await append(splitter.finish(), to: log)
            return await run.result.reason
        } onCancel: {
            run.cancel()
        }
    }

    private func append(_ lines: [String], to log: String) async {
        guard !lines.isEmpty else { return }
        _ = try? await connection?.call("log.append", ["id": .string(log), "lines": .array(lines.map { .string($0) })])
    }

    /// Whether a terminal is attached.
    private func isSeen() async -> Bool {
        let status = try? await connection?.call("daemon.status")
        return status?["counts"]?["terminals"]?.intValue ?? 0 > 0
    }

    private func readRows(_ template: CommandTemplate, every: Duration?, timeout: Duration) async {
        var lastFailure: String?
        while !Task.isCancelled {
            do throws(CommandTemplate.Refusal) {
                var command = try template.command()
                command.timeLimit = timeout
                command.keptBytes = 4 << 20
                let rows = try RowReader.rows(await run(command, lock: nil))
                lastFailure = nil
                if data.rows[template] != rows, !Task.isCancelled {
                    data.rows[template] = rows
                    await changed()
                }
            } catch {
                // The same failure each time would bury the others.
                if lastFailure != error.message { await reportIssue("\(template.text): \(error.message)") }
                lastFailure = error.message
            }
            guard let every, (try? await Task.sleep(for: every * Double.random(in: 0.9...1.1))) != nil else { return }
        }
    }

    private func changed() async {
        do { try await apply(ExpandedPanel(file, data)) } catch {
            await reportIssue((error as? RemoteError)?.message ?? "\(error)")
        }
    }

    private func run(_ command: FasciaProcess.Command, lock: String?) async -> CommandResult {
        var command = command
        command.directory = directory
        let ready = command
        return await queue.run(lock: lock) { await CommandRun.run(ready) }
    }

    private func reportIssue(_ message: String, severity: String = "error") async {
        options.warn("\(path): \(message)")
        _ = try? await connection?.call(
            "issue.report", ["severity": .string(severity), "message": .string("\(path): \(message)")])
    }

    // MARK: - Requests

    private func receive(_ notification: FasciaClient.Notification, _ connection: Connection) {
        guard let request = notification.request else { return }
        let params = notification.params
        switch notification.method {
        case "carryOut": Task { connection.answer(request, await carryOut(params)) }
        case "action": Task { await tap(params) { connection.answer(request, $0) } }
        default:
            connection.answer(
                request, .failure(RemoteError(.unimplemented, "a panel agent does not know \(notification.method)")))
        }
    }

    private func carryOut(_ params: JSON) async -> Result<JSON, RemoteError> {
        guard let id = params["id"]?.stringValue, let thing = things[id] else {
            return .failure(RemoteError(.notFound, "the panel \(file.name) has no such thing"))
        }
        let (old, new) = (params["from"] ?? .null, params["to"] ?? .null)
        changes[id, default: 0] += 1
        busy.insert(id)
        defer { busy.remove(id) }
        do throws(CommandTemplate.Refusal) {
            if let command = try thing.command(from: old, to: new) {
                if options.isDry {
                    options.print(command.arguments.map(ShellQuoting.quoted).joined(separator: " "))
                } else if let reason = await run(command, lock: thing.binding.lock).reason {
                    // What the command has left behind is the actual state.
                    await report(thing, await status(of: thing))
                    throw CommandTemplate.Refusal(message: reason)
                }
            }
            if let settle = thing.binding.settle { try? await Task.sleep(for: settle) }
            let actual = await status(of: thing)
            if case .value(let value)? = actual, value != new {
                await report(thing, actual)
                throw CommandTemplate.Refusal(
                    message:
                        "the command has ended, and the state is \(PanelAgent.word(value)) instead of \(PanelAgent.word(new))")
            }
            reported[id] = .value(new)
            return .success([:])
        } catch {
            return .failure(RemoteError(code: 1, message: error.message, reason: "failed"))
        }
    }

    private static func word(_ value: JSON) -> String {
        value == true ? "on" : value == false ? "off" : "\"\(value.displayText)\""
    }

    // MARK: - Buttons

    private func tap(_ params: JSON, answer: @Sendable (Result<JSON, RemoteError>) -> Void) async {
        let (screen, name, stack) = (params["screen"]?.stringValue, params["name"]?.stringValue, params["stack"]?.stringValue)
        guard let name, let screen, let stack, let connection else { return answer(.success([:])) }
        if let button = panel.buttons.first(where: { $0.outputScreen == screen && $0.cancelAction == name }) {
            answer(.success([:]))
            runningButtons[button.stateKey]?.cancel()
            return
        }
        let button = panel.buttons.first { button in
            button.action == name && (button.screen == screen || button.questionScreen == screen)
        }
        guard let button, case .run(let template) = button.item.action else {
            return answer(.failure(RemoteError(.notFound, "the panel \(file.name) has no such button")))
        }
        let inputs = await inputs(of: button, connection)
        guard button.item.word == nil || inputs.word == button.item.word else {
            return answer(.success(["outcome": "rejected", "reason": .string("type \(button.item.word ?? "") first")]))
        }
        guard !button.item.needsReason || !inputs.reason.isEmpty else {
            return answer(.success(["outcome": "rejected", "reason": "a reason is needed"]))
        }
        answer(.success([:]))
        if button.questionScreen == screen { _ = try? await connection.call("nav.close", ["stack": .string(stack)]) }
        for key in button.inputKeys { await set(key, "") }
        _ = try? await connection.call(
            "nav.modal", ["stack": .string(stack), "screen": .string(button.outputScreen), "style": "sheet"])
        await start(button, template, reason: inputs.reason)
    }

    private func inputs(of button: PanelButton, _ connection: Connection) async -> (word: String, reason: String) {
        func value(_ key: String) async -> String {
            guard button.inputKeys.contains(key) else { return "" }
            let values = try? await connection.call("value.get", ["key": .string(key)])
            return values?["values"]?[key]?.stringValue ?? ""
        }
        return (await value(button.wordKey), await value(button.reasonKey))
    }

    private func start(_ button: PanelButton, _ template: CommandTemplate, reason: String) async {
        // A second tap shows the output of the command that is running.
        guard runningButtons[button.stateKey] == nil else { return }
        var command: FasciaProcess.Command
        do throws(CommandTemplate.Refusal) { command = try template.command(["id": button.name]) } catch {
            await append([error.message], to: button.log)
            return await set(button.stateKey, error.message)
        }
        command.directory = directory
        command.timeLimit = button.item.timeout
        if button.item.needsReason { command.environment["FASCIA_REASON"] = reason }
        await append(["$ " + command.arguments.map(ShellQuoting.quoted).joined(separator: " ")], to: button.log)
        guard !options.isDry else {
            options.print(command.arguments.map(ShellQuoting.quoted).joined(separator: " "))
            return await set(button.stateKey, "done")
        }
        await set(button.stateKey, "running")
        let (pieces, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let ready = command
        let run = CommandRun.start(ready) { _, bytes in continuation.yield(Array(bytes)) }
        run.whenDone { _ in continuation.finish() }
        runningButtons[button.stateKey] = run
        var splitter = LineSplitter()
        for await bytes in pieces { await append(splitter.lines(bytes), to: button.log) }
        await append(splitter.finish(), to: button.log)
        let failure = await run.result.reason
        runningButtons[button.stateKey] = nil
        await set(button.stateKey, failure.map { "failed: \($0)" } ?? "done")
        // What the command has changed is seen at once.
        for thing in things.values where thing.pollInterval != nil { Task { await readStatus(thing) } }
    }

    private func set(_ key: String, _ text: String) async {
        _ = try? await connection?.call("value.set", ["key": .string(key), "value": .string(text)])
    }

    // MARK: - The file

    private func watchFile() async {
        var last = file.files.map(FileStamp.init)
        while (try? await Task.sleep(for: .milliseconds(500))) != nil {
            let now = file.files.map(FileStamp.init)
            guard now != last else { continue }
            last = now
            await reload()
            last = file.files.map(FileStamp.init)
        }
    }

    /// A bad edit changes nothing; a good one changes what differs.
    private func reload() async {
        let outcome = PanelFiles.parse(path)
        guard let new = outcome.file else {
            let errors = outcome.problems.filter { $0.severity == .error }
            for problem in errors { options.warn(problem.description) }
            await reportIssue("the panel goes on as it was before the edit: \(errors.first?.description ?? "")")
            return
        }
        if new.atMost != file.atMost { queue = CommandQueue(atMost: new.atMost) }
        file = new
        data.missing = PanelAgent.missing(new)
        await changed()
        options.print("\(path): the edit is in force")
    }

    private static func missing(_ file: PanelFile) -> Set<Requirement> {
        var missing = Set<Requirement>()
        for requirement in Requirements(file).all where !requirement.isMet { missing.insert(requirement) }
        return missing
    }
}
