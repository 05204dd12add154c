import ArgumentParser
import FasciaClient
import FasciaDocument
import FasciaWire

struct CallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Call any method of the protocol.",
        discussion: """
            \"fascia describe\" lists the methods. The result is printed as JSON. Unknown parameters are ignored, \
            with a warning on standard error.
            """)

    @Argument(help: "The method, such as toggle.set.", completion: Completions.methods)
    var method: String
    @Argument(
        help: ArgumentHelp("One JSON object, or any number of key=value.", valueName: "params"), transform: Parameter.parse
    )
    var parameters: [Parameter] = []
    @OptionGroup var common: CommonOptions

    enum Parameter: Hashable, Sendable {
        case object(JSON.Object)
        case member(KeyValue)

        @Sendable
        static func parse(_ argument: String) throws -> Parameter {
            argument.hasPrefix("{")
                ? .object(try StrictJSON.parseObject(argument)) : .member(try KeyValue.parse(argument))
        }
    }

    /// Single members override those of an object.
    var params: JSON.Object {
        var params: JSON.Object = [:]
        for case .object(let object) in parameters { params = params.merging(object) }
        for case .member(let member) in parameters { params[member.key] = member.value }
        return params
    }

    func validate() throws {
        if ["action.bind", "bind.claim"].contains(method) { throw ValidationError(HandledActions.refusal(method)) }
        if method.hasPrefix("nav."), params["handles"] != nil { throw ValidationError(HandledActions.refusal("handles")) }
    }

    func run() async throws {
        try await common.warn(of: params, of: method)
        Output.line(try await common.call(method, params).line)
    }
}

struct BatchCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "batch", abstract: CatalogueHelp.summary("batch"),
            discussion: """
                Each line is {"method":…,"params":…}. Blank lines and lines that begin with # are skipped. The commands are \
                one change: either all of them succeed, or nothing changes.
                """)
    }

    @Argument(help: "A file of JSON lines; - or nothing for standard input.", completion: .file())
    var file = "-"
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let script = try BatchScript(text: try Input.text(file), name: Input.displayName(file))
        var check = UnknownMemberCheck(common)
        for command in script.commands {
            if command.json["params"]?["handles"] != nil {
                throw UsageError("\(script.name):\(command.line): " + HandledActions.refusal("handles"))
            }
            let method = command.json["method"]?.stringValue ?? ""
            for warning in try await check.warnings(command.json["params"] ?? [:], of: method) {
                common.warn("\(script.name):\(command.line): \(warning)")
            }
        }
        let params = JSON.Object(given: ["commands": JSON.array(script.commands.map(\.json))]).merging(change.params)
        do {
            let result = try await common.change("batch", params)
            common.print(result) { ResultText.batch($0, commands: script.commands.count) }
        } catch let error as RemoteError {
            throw script.located(error)
        }
    }
}

/// A script with one command on each line.
struct BatchScript: Hashable {
    struct Command: Hashable {
        var line: Int
        var json: JSON
    }

    var name: String
    var commands: [Command] = []

    /// - Parameter name: the file's name in error messages.
    init(text: String, name: String) throws(UsageError) {
        self.name = name
        // Splits bytes, because CR LF is a single character in a String.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, bytes) in lines.enumerated() {
            let line = Substring(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
            guard let first = line.first(where: { $0 != " " && $0 != "\t" }), first != "#" else { continue }
            let json: JSON
            do throws(ParseError) { json = try JSONParser.parse(String(line)) } catch {
                let column = error.place(in: String(line)).column
                throw UsageError("\(name):\(index + 1):\(column): not JSON: \(error.message)")
            }
            guard json["method"]?.stringValue != nil else {
                throw UsageError("\(name):\(index + 1): expected a command, an object with a \"method\": \(line)")
            }
            commands.append(Command(line: index + 1, json: json))
        }
    }

    /// The error of a batch, with the line number of the command that caused it.
    func located(_ error: RemoteError) -> RemoteError {
        guard let index = Self.index(in: error), commands.indices.contains(index) else { return error }
        var error = error
        error.message = "\(name):\(commands[index].line): \(error.message)"
        return error
    }

    /// The index of the command, from `index` or from the pointer to the wrong member.
    private static func index(in error: RemoteError) -> Int? {
        if let index = error.data["index"]?.intValue { return index }
        let steps = (error.data["pointer"]?.stringValue ?? "").split(separator: "/")
        return steps.count > 1 && steps[0] == "commands" ? Int(steps[1]) : nil
    }
}

