import ArgumentParser
import FasciaDocument

/// The options of all commands that change the panel.
struct ChangeOptions: ParsableArguments {
    @Option(
        name: .customLong("if-revision"),
        help: ArgumentHelp(
            "Only if the panel still has this revision; refused as a conflict otherwise.", valueName: "revision"))
    var ifRevision: Int?

    @Flag(help: "Check and answer, but change nothing.")
    var dryRun = false

    @Flag(
        inversion: .prefixedNo,
        help: "Wait until the change has reached the disk; otherwise it gets there a few milliseconds later.")
    var durable = true

    @Option(
        help: ArgumentHelp(
            "A key for this change: run again with the same key, it prints what it did the first time, and does "
                + "nothing again.", valueName: "key"))
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
    @Option(help: "The stack; main where it is left out.")
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
