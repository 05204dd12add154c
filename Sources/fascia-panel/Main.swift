import FasciaCommandLine

/// Performs the commands of `fascia panel`. It is a program of its own because it links a library for YAML.
@main
enum Main {
    static func main() {
        PanelProgram.perform { try await ($0 as? any PerformedCommand)?.perform() }
        CommandLineRun.main(["panel"] + CommandLine.arguments.dropFirst())
    }
}

/// What a command of `fascia panel` does.
protocol PerformedCommand {
    func perform() async throws
}
