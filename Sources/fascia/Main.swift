import Glibc

@main
enum Main {
    static func main() async {
        let status = await CommandLineRun.run(Array(CommandLine.arguments.dropFirst()))
        exit(status.rawValue)
    }
}
