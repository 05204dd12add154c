import CProcess
import CTerminal
import Glibc

/// An ssh child process.
final class SSH {
    private let process: pid_t
    /// The read end of its standard error.
    private let errors: Int32
    private var errorBytes: [UInt8] = []
    private var status: Int32?

    /// - Parameter output: the descriptor for its standard output; -1 for none.
    init(_ arguments: [String], output: Int32 = -1) throws {
        let ends = try Self.pipe()
        var words = (["ssh"] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        process_keep_ended_children()
        process = fascia_child_start(&words, output, ends.writer)
        close(ends.writer)
        errors = ends.reader
        // deinit closes `errors`: every property has its value here.
        guard process > 0 else {
            let isMissing = -process == ENOENT
            throw UsageError.system(
                "cannot start ssh" + (isMissing ? ", which --host needs (install openssh-client)" : ""), -process)
        }
    }

    /// A pipe that is closed in child processes. Setting the flag after `pipe` is safe, because this process has one
    /// thread and starts no child in between.
    static func pipe() throws -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw UsageError.system("cannot create a pipe for ssh", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    deinit {
        close(errors)
        // A negative number would name a process group, and -1 every process.
        guard status == nil, process > 0 else { return }
        kill(process, SIGTERM)
        _ = fascia_child_wait(process, 1)
    }

    var id: pid_t { process }

    /// The exit status; `nil` while it runs.
    var exitStatus: Int32? {
        if status == nil {
            let now = fascia_child_wait(process, 0)
            if now >= 0 { status = now }
        }
        return status
    }

    /// Waits for its end and returns the exit status.
    func waitForExit() -> Int32 {
        // Reads standard error until it is closed, so that ssh never blocks on a full pipe.
        while readErrors(milliseconds: -1) {}
        let end = status ?? fascia_child_wait(process, 1)
        status = end
        return end
    }

    /// Reads standard error, waiting up to a timeout.
    ///
    /// - Returns: false at the end of the output.
    @discardableResult
    func readErrors(milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, milliseconds) > 0 else { return true }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(errors, &buffer, buffer.count)
        if count < 0 { return errno == EINTR }
        errorBytes.append(contentsOf: buffer[..<max(0, count)])
        return count > 0
    }

    /// The error messages so far, in one line.
    var errorText: String {
        while status != nil, readErrors(milliseconds: 0), errorBytes.count < 65_536 {
            var entry = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
            if poll(&entry, 1, 0) <= 0 { break }
        }
        let lines = String(decoding: errorBytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.isEmpty ? "no error message" : lines.joined(separator: "; ")
    }
}

extension UsageError {
    static func system(_ what: String, _ code: Int32) -> UsageError {
        UsageError("\(what): \(String(cString: strerror(code)))")
    }
}
