import ArgumentParser
import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaWire

/// The options of commands whose change a client may have to carry out.
struct CarryOutOptions: ParsableArguments {
    @Flag(help: "Wait until the change was approved, if it has to be, and carried out; fail if it was not.")
    var wait = false

    @Option(
        help: ArgumentHelp(
            "Take the change back unless fascia confirm is run within this time after it was carried out.", valueName: "seconds"))
    var revertWithin: Double?

    var params: JSON.Object {
        JSON.Object(given: ["revert": revertWithin.map { within -> JSON in ["within": .double(within)] }])
    }
}

/// A subcommand whose change a client may have to carry out.
protocol CarriedOutCommand: ChangingCommand {
    var carryOut: CarryOutOptions { get }
}

extension CarriedOutCommand {
    func params() throws -> JSON.Object { try changeParams().merging(change.params).merging(carryOut.params) }

    func run() async throws { try await carryOutChange(try params()) }

    func carryOutChange(_ params: JSON.Object) async throws {
        guard carryOut.wait, !change.dryRun else { return try await runChange(params) }
        let waiting = try await SettledWatch(common)
        let result = try await common.change(Self.method, params, timeout: timeLimit)
        try await waiting.wait(after: result, of: try changeParams())
        // That it waits was said when it began to.
        if isRaw || result["approval"] == nil { common.print(result, isRaw: isRaw, text: text) }
    }
}
