import ArgumentParser
import CLinux
import FasciaClient
import FasciaDocument
import FasciaWire
import Glibc

/// Runs the command line.
package enum CommandLineRun {
    /// The main function of `fascia`, which may be called as whiptail or dialog.
    ///
    /// - Parameter arguments: with the name that it is called by.
    package static func main(calledAs arguments: [String]) -> Never {
        let rest = Array(arguments.dropFirst())
        guard let program = arguments.first.flatMap(DialogProgram.called) else { main(rest) }
        linux_hold_standard_descriptors(O_RDONLY)
        Interruption.endAtQuit()
        DialogProgram.run(program, rest)
    }

    /// The main function of a program.
    package static func main(_ arguments: [String]) -> Never {
        // A closed standard descriptor is opened read-only, so that the daemon's connection cannot get its number: writes
        // fail instead of reaching the daemon.
        linux_hold_standard_descriptors(O_RDONLY)
        Interruption.endAtQuit()
        if let (program, arguments) = DialogProgram.arguments(arguments) { DialogProgram.run(program, arguments) }
        if arguments.first == Attach.configuration.commandName { exit(runSynchronously(arguments).rawValue) }
        if arguments.first == AskCommand.configuration.commandName, !AskCommand.callsDaemon(arguments) {
            exit(runSynchronously(AskCommand.rewritten(arguments)).rawValue)
        }

        Interruption.block()
        Task(executorPreference: ConnectionThread.shared) { exit(await run(arguments).rawValue) }
        // An asynchronous main would start the default thread pool, which wakes up once a second.
        Interruption.waitForever()
    }

    /// - Returns: the exit status.
    static func run(_ arguments: [String]) async -> ExitStatus {
        do {
            let command = try await parse(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                var command = command
                try command.run()
            }
            return .done
        } catch {
            return report(error, arguments)
        }
    }

    /// Runs a synchronous command on the calling thread.
    static func runSynchronously(_ arguments: [String]) -> ExitStatus {
        do {
            var command = try DirectParsing.synchronousCommand(arguments) ?? Fascia.parseAsRoot(arguments)
            try command.run()
            return .done
        } catch {
            return report(error, arguments)
        }
    }

    private static func parse(_ arguments: [String]) async throws -> any ParsableCommand {
        if let command = await DirectParsing.command(arguments) { return command }
        return try await Fascia.asyncParseAsRoot(arguments)
    }

    private static func report(_ error: any Error, _ arguments: [String]) -> ExitStatus {
        let (status, message) = outcome(of: error, arguments)
        if status == .done { Output.line(message) } else { Output.error(message) }
        return status
    }

    private static func isCompletionScript(_ arguments: [String]) -> Bool {
        arguments.contains { $0.hasPrefix("--generate-completion-script") }
    }

    /// The exit status for an error, and the message to print.
    static func outcome(of error: any Error, _ arguments: [String] = []) -> (ExitStatus, String) {
        switch error {
        case let error as RemoteError:
            let status = error.reason == "timeout" ? ExitStatus.timedOut : .refused
            // Those who call a method themselves know its name.
            let isRaw = ["call", "batch"].contains(arguments.first)
            let message = isRaw ? error.message : CommandHint.naming(methodsIn: error.message)
            return (status, "fascia: " + Printable.text("\(error.reason): \(message)"))
        case let error as PartialFailure:
            return (.refused, error.messages.map { "fascia: " + Printable.text($0) }.joined(separator: "\n"))
        case let error as Unverified:
            return (.unverified, error.messages.map { "fascia: " + Printable.text($0) }.joined(separator: "\n"))
        case let error as ConnectionError: return (.noDaemon, "fascia: " + Printable.text(error.message))
        case let error as UsageError: return (.usage, "fascia: " + Printable.text(error.message))
        default:
            // The argument parser also throws for help and completion scripts, with exit status 0.
            let isDone = Fascia.exitCode(for: error) == .success
            guard !isDone else {
                if arguments.first == "help", let hint = CommandHint.text(arguments) { return (.usage, "Error: \(hint)") }
                let text = Fascia.fullMessage(for: error)
                guard !arguments.contains(where: { $0.hasPrefix("---completion") }) else { return (.done, text) }
                return (.done, isCompletionScript(arguments) ? CompletionScript.completed(text) : HelpText.shortened(text))
            }
            var lines = Fascia.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
            if let hint = CommandHint.text(arguments) { lines[0] = "Error: \(hint)" }
            return (.usage, lines.joined(separator: "\n"))
        }
    }
}
