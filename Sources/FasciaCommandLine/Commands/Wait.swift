import ArgumentParser
import FasciaClient
import FasciaDocument

/// A condition of `ui.wait` as a subcommand of `fascia wait`.
protocol WaitingCommand: MethodCommand {
    func condition() throws -> JSON.Object
    /// The parameters besides the condition and the time.
    var otherParams: JSON.Object { get }
    /// The parameters with what only the daemon knows.
    func adapted(_ params: JSON.Object, _ connection: Connection) async -> JSON.Object
}

extension WaitingCommand {
    static var method: String { "ui.wait" }

    func adapted(_ params: JSON.Object, _ connection: Connection) async -> JSON.Object { params }

    private var seconds: Double { common.timeout ?? CommonOptions.defaultTimeout }

    /// The daemon ends the wait after `seconds`; the connection waits a little longer for its answer.
    var timeLimit: Duration? { .seconds(min(seconds, longestWait) + 5) }

    func params() throws -> JSON.Object {
        JSON.Object(given: ["for": JSON.object(try condition()), "timeout": min(seconds, longestWait)]).merging(otherParams)
    }

    func run() async throws {
        let start = ContinuousClock.now
        // A new wait would miss what changes while the daemon is away.
        guard try condition()["changed"] == nil else {
            return common.print(try await wait(try await common.connect(), seconds), text: text)
        }
        let result = try await common.reading(within: seconds.isFinite ? .seconds(seconds) : nil) { connection in
            try await wait(connection, max(0, seconds - (ContinuousClock.now - start) / .seconds(1)))
        }
        common.print(result, text: text)
    }

    /// Waits again as often as needed for a time that is longer than the daemon's longest wait.
    private func wait(_ connection: Connection, _ seconds: Double) async throws -> JSON {
        var params = await adapted(try params(), connection)
        var times = WaitTimes(seconds)
        while true {
            let time = times.next() ?? 0
            params["timeout"] = .double(time)
            do {
                return try await connection.call(Self.method, params, timeout: timeLimit)
            } catch let error as RemoteError where error.reason == "timeout" && times.isLeft {
                continue
            } catch let error as RemoteError where error.reason == "timeout" {
                throw error.naming(self.seconds, insteadOf: time)
            } catch var error as RemoteError where error.reason == "notFound" && params["mustExist"] == true {
                error.message += error.message.hasSuffix("?") ? " Or" : "; or"
                error.message += " wait for it with --even-if-missing"
                throw error
            }
        }
    }
}

extension RemoteError {
    /// The end of a wait, of which the daemon knows only the last part: the whole time is what the user has given.
    func naming(_ whole: Double, insteadOf part: Double) -> RemoteError {
        var error = self
        error.message.replace(" within \(part) s", with: " within \(whole) s", maxReplacements: 1)
        return error
    }
}

/// The longest wait that the daemon accepts, in seconds.
private let longestWait = 3_600.0

/// The times of the waits that together take a number of seconds.
struct WaitTimes: Sequence, IteratorProtocol {
    private var left: Double?

    init(_ seconds: Double) { left = seconds }

    /// Whether there is another one.
    var isLeft: Bool { left != nil }

    mutating func next() -> Double? {
        guard let now = left else { return nil }
        left = now > longestWait ? now - longestWait : nil
        return Swift.min(now, longestWait)
    }
}

/// The option for things that are declared later. Without it a typing error would wait for the whole time.
struct MissingOption: ParsableArguments {
    @Flag(help: "Wait even if nothing has this name yet.")
    var evenIfMissing = false

    var params: JSON.Object { ["mustExist": .bool(!evenIfMissing)] }
}

struct Wait: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "wait", abstract: CatalogueHelp.summary("ui.wait"),
            discussion: "Exit status 124 if the condition does not hold within --timeout seconds, 10 by default; 0 checks once "
                + "without waiting, inf waits for ever.",
            subcommands: [
                WaitToggle.self, WaitValue.self, WaitQuestion.self, WaitScreen.self, WaitEntry.self,
                WaitNode.self,
                WaitText.self,
            ])
    }
}

struct WaitToggle: WaitingCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Wait until a switch or a group has a state.")

    @Argument(help: "The id of a switch or a group.", completion: Completions.toggles)
    var id: String
    @Argument(
        help: "on, off or mixed.", completion: GroupState.completion, transform: GroupState.argument)
    var state: GroupState
    @OptionGroup var missing: MissingOption
    @OptionGroup var common: CommonOptions

    func condition() -> JSON.Object { ["toggle": .string(id), "state": .string(state.rawValue)] }
    var otherParams: JSON.Object { missing.params }
}

struct WaitValue: WaitingCommand {
    static let configuration = CommandConfiguration(
        commandName: "value", abstract: "Wait until a value is equal to something, is something else, or changes.",
        discussion: """
            A value alone must be equal. Before it, = != > and < compare; they need quotes in a shell. The word changed waits for \
            any other value than now.

              fascia wait value volume 30
              fascia wait value temperature '>' 60
              fascia wait value volume changed
            """)

    @Argument(help: "The key of the value.", completion: Completions.values)
    var key: String
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The value: JSON if it parses as JSON, otherwise a string.", valueName: "value"))
    var words: [String]
    @OptionGroup var parsing: ValueParsingOptions
    @OptionGroup var missing: MissingOption
    @OptionGroup var common: CommonOptions

