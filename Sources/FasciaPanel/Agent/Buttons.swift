import FasciaAgent
import FasciaClient
import FasciaDocument
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
        if button.item.needsReason, reason.isEmpty { return .success(.rejected("a reason is needed")) }
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
            let command = try command(button, template, reason: reason)
            running[button.sheet.id] = .some(nil)
            do { try await button.sheet.open(on: action.stack, connection) } catch {
                running[button.sheet.id] = nil
                throw error
            }
            start(command, button, on: action.stack, connection)
            return .success(["run": .string(button.sheet.id)])
        } catch let error as Refusal {
            return .success(.rejected(error.message))
        } catch let error as RunSheet.InUse {
            return .success(.rejected(error.message))
        } catch {
            return .success(.rejected((error as? RemoteError)?.message ?? "\(error)"))
        }
    }

    // MARK: - Leftovers

    /// Removes what an agent of these screens that was killed has left: questions, and sheets of commands that seem to run.
    func removeLeftovers(of screens: [String], _ connection: Connection) async throws {
        let listed = try await connection.call("screen.list")["screens"]?.arrayValue ?? []
        for screen in listed where screen["orphaned"] == true {
            guard let id = screen["id"]?.stringValue else { continue }
            if screens.contains(where: { id.hasPrefix($0 + ".ask-") }) {
                _ = try await connection.call("screen.remove", ["id": .string(id)])
            } else if running[id] == nil, screens.contains(where: { id.hasPrefix("run/\($0)/") }) {
                try await RunSheet.interrupt(id, connection)
            }
        }
    }

    /// Leaves nothing that needs this agent, which ends: its commands end with it, and the rows of its tables.
    func leave(_ connection: Connection) async throws {
        for id in running.keys.sorted() { try await RunSheet.interrupt(id, connection) }
        for button in buttons where button.item.asks && !button.item.row.isEmpty {
            _ = try await connection.call("screen.remove", ["id": .string(button.questionScreen)])
        }
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

    private func command(_ button: PanelButton, _ template: CommandTemplate, reason: String) throws(Refusal) -> Command {
        var command = try template.command(["id": button.name])
        command.timeLimit = button.item.timeout
        if button.item.needsReason { command.environment["FASCIA_REASON"] = reason }
        return command
    }

    /// Starts a command whose sheet is open.
    private func start(_ command: Command, _ button: PanelButton, on stack: String, _ connection: Connection) {
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
    private func result(of command: Command, _ button: PanelButton, _ feed: OutputFeed) async -> CommandResult {
        let text = CommandRunner.text(command)
        feed.add("$ " + text)
        if runner.isDry {
            runner.print(text)
            feed.finish()
            return CommandResult(.exited(0))
        }
        let lock = LockUse(name: button.item.lock, owner: button.item.title) { feed.add($0) }
        do throws(Refusal) {
            let result = try await runner.follow(command, lock: lock, feed: feed) { await $0.result }
            Task(executorPreference: ConnectionThread.shared) { [commandEnded] in await commandEnded() }
            return result
        } catch {
            feed.finish()
            return CommandResult(.cancelled)
        }
    }
}
