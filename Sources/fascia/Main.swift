import FasciaCommandLine

@main
enum Main {
    static func main() {
        PanelProgram.perform { try await ($0 as? any PerformedCommand)?.perform() }
        CommandLineRun.main(calledAs: CommandLine.arguments)
    }
}

/// What a command of `fascia panel` does.
protocol PerformedCommand {
    func perform() async throws
}
