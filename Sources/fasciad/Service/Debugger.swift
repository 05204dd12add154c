import Glibc

/// Waits for a debugger.
enum Debugger {
    /// Says how to attach one to the process, and returns when one has attached, or Enter was pressed. At the end of the
    /// standard input, only a debugger is waited for.
    static func wait(for process: pid_t) {
        say("process \(process) waits for a debugger: gdb -p \(process)")
        say("then \"continue\" in the debugger; or press Enter here to go on without one")
        var input: CInt = STDIN_FILENO
        while !isTraced(process) {
            var event = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            guard poll(&event, 1, 100) > 0 else { continue }
            var byte: UInt8 = 0
            switch read(STDIN_FILENO, &byte, 1) {
            case 1: if byte == UInt8(ascii: "\n") { return }
            // poll ignores it from now on.
            default: input = -1
            }
        }
    }

    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }

    /// Whether a debugger is attached. True for a process that has ended, for which nobody has to wait.
    private static func isTraced(_ process: pid_t) -> Bool {
        let descriptor = open("/proc/\(process)/status", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 8_192)
        let count = max(0, read(descriptor, &bytes, bytes.count))
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
        if lines.contains(where: { $0.hasPrefix("State:\tZ") }) { return true }
        let tracer = lines.first { $0.hasPrefix("TracerPid:") }?.split(separator: "\t").last
        return tracer.map { $0 != "0" } ?? true
    }
}
