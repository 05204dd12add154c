import Glibc

/// A shell command that runs in the background.
final class RestartCommand {
    private let pid: pid_t
    private let command: String
    private var isDone = false

    init(_ command: String) throws(BenchFailure) {
        self.command = command
        let words: [String] = ["/bin/sh", "-c", command]
        var arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var pid: pid_t = 0
        guard posix_spawn(&pid, "/bin/sh", nil, nil, &arguments, environ) == 0 else {
            throw BenchFailure("cannot start a shell: \(String(cString: strerror(errno)))")
        }
        self.pid = pid
    }

    /// - Throws: if the command failed.
    func hasEnded() throws(BenchFailure) -> Bool {
        guard !isDone else { return true }
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return false }
        isDone = true
        guard status == 0 else { throw BenchFailure("\"\(command)\" failed") }
        return true
    }
}