    private static let comparisons = ["=": "equals", "!=": "not", ">": "above", "<": "below"]

    func validate() throws { _ = try condition() }

    func condition() throws -> JSON.Object {
        var (name, rest) = ("equals", words)
        // The value may follow --.
        if rest.count > 1, let comparison = Self.comparisons[rest[0]] {
            name = comparison
            rest.removeFirst()
        }
        try ValueArgument.check(rest)
        rest = ValueArgument.values(rest)
        if rest == ["changed"], words.count == 1, !parsing.string { return ["value": .string(key), "changed": true] }
        let value = try parsing.json(rest.joined())
        guard name != "above" && name != "below" || value.doubleValue != nil else {
            throw ValidationError("\(words[0]) compares numbers, and \"\(rest.joined())\" is none")
        }
        return ["value": .string(key), name: value]
    }

    /// Where a text is declared, `12345678` is a text, as for `fascia value set`. The daemon says so of a change that it
    /// only tries.
    func adapted(_ params: JSON.Object, _ connection: Connection) async -> JSON.Object {
        guard !parsing.string, var condition = params["for"]?.objectValue,
            let name = ["equals", "not"].first(where: { condition[$0] != nil }),
            let value = condition[name], value.stringValue == nil
        else { return params }
        do {
            let change: JSON.Object = ["key": .string(key), "value": value, "dryRun": true]
            _ = try await connection.call("value.set", change, timeout: common.timeLimit)
        } catch let error as RemoteError where error.data["kind"] == "string" {
            condition[name] = .string(ValueArgument.values(words).last ?? "")
            return params.merging(["for": .object(condition)])
        } catch {
            // What else is wrong, the wait says.
        }
        return params
    }

    var otherParams: JSON.Object { missing.params }
}

struct WaitQuestion: WaitingCommand {
    static let configuration = CommandConfiguration(
        commandName: "question", abstract: "Wait until a question is asked, or has ended.")

    @Argument(help: "The id of the question; any by default.")
    var id: String?
    @Flag(help: "Wait until it is answered, or has ended in another way.")
    var ended = false
    @OptionGroup var common: CommonOptions

    func condition() -> JSON.Object {
        JSON.Object(given: ["question": id ?? "*", "gone": ended ? true : nil])
    }

    var otherParams: JSON.Object { [:] }
}

struct WaitScreen: WaitingCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen", abstract: "Wait until a screen is on top of the stack.")

    @Argument(help: ArgumentHelp("The name of the screen.", valueName: "screen"), completion: Completions.screens)
    var name: String
    @OptionGroup var missing: MissingOption
    @OptionGroup var stack: StackOption
    @OptionGroup var common: CommonOptions

    func condition() -> JSON.Object { ["screen": .string(name)] }
    var otherParams: JSON.Object { stack.params().merging(missing.params) }
}

struct WaitEntry: WaitingCommand {
    static let configuration = CommandConfiguration(commandName: "entry", abstract: "Wait until an entry is on top of the stack.")

    @Argument(help: ArgumentHelp("The id of the entry, as push prints it.", valueName: "entry"), completion: Completions.entries)
    var name: String
    @OptionGroup var missing: MissingOption
    @OptionGroup var stack: StackOption
    @OptionGroup var common: CommonOptions

    func condition() -> JSON.Object { ["entry": .string(name)] }
    var otherParams: JSON.Object { stack.params().merging(missing.params) }
}

/// Waits for a text in a picture of the panel.
struct WaitText: WaitingCommand {
    static let configuration = CommandConfiguration(
        commandName: "text", abstract: "Wait until a text appears in a picture, or is gone from it.")

    @Argument(help: "The text, which must be on one line of the picture.")
    var text: String
    @Flag(help: "Wait until it is gone.")
    var gone = false
    @Option(help: "The width of the picture; 80 by default.")
    var columns: Int?
    @Option(help: "The height of the picture; 24 by default.")
    var rows: Int?
    @Option(help: "The number of an attached terminal whose picture to use.")
    var terminal: Int?
    @OptionGroup var stack: StackOption
    @OptionGroup var common: CommonOptions

    func condition() -> JSON.Object {
        JSON.Object(given: [
            "text": text, "columns": columns, "rows": rows, "terminal": terminal, "gone": gone ? true : nil,
        ])
    }

    var otherParams: JSON.Object { stack.params() }
}

struct WaitNode: WaitingCommand {
    static let configuration = CommandConfiguration(
        commandName: "node", abstract: "Wait until a node is visible, has a value, or is gone.")

    @Argument(help: "The id or the label of the node.", completion: Completions.nodes)
    var node: String
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The value: JSON if it parses as JSON, otherwise a string.", valueName: "value"))
    var values: [String] = []
    @OptionGroup var parsing: ValueParsingOptions
    @Option(help: "The role, as \"fascia tree\" prints it: button, toggle, text.")
    var role: String?
    @Flag(help: "Wait until no such node is visible.")
    var gone = false
    @OptionGroup var stack: StackOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        try ValueArgument.check(values)
        _ = try ValueArgument.values(values).first.map(parsing.json)
    }

    func condition() throws -> JSON.Object {
        JSON.Object(given: [
            "node": node, "role": role, "value": try ValueArgument.values(values).first.map(parsing.json),
            "gone": gone ? true : nil,
        ])
    }

    var otherParams: JSON.Object { stack.params() }
}
