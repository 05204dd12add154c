import CTerminal
import Glibc

/// One ssh that serves this process.
final class SSH {
    private let process: pid_t
    /// What it says of itself.
    private let errors: Int32
    private var said: [UInt8] = []
    private var status: Int32?

    /// - Parameter output: where its standard output goes; -1 for nowhere.
    init(_ arguments: [String], output: Int32 = -1) throws {
        let ends = try Self.pipe()
        var words = (["ssh"] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        process = fascia_child_start(&words, output, ends.writer)
        close(ends.writer)
        errors = ends.reader
        guard process > 0 else {
            close(errors)
            let isMissing = -process == ENOENT
            throw UsageError.system(
                "ssh cannot be started" + (isMissing ? ", which --host needs (openssh-client has it)" : ""), -process)
        }
    }

    /// Closed in what is started: this process has one thread, which starts nothing in between.
    static func pipe() throws -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw UsageError.system("ssh cannot be started", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    deinit {
        close(errors)
        guard status == nil else { return }
        kill(process, SIGTERM)
        _ = fascia_child_wait(process, 1)
    }

    var id: pid_t { process }

    /// Its exit status; `nil` while it runs.
    var end: Int32? {
        if status == nil {
            let now = fascia_child_wait(process, 0)
            if now >= 0 { status = now }
        }
        return status
    }

    /// Waits for its end.
    func waitForEnd() -> Int32 {
        // Until it closes what it says, so that it never waits for somebody to read it.
        while listen(milliseconds: -1) {}
        let end = status ?? fascia_child_wait(process, 1)
        status = end
        return end
    }

    /// Takes what it says within a time.
    ///
    /// - Returns: `false` where it will say nothing more.
    @discardableResult
    func listen(milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, milliseconds) > 0 else { return true }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(errors, &buffer, buffer.count)
        if count < 0 { return errno == EINTR }
        said.append(contentsOf: buffer[..<max(0, count)])
        return count > 0
    }

    /// What it has said so far, in one line.
    var words: String {
        while status != nil, listen(milliseconds: 0), said.count < 65_536 {
            var entry = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
            if poll(&entry, 1, 0) <= 0 { break }
        }
        let lines = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.isEmpty ? "it does not say why" : lines.joined(separator: "; ")
    }
}

extension UsageError {
    static func system(_ what: String, _ code: Int32) -> UsageError {
        UsageError("\(what): \(String(cString: strerror(code)))")
    }
}
