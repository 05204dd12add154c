import ArgumentParser
import FasciaAgent
import FasciaClient
import FasciaDocument
import FasciaWire

struct Render: MethodCommand {
    static let method = "ui.render"

    @Option(help: help("columns"))
    var columns: Int?
    @Option(help: help("rows"))
    var rows: Int?
    @Option(
        help: help("colors"), completion: ColorDepth.completion, transform: ColorDepth.parse(as: "colour depth"))
    var colors: ColorDepth?
    @Option(help: help("renderer"))
    var renderer: String?
    @Option(help: help("terminal"))
    var terminal: Int?
    @OptionGroup var stack: StackOption
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object {
        // Only the ANSI renderer has colours, so a colour depth selects it.
        let renderer = renderer ?? (colors == nil || colors == ColorDepth.none ? "text" : "ansi")
        return stack.params([
            "renderer": renderer, "columns": columns, "rows": rows, "colors": colors?.rawValue, "terminal": terminal,
            "unicode": TerminalProperties.localeIsUnicode(environment: environmentVariable) == false ? false : nil,
        ])
    }

    var isRaw: Bool { true }

    func text(_ result: JSON) -> String {
        var picture = (result["data"]?.stringValue ?? "")[...]
        if picture.last == "\n" { picture.removeLast() }
        if result["mime"] == "application/json" { return Printable.json(String(picture), keepsLines: true) }
        // What a plugin has written is a document, which a program may want as it is.
        let isPicture = ["text", "ansi"].contains(params()["renderer"]?.stringValue)
        return isPicture || Output.isTerminal ? TerminalText.picture(String(picture)) : String(picture)
    }
}

struct Tree: MethodCommand {
    static let method = "ui.tree"

    @Option(help: help("terminal"))
    var terminal: Int?
    @OptionGroup var stack: StackOption
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object { stack.params(["terminal": terminal]) }
    func text(_ result: JSON) -> String { TreeText.tree(result) }
}

struct Tap: MethodCommand {
    static let method = "ui.tap"

    @Argument(help: help("node"), completion: Completions.nodes)
    var node: String
    @Flag(help: "Wait until the command that it runs has ended; the exit status is that of the command.")
    var wait = false
    @OptionGroup var stack: StackOption
    @OptionGroup var why: ReasonOption
    @OptionGroup var common: CommonOptions

    var reason: String? { why.reason }
    func params() -> JSON.Object { stack.params(["node": node]) }
    func text(_ result: JSON) -> String { ResultText.operation(result) }
    func check(_ result: JSON) throws { try result.checkOutcome() }

    func run() async throws {
        let (connection, before) = try await common.reading(reason: reason) { ($0, try await alert($0)) }
        let result = try await connection.call(Self.method, params(), timeout: timeLimit)
        common.print(result, isRaw: isRaw, text: text)
        try check(result)
        let after = result["outcome"] == nil ? try? await alert(connection) : nil
        let question = after?["id"] == before?["id"] ? nil : after?["title"]?.stringValue
        if let question, reason != nil {
            common.warn("--reason is for the history, and answers nothing: \"\(question)\" waits for its answer")
        }
        guard wait else { return }
        guard let sheet = result["result"]?["run"]?.stringValue else {
            if let question {
                throw PartialFailure(messages: [
                    "nothing has run that could be waited for: \"\(question)\" waits for its answer: fill in its fields with "
                        + "fascia set, and tap its button with fascia tap --wait, as fascia tree has them"
                ])
            }
            // What a program does without a sheet, it has done.
            guard result["outcome"] == nil || result["result"]?["ask"] != nil else { return }
            let isAsked = result["outcome"] != nil
            throw PartialFailure(messages: [
                "nothing has run that could be waited for: it "
                    + (isAsked ? "asks first, see fascia ask list" : "opened a screen, or changed something")
            ])
        }
        let status = try await within(common.timeLimit(default: nil), "the command was not done") {
            try await exitStatus(of: sheet)
        }
        if status != 0 { Interruption.exit(status) }
    }

    /// The alert on top of the stack; `nil` if there is none, or if it does not matter.
    private func alert(_ connection: Connection) async throws -> JSON? {
        guard wait || reason != nil else { return nil }
        let path: JSON
        do { path = try await connection.call("nav.get", stack.params(), timeout: timeLimit) } catch is RemoteError { return nil }
        guard let top = path["layers"]?.arrayValue?.last, top["modal"] == "alert" else { return nil }
        return top["entries"]?.arrayValue?.last
    }

    /// The exit status of the command that a sheet shows, once it has ended. If the daemon is restarted meanwhile, the agent
    /// tells the next one.
    private func exitStatus(of sheet: String) async throws -> Int32 {
        let key = RunSheet.exitKey(of: sheet)
        let watch = ReconnectingWatch(
            path: common.socketPath, topics: ["value:" + key, "orphaned:" + sheet], name: "fascia tap", timeout: common.timeLimit,
            isContinued: true)
        for try await item in watch {
            if case .lost(let error) = item {
                Output.error("fascia: \(error.message)\nfascia: waiting for the daemon")
                continue
            }
            // After a restart of the daemon it comes back.
            if case .event(let event) = item, event["cause"]?["method"] == "disconnected",
                event["changes"]?.arrayValue?.contains(where: { $0["kind"] == "orphaned" && $0["to"] == true }) == true
            {
                throw PartialFailure(messages: ["the program that runs it has ended: how it ended is not known"])
            }
            let value = try? await common.connect().call("value.get", ["key": .string(key)], timeout: timeLimit)["values"]?[key]
            if let status = value?.intValue, status >= 0, let status = Int32(exactly: status) { return status }
        }
        throw CancellationError()
    }
}

struct SetNode: MethodCommand {
    static let method = "ui.set"

    @Argument(help: help("node"), completion: Completions.nodes)
    var node: String
    @OptionGroup var value: ValueArgument
    @OptionGroup var stack: StackOption
    @OptionGroup var why: ReasonOption
    @OptionGroup var common: CommonOptions

    var reason: String? { why.reason }
    func params() throws -> JSON.Object { stack.params(["node": node, "value": try value.json()]) }

    func text(_ result: JSON) -> String { ResultText.operation(result) }
    func check(_ result: JSON) throws { try result.checkOutcome() }
}

extension JSON {
    /// - Throws: `PartialFailure` if the app has rejected the action.
    fileprivate func checkOutcome() throws {
        guard self["outcome"] == "rejected" else { return }
        throw PartialFailure(messages: [self["reason"]?.stringValue ?? "the app has rejected it"])
    }
}
