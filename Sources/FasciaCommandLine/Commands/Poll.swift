import ArgumentParser
import FasciaClient

struct Poll: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "poll", abstract: "Read the actual states of switches, pickers and values now, and print them.",
        discussion: """
            The program that carries a thing out reads its state, such as by the status command of a panel file. Then it is \
            printed as by "fascia get". A panel file also reads its lists again: those of a picker, a table, or a whole screen. \
            Without --timeout it may take as long as that program has for it.
            """)

    @Argument(help: CatalogueHelp.help("bind.poll", "id"), completion: Completions.names)
    var ids: [String]
    @OptionGroup var common: CommonOptions

    func run() async throws {
        for id in ids {
            // The daemon knows how long it may take, and who takes longer.
            _ = try await within(common.timeLimit(default: nil), "\"\(id)\" was not read by the program that carries it out") {
                [common] in
                try await common.reading {
                    try await $0.call("bind.poll", ["id": .string(id)], timeout: .seconds(1_000_000))
                }
            }
        }
        try await Get.printStates(of: ids.map(Poll.name), common, skipsOthers: true)
    }

    /// The id without the prefix of its kind.
    private static func name(_ id: String) -> String {
        for prefix in ["option:", "picker:", "value:"] where id.hasPrefix(prefix) { return String(id.dropFirst(prefix.count)) }
        return id
    }
}
