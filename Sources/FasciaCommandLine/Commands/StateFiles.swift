import ArgumentParser

/// `fascia state`: replaces this process with `fasciad state`, which contains the code for the files.
struct StateCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state", abstract: "Check, export or import a daemon's state, or list its events.",
        usage: "fascia state <check | events | export | import> [--state <directory>]",
        discussion: "\"fascia state --help\" describes each of them.")

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp(visibility: .hidden))
    var arguments: [String] = []

    func run() throws { try SiblingProgram.execute("fasciad", ["state"] + arguments) }
}
