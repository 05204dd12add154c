import CLinux
import FasciaClient
import Glibc

@main
enum Main {
    static func main() {
        // A closed standard descriptor is opened read-only, so that the daemon's connection cannot get its number: writes
        // fail instead of reaching the daemon.
        linux_hold_standard_descriptors(O_RDONLY)
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == Attach.configuration.commandName { exit(CommandLineRun.runSynchronously(arguments).rawValue) }

        Interruption.block()
        Task(executorPreference: ConnectionThread.shared) { exit(await CommandLineRun.run(arguments).rawValue) }
        // An asynchronous main would start the default thread pool, which wakes up once a second.
        Interruption.waitForever()
    }
}
