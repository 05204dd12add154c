import FasciaClient
import FasciaProcess
import Glibc

extension RemoteError {
    /// The same refusal with the files of the agent that has what was refused: the daemon knows only the name of the panel, which
    /// several files may have.
    var namingFiles: RemoteError {
        // "NAME (pid NUMBER)"
        guard let holder = data["holder"]?.stringValue, holder.hasSuffix(")"),
            let process = holder.dropLast().split(separator: " ").last.flatMap({ pid_t($0) })
        else { return self }
        let words = commandLine(of: process)
        // The process may have ended, and another one may have its number.
        guard words.dropFirst().prefix(2) == ["panel", "run"] else { return self }
        var error = self
        error.message += "; it runs " + words.joined(separator: " ").prefix(Self.longestCommand)
        return error
    }

    private static var longestCommand: Int { 1_000 }
}
