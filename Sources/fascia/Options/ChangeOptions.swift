import ArgumentParser
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

    var params: JSON.Object {
        var params: JSON.Object = [:]
        params["ifRevision"] = ifRevision.map { .int($0) }
        if dryRun { params["dryRun"] = true }
        params["durable"] = .bool(durable)
        params.set("once", once)
        return params
    }
}

/// The option `--stack`.
struct StackOption: ParsableArguments {
    @Option(help: "The stack; main by default.")
    var stack: String?

    /// The parameters that are not `nil`, and the stack if it is given.
    func params(_ own: KeyValuePairs<String, JSON?> = [:]) -> JSON.Object {
        var params: JSON.Object = [:]
        for (name, value) in own { params.set(name, value) }
        params.set("stack", stack)
        return params
    }
}

extension JSON.Object {
    /// Sets a member, or leaves it out if the value is `nil`.
    mutating func set(_ name: String, _ value: String?) { if let value { self[name] = .string(value) } }
    mutating func set(_ name: String, _ value: Int?) { if let value { self[name] = .int(value) } }
    mutating func set(_ name: String, _ value: JSON?) { if let value { self[name] = value } }
}
