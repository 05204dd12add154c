import FasciaDocument
import FasciaModel

private struct BatchParams: Sendable {
    var calls: [BatchCall] = []
}

private struct BatchCall: Sendable {
    var method = ""
    var params: JSON = [:]

    /// Options of a command alone would be ignored, and what they are there to prevent would be done.
    static let schema = Schema<BatchCall>(schema: record.schema) { json throws(Mismatch) in
        if let option = json.objectValue?.members.first(where: { MutationOptions.names.contains($0.key) }) {
            throw Mismatch(expected: "this option in the params of the batch", found: option.value.found).below(option.key)
        }
        return try record.read(json)
    } write: {
        record.write($0)
    }

    private static let record = Schema.record(
        BatchCall(),
        [
            .required("method", \.method, .name, "A method that changes the panel."),
            .defaulted("params", \.params, .any, default: [:], "Its parameters."),
        ])

    func command() throws(Mismatch) -> Command {
        guard let method = Catalogue.method(named: method), method.kind == .mutation, method.name != "batch" else {
            throw Mismatch(
                pointer: "/method",
                expected: "a method that changes the panel" + Catalogue.hint(for: self.method, kind: .mutation),
                found: JSON.string(self.method).found)
        }
        do throws(Mismatch) {
            guard case .apply(let command, let options) = try method.check(params), options == MutationOptions() else {
                throw Mismatch(
                    expected: "ifRevision, dryRun, durable and once in the params of the batch",
                    found: "them in a command")
            }
            return command
        } catch { throw error.below("params") }
    }
}

extension Method {
    static let batch = Method(
        mutation: "batch", needs: .operate, "Executes several commands, all or none, as one revision with one event.",
        command: "batch", BatchParams(),
        [.required("commands", \.calls, .array(of: BatchCall.schema), "The commands, in order.")],
        extra: [.required("results", .list(.anyObject), "The result of each command.")]
    ) { params, options throws(Mismatch) in
        var commands: [Command] = []
        for (index, call) in params.calls.enumerated() {
            do throws(Mismatch) {
                commands.append(try call.command())
            } catch { throw error.below(index).below("commands") }
        }
        return .batch(commands, options)
    }
}
