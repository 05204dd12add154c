import FasciaCommandLine

@main
enum Main {
    static func main() { CommandLineRun.main(Array(CommandLine.arguments.dropFirst())) }
}
