import CLinux
import FasciaClient
import Glibc

@main
enum Main {
    static func main() {
        // For reading only: what is written there is an error, and no line to the daemon.
        linux_hold_standard_descriptors(O_RDONLY)
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == Attach.configuration.commandName { exit(CommandLineRun.runHere(arguments).rawValue) }

        Task(executorPreference: ConnectionThread.shared) { exit(await CommandLineRun.run(arguments).rawValue) }
        // An asynchronous main would start the pool that tasks run in otherwise, which wakes up once a second.
        while true { pause() }
    }
}
