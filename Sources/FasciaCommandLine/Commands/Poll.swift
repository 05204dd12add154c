import ArgumentParser
import FasciaClient

struct Poll: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "poll", abstract: "Read the actual states of switches, pickers and values now, and print them.",
        discussion: """
            The program that carries a thing out reads its state, such as by the status command of a panel file. Then it is \
            printed as by "fascia get". A panel file also reads its lists again: those of a picker, a table, or a whole screen.
            """)

    @Argument(help: CatalogueHelp.help("bind.poll", "id"), completion: Completions.names)
    var ids: [String]
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let connection = try await common.connect()
        for id in ids { _ = try await connection.call("bind.poll", ["id": .string(id)], timeout: common.timeLimit) }
        try await Get.printStates(of: ids.map(Poll.name), common, skipsOthers: true)
    }

    /// The id without the prefix of its kind.
    private static func name(_ id: String) -> String {
        for prefix in ["option:", "picker:", "value:"] where id.hasPrefix(prefix) { return String(id.dropFirst(prefix.count)) }
        return id
    }
}
