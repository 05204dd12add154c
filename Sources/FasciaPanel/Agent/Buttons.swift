import FasciaAgent
import FasciaClient
import FasciaDocument
import struct FasciaModel.QuestionContent
import struct FasciaModel.QuestionRequest
import FasciaProcess
import FasciaWire

/// The buttons of a panel: asks for what they need, and runs their commands in sheets.
actor Buttons {
    private let link: DaemonLink
    private let runner: CommandRunner
    /// Called after a command, which may have changed anything.
    private var commandEnded: @Sendable () async -> Void = {}
    private var buttons: [PanelButton] = []
    /// What they require, by its id.
    private var fields: [String: Thing] = [:]
    /// What runs, or waits for its lock, by the id of its sheet; `nil` while that is being opened.
    private var running: [String: Task<CommandResult, Never>?] = [:]

    /// The questions that are asked for buttons, by their ids.
    private var asking: [String: Asking] = [:]

    private struct Asking {
        var button: PanelButton
        var template: CommandTemplate
        var stack: String
        var reason: String
        /// Who has tapped it.
        var cause: JSON
    }

    init(_ link: DaemonLink, _ runner: CommandRunner) {
        self.link = link
        self.runner = runner
    }

    func listen(_ commandEnded: @escaping @Sendable () async -> Void) { self.commandEnded = commandEnded }

    /// - Parameter things: what the panel carries out, among it the fields that buttons require.
    func update(_ buttons: [PanelButton], _ things: [Thing]) {
        self.buttons = buttons
        let required = Set(buttons.flatMap(\.item.requires))
        fields = Dictionary(things.filter { required.contains($0.name) }.map { ($0.name, $0) }) { first, _ in first }
    }

    func perform(_ action: ActionRequest, _ connection: Connection) async -> Result<JSON, RemoteError> {
        if action.name == RunSheet.cancel {
            running[action.screen]??.cancel()
            return .success([:])
        }
        let button = buttons.first { button in
            // One that asks runs only from its question.
            button.action == action.name && action.screen == (button.item.asks ? button.questionScreen : button.screen)
        }
        guard let button, case .run(let template) = button.item.action else {
            return .failure(RemoteError(.notFound, "the panel has no such button"))
        }
        let (word, reason) = (await input(button.wordKey, of: button), await input(button.reasonKey, of: button))
        if let expected = button.item.word, word != expected { return .success(.rejected("type \(expected) first")) }
        if button.item.needsReason, reason.allSatisfy(\.isWhitespace) { return .success(.rejected("a reason is needed")) }
        let empty = await emptyFields(of: button)
        if !empty.isEmpty { return .success(.rejected("fill in \(empty.joined(separator: ", ")) first")) }
        if button.questionScreen == action.screen { _ = try? await link.call("nav.close", ["stack": .string(action.stack)]) }
        for key in button.inputKeys { _ = try? await link.call("value.set", ["key": .string(key), "value": ""]) }
        do {
            // A second tap shows the command that is running.
            guard running[button.sheet.id] == nil else {
                try await button.sheet.show(on: action.stack, connection)
                return .success(["run": .string(button.sheet.id)])
            }
            let cause = action.params["cause"] ?? .null
            let asking = Asking(button: button, template: template, stack: action.stack, reason: reason, cause: cause)
            guard button.item.fields.isEmpty else { return .success(["ask": .string(try await ask(asking, connection))]) }
            try await run(asking, connection)
            return .success(["run": .string(button.sheet.id)])
        } catch let error as CommandRefusal {
            return .success(.rejected(error.message))
        } catch let error as RunSheet.InUse {
            return .success(.rejected(error.message))
        } catch {
            return .success(.rejected((error as? RemoteError)?.message ?? "\(error)"))
        }
    }

    /// Runs the command of a button in its sheet.
    ///
    /// - Parameter answers: what was asked before.
    private func run(
        _ asked: Asking, answers: [String: String] = [:], secret: String? = nil, _ connection: Connection
    ) async throws {
        let (button, stack) = (asked.button, asked.stack)
        let command = try command(button, asked.template, reason: asked.reason, answers: answers, secret: secret)
        guard running[button.sheet.id] == nil else { throw CommandRefusal(message: "it is running already") }
        running[button.sheet.id] = .some(nil)
        do { try await button.sheet.open(on: stack, connection) } catch {
            running[button.sheet.id] = nil
            throw error
        }
        start(runner.caused(command, by: asked.cause), button, on: stack, connection)
    }

    // MARK: - Questions

    /// Asks for what the command of a button needs. A second tap does not ask again.
    ///
    /// - Returns: the id of the question.
    private func ask(_ asked: Asking, _ connection: Connection) async throws -> String {
        let known = asking.first { $0.value.button.screen == asked.button.screen && $0.value.button.isSame(as: asked.button) }
        if let known { return known.key }
        let id = "\(asked.button.questionScreen)-\(UInt32.random(in: 0 ... .max))"
        var content = QuestionContent(.form, title: asked.button.item.title)
        content.fields = asked.button.item.fields
        asking[id] = asked
        let request = QuestionRequest.schema.write(QuestionRequest(id, content)).objectValue ?? [:]
        do { _ = try await connection.call("ask.open", request) } catch {
            asking[id] = nil
            throw error
        }
        return id
    }

    /// A question has ended: its answers are for the command, which runs now.
    func questionEnded(_ params: JSON, _ connection: Connection) async {
        guard let id = params["id"]?.stringValue, let asked = asking.removeValue(forKey: id) else { return }
        // Nobody asks it again.
        _ = try? await connection.call("ask.cancel", ["id": .string(id)])
        guard params["state"] == "answered" else { return }
        // Where it is, and when it is enabled, may have been edited.
        guard let button = buttons.first(where: { $0.screen == asked.button.screen && $0.isSame(as: asked.button) }) else {
            return await tell(
                "\(asked.button.item.title) was not run: the button is gone, or another one, since it was asked", connection)
        }
        guard await ConditionReader(link: link).allHold(button.item.conditions) else {
            return await tell("\(asked.button.item.title) was not run: the button is not there now, or not enabled", connection)
        }
        let empty = await emptyFields(of: asked.button)
        guard empty.isEmpty else {
            return await tell(
                "\(asked.button.item.title) was not run: fill in \(empty.joined(separator: ", ")) first", connection)
        }
        let secrets = Set(asked.button.item.fields.filter { $0.kind == .secret }.map(\.name))
        var (answers, secret) = ([String: String](), String?.none)
        for (name, text) in params["answer"]?.objectValue?.members ?? [] {
            if secrets.contains(name) { secret = text.stringValue } else { answers[name] = text.stringValue }
        }
        do { try await run(asked, answers: answers, secret: secret, connection) } catch {
            let reason =
                (error as? CommandRefusal)?.message ?? (error as? RunSheet.InUse)?.message ?? (error as? RemoteError)?.message
                ?? "\(error)"
            await tell("\(asked.button.item.title) was not run: \(reason)", connection)
        }
    }

    private func tell(_ message: String, _ connection: Connection) async {
        _ = try? await connection.call("issue.report", ["severity": "error", "message": .string(message)])
    }

    /// The questions went with the connection.
    func disconnected() { asking = [:] }

    // MARK: - Leftovers

    /// Removes what an agent of these screens that was killed has left: questions, and sheets of commands that seem to run.
    func removeLeftovers(of screens: [String], _ connection: Connection) async throws {
        let listed = try await connection.call("screen.list")["screens"]?.arrayValue ?? []
        for screen in listed where screen["orphaned"] == true {
            guard let id = screen["id"]?.stringValue else { continue }
            if screens.contains(where: { id.hasPrefix($0 + ".ask-") }) {
                await OpenQuestions.close([id], connection)
                _ = try await connection.call("screen.remove", ["id": .string(id)])
            } else if running[id] == nil, screens.contains(where: { id.hasPrefix("run/\($0)/") }) {
                try await RunSheet.interrupt(id, connection)
            }
        }
    }

    /// Leaves nothing that needs this agent, which ends: its commands end with it, and the rows of its tables.
    func leave(_ connection: Connection) async throws {
        for id in running.keys.sorted() { try await RunSheet.interrupt(id, connection) }
        let questions = buttons.filter { $0.item.asks && !$0.item.row.isEmpty }.map(\.questionScreen)
        await OpenQuestions.close(Set(questions), connection)
        for id in questions { _ = try await connection.call("screen.remove", ["id": .string(id)]) }
    }

    // MARK: - Fields

    /// The titles of the fields that a button requires and that are empty. Each of them says so, until it is filled.
    private func emptyFields(of button: PanelButton) async -> [String] {
        var titles: [String] = []
        for id in button.item.requires {
            guard let title = await titleIfEmpty(id) else { continue }
            titles.append(title)
            guard let thing = fields[id] else { continue }
            let reason = "\(title) must be filled in"
            _ = try? await link.call("bind.report", ["id": .string(thing.id), "failed": .string(reason)])
        }
        return titles
    }

    /// The title of an empty field; `nil` for one that is filled.
    private func titleIfEmpty(_ id: String) async -> String? {
        guard let thing = fields[id], case .picker = thing.kind else {
            let value = try? await link.call("value.get", ["key": .string(id)])?["values"]?[id]
            let isEmpty = value.map { $0 == .null || $0.stringValue?.allSatisfy(\.isWhitespace) == true } ?? true
            return isEmpty ? fields[id]?.title ?? id : nil
        }
        let picker = try? await link.call("picker.get", ["id": .string(String(id.prefix { $0 != "/" }))])
        let component = picker?["components"]?.arrayValue?.first { $0["id"] == .string(id) }
        let isSelected = component?["selection"].map { $0 != .null } ?? false
        return isSelected ? nil : component?["title"]?.stringValue ?? id
    }

    // MARK: - Commands

    /// What somebody has typed for a button.
    private func input(_ key: String, of button: PanelButton) async -> String {
        guard button.inputKeys.contains(key) else { return "" }
        let values = try? await link.call("value.get", ["key": .string(key)])
        return values?["values"]?[key]?.stringValue ?? ""
    }

    private func command(
        _ button: PanelButton, _ template: CommandTemplate, reason: String, answers: [String: String], secret: String?
    ) throws(CommandRefusal) -> ProcessCommand {
        let values = answers.merging(["id": button.name]) { _, id in id }
        var command = try template.command(values, secret: secret)
        command.timeLimit = button.item.timeout
        if button.item.needsReason { command.environment["FASCIA_REASON"] = reason }
        return command
    }

    /// Starts a command whose sheet is open.
    private func start(_ command: ProcessCommand, _ button: PanelButton, on stack: String, _ connection: Connection) {
        let (sheet, feed) = (button.sheet, OutputFeed())
        let work = Task(executorPreference: ConnectionThread.shared) { await self.result(of: command, button, feed) }
        running[sheet.id] = work
        // What cancels the command does not cancel what shows it.
        Task(executorPreference: ConnectionThread.shared) { [link] in
            await sheet.present(feed, { await work.value }, on: stack, link, from: connection)
            // It may be shown no more, but run.
            _ = await work.value
            await self.ended(sheet)
        }
    }

    private func ended(_ sheet: RunSheet) { running[sheet.id] = nil }

    /// Runs a command when it is its turn.
    private func result(of command: ProcessCommand, _ button: PanelButton, _ feed: OutputFeed) async -> CommandResult {
        let text = CommandRunner.text(command)
        feed.add("$ " + text)
        if runner.isDry {
            runner.print(text)
            feed.finish()
            return CommandResult(.exited(0))
        }
        let lock = LockUse(name: button.item.lock, owner: button.item.title) { feed.add($0) }
        // What a command writes that reads a secret may quote it.
        let isSecret = button.item.fields.contains { $0.kind == .secret }
        if isSecret { feed.add("(its output is not shown, because it reads a secret)") }
        do throws(CommandRefusal) {
            let result = try await runner.follow(command, lock: lock, feed: isSecret ? OutputFeed() : feed) { await $0.result }
            if isSecret { feed.finish() }
            Task(executorPreference: ConnectionThread.shared) { [commandEnded] in await commandEnded() }
            return isSecret ? CommandResult(result.end) : result
        } catch {
            feed.finish()
            return CommandResult(.cancelled)
        }
    }
}
