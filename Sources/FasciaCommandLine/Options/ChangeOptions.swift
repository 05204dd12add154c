import ArgumentParser
import FasciaClient
import FasciaDocument

/// The options of all commands that change the panel.
struct ChangeOptions: ParsableArguments {
    @Option(
        name: .customLong("if-revision"),
        help: ArgumentHelp(
            "Change the panel only if it still has this revision; otherwise fail with a conflict.", valueName: "revision"))
    var ifRevision: Int?

    @Flag(help: "Check the change and print its result, but change nothing.")
    var dryRun = false

    @Flag(
        inversion: .prefixedNo,
        help: "Wait until the change is on disk; with --no-durable it gets there a few milliseconds later.")
    var durable = true

    @Option(
        help: ArgumentHelp(
            "An idempotency key: repeating the command with the same key prints the first result and changes " + "nothing.",
            valueName: "key"))
    var once: String?

    @OptionGroup var reason: ReasonOption

    var params: JSON.Object {
        JSON.Object(given: [
            "ifRevision": ifRevision, "dryRun": dryRun ? true : nil, "durable": durable, "once": once,
            "reason": reason.reason,
        ])
    }
}

struct ReasonOption: ParsableArguments {
    @Option(help: ArgumentHelp("Why you do it, for the history. Some roles need a reason.", valueName: "text"))
    var reason: String?
}

struct StackOption: ParsableArguments {
    @Option(help: "The stack; main by default.", completion: Completions.stacks)
    var stack: String?

    /// The parameters that are not `nil`, and the stack if it is given.
    func params(_ own: KeyValuePairs<String, (any ParameterValue)?> = [:]) -> JSON.Object {
        JSON.Object(given: own).merging(JSON.Object(given: ["stack": stack]))
    }
}

protocol ParameterValue {
    var parameter: JSON { get }
}

extension String: ParameterValue { var parameter: JSON { .string(self) } }
extension Int: ParameterValue { var parameter: JSON { .int(self) } }
extension Double: ParameterValue { var parameter: JSON { .double(self) } }
extension Bool: ParameterValue { var parameter: JSON { .bool(self) } }
extension JSON: ParameterValue { var parameter: JSON { self } }

extension JSON.Object {
    /// The members that are not `nil`.
    init(given members: KeyValuePairs<String, (any ParameterValue)?>) {
        self.init(members.compactMap { name, value in value.map { (name, $0.parameter) } })
    }

    /// With the members of another object, which override.
    func merging(_ other: JSON.Object) -> JSON.Object {
        var merged = self
        for (name, value) in other.members { merged[name] = value }
        return merged
    }
}

extension JSON.Object {
    /// The parameters of `daemon.hello`.
    static func hello(as name: String = "fascia", because reason: String?) -> JSON.Object {
        Connection.introduction(name: name, reason: reason)
    }
}