struct Get: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print values, states of switches and picked elements, one per line, for scripts.",
        discussion: "Each name is looked up among the values first, then among the switches and groups (on, off, mixed), then "
            + "among the pickers and their components. Exit status 75 if one of them is pending (what is wanted is printed), "
            + "stale (what was known last), or unknown (the word unknown; null with --json).")

    @Argument(help: "The keys of values, the ids of switches, groups, pickers and components.", completion: Completions.names)
    var names: [String]
    @OptionGroup var common: CommonOptions

    func run() async throws { try await Get.printStates(of: names, common) }

    /// - Parameter skipsOthers: whether names of things without a state are left out, such as those of tables.
    /// - Throws: `Unverified` if one of them is pending, unknown or stale.
    static func printStates(of names: [String], _ common: CommonOptions, skipsOthers: Bool = false) async throws {
        let calls = try await common.reading { try await Self.states(of: names, $0) }
        var found: JSON.Object = [:]
        var unverified: [String] = []
        for call in calls {
            let (values, tree, picker) = (call.values, call.toggle, call.picker)
            let value = values?["values"]?[call.name]
            let toggle = tree.flatMap(ToggleText.state)
            let picked = picker.flatMap { PickerText.picked(call.name, in: $0) }
            if value != nil {
                unverified += Self.unverified(call.name, values?["conditions"]?[call.name])
            } else if let tree, toggle != nil {
                unverified += Self.unverified(in: tree)
            } else {
                for component in picker?["components"]?.arrayValue ?? [] {
                    guard let id = component["id"]?.stringValue, id == call.name || !call.name.contains("/") else { continue }
                    unverified += Self.unverified(id, component["condition"])
                }
            }
            let isUnknown =
                value != nil
                ? ConditionWords.isUnknown(values?["conditions"]?[call.name])
                : toggle.map { $0 == ConditionWords.unknown } ?? picker.map { PickerText.isUnknown(call.name, in: $0) } ?? false
            guard let answer = value ?? toggle.map({ .string($0) }) ?? picked else {
                if skipsOthers { continue }
                throw call.denied ?? Self.nothing(call.name)
            }
            found[call.name] = isUnknown ? .null : answer
            if common.json { continue }
            Output.line(isUnknown ? ConditionWords.unknown : Output.isTerminal ? answer.printable.plain : answer.plain)
        }
        if common.json { Output.line(JSON.object(found).line) }
        if !unverified.isEmpty { throw Unverified(messages: unverified) }
    }

    /// What the daemon says of each name.
    private struct Answers {
        var name: String
        var values, toggle, picker: JSON?
        var denied: RemoteError?
    }

    private static func states(of names: [String], _ connection: Connection) async throws -> [Answers] {
        // All requests are sent before the first answer is read.
        let calls = names.map { name in
            (
                name: name, value: connection.start("value.get", ["key": .string(name)]),
                toggle: connection.start("toggle.get", ["id": .string(name)]),
                picker: connection.start("picker.get", ["id": .string(String(name.prefix { $0 != "/" }))])
            )
        }
        var all: [Answers] = []
        for call in calls {
            var answers = Answers(name: call.name)
            answers.values = try await answer(call.value, &answers.denied)
            answers.toggle = try await answer(call.toggle, &answers.denied)
            answers.picker = try await answer(call.picker, &answers.denied)
            all.append(answers)
        }
        return all
    }

    private static func unverified(_ name: String, _ condition: JSON?) -> [String] {
        ConditionWords.unverified(condition).map { ["\(name) is \($0)"] } ?? []
    }

    private static func unverified(in toggle: JSON) -> [String] {
        unverified(toggle["id"]?.stringValue ?? "?", toggle["condition"])
            + (toggle["options"]?.arrayValue ?? []).flatMap(unverified)
    }

    /// `nil` if there is no such thing, or if it is hidden from this user.
    private static func answer(_ call: PendingCall, _ denied: inout RemoteError?) async throws -> JSON? {
        do { return try await call.result } catch let error as RemoteError where ["notFound", "denied"].contains(error.reason) {
            if error.reason == "denied" { denied = denied ?? error }
            return nil
        }
    }

    private static func nothing(_ name: String) -> RemoteError {
        RemoteError(
            code: -32001,
            message: "no value, switch or picker \"\(name)\": \"fascia value get\", \"fascia toggle list\" and "
                + "\"fascia picker list\" list them",
            reason: "notFound")
    }
}
