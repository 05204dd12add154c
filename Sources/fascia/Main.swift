import FasciaCommandLine

@main
enum Main {
    static func main() { CommandLineRun.main(calledAs: CommandLine.arguments) }
}
