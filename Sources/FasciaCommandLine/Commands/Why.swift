import ArgumentParser
import FasciaClient
import FasciaDocument
import FasciaWire

struct Why: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Print why a switch, a picker or a value is as it is.",
        discussion: """
            Who has changed it last, from where and with which request, what else that has changed, and what became of it since. \
            The name is that of the program, or of the rule of a panel file.
            """)

    @Argument(help: "The id, such as services/nginx or volume.", completion: Completions.subjects)
    var id: String
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let name = WhyText.name(id)
        let (connection, events) = try await common.reading { connection in
            var events: [JSON] = []
            for id in WhyText.ids(of: name) {
                let result = try await connection.call(
                    "history.get", ["id": .string(id), "limit": .int(WhyText.mostEvents)], timeout: common.timeLimit)
                events += result["events"]?.arrayValue ?? []
            }
            return (connection, events)
        }
        guard let story = WhyText.story(of: name, in: events) else {
            await common.warn(ofUnknown: name, connection)
            throw PartialFailure(messages: [WhyText.unchanged(id)])
        }
        common.print(.object(["id": .string(id), "event": story.event, "since": .array(story.since)])) { _ in
            let why = WhyText(story, of: name, UserLookup.name)
            return ([why.change] + Columns.aligned(why.rows).split(separator: "\n").map { "  " + $0 }).joined(separator: "\n")
        }
    }
}
