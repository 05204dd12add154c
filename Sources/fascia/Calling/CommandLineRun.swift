import ArgumentParser
import FasciaClient
import FasciaModel
import FasciaWire

/// What the process tells its parent.
enum ExitStatus: Int32 {
    case done = 0
    /// The daemon said no, or could not do all of it.
    case refused = 1
    case usage = 2
    case noDaemon = 3
    /// What is to be said cannot be written; `EX_IOERR` of sysexits.h.
    case unwritable = 74
}

/// Something about the use of the command that the parser of arguments cannot know.
struct UsageError: Error, Hashable {
    var message: String
    init(_ message: String) { self.message = message }
}

/// The daemon has done what it could, and that was not all.
struct PartlyDone: Error, Hashable {
    /// What could not be done, and why.
    var messages: [String]
}

/// One run of the command line, from its arguments to its exit status.
enum CommandLineRun {
    static func run(_ arguments: [String]) async -> ExitStatus {
        do {
            let command = try await Fascia.asyncParseAsRoot(arguments)
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

    /// The same for a command that needs no tasks, in the thread that calls it.
    static func runHere(_ arguments: [String]) -> ExitStatus {
        do {
            var command = try Fascia.parseAsRoot(arguments)
            try command.run()
            return .done
        } catch {
            return report(error, arguments)
        }
    }

    private static func report(_ error: any Error, _ arguments: [String]) -> ExitStatus {
        let (status, message) = outcome(of: error, arguments)
        if status == .done { Output.line(message) } else { Output.error(message) }
        return status
    }

    /// The status for an error, and what to say about it.
    static func outcome(of error: any Error, _ arguments: [String] = []) -> (ExitStatus, String) {
        switch error {
        case let error as RemoteError:
            return (.refused, "fascia: " + Printable.text("\(error.reason): \(error.message)"))
        case let error as PartlyDone:
            return (.refused, error.messages.map { "fascia: " + Printable.text($0) }.joined(separator: "\n"))
        case let error as ConnectionError: return (.noDaemon, "fascia: " + Printable.text(error.message))
        case let error as UsageError: return (.usage, "fascia: " + Printable.text(error.message))
        default:
            // Help and completion scripts are "errors" of the parser, too.
            let isDone = Fascia.exitCode(for: error) == .success
            guard !isDone else { return (.done, Fascia.fullMessage(for: error)) }
            var lines = Fascia.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
            if let hint = CommandHint.text(arguments) { lines[0] = "Error: \(hint)" }
            return (.usage, lines.joined(separator: "\n"))
        }
    }
}
