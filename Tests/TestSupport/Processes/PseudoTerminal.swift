import CTestSupport
import Foundation
import Glibc

/// A program in a pseudo-terminal: the test reads its output, types keys and resizes the window.
public final class PseudoTerminal: Sendable {
    public let process: ChildProcess
    /// Everything that the program wrote to the terminal: text and control sequences.
    public let output: Output
    private let controller: Descriptor
    private let path: String

    /// - Parameter environment: changes to this process's environment. The default of `TERM` is `xterm-256color`.
    public init(
        _ path: String, _ arguments: [String] = [], columns: Int = 80, rows: Int = 24,
        environment: [String: String] = [:]
    ) throws {
        var name = [CChar](repeating: 0, count: 64)
        controller = try Descriptor(ts_open_terminal(&name, name.count), from: "opening a terminal")
        try Self.setSize(of: controller, columns: columns, rows: rows)
        let terminal = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.path = terminal
        process = try ChildProcess(
            path, arguments,
            environment: ChildProcess.environment(["TERM": "xterm-256color"].merging(environment) { _, new in new }),
            streams: .terminal(path: terminal))
        output = Output(reading: controller)
    }

    /// Types text as if from a keyboard.
    public func type(_ keys: String) throws { try controller.write(Array(keys.utf8)) }

    /// Resizes the window; the program gets SIGWINCH.
    public func resize(columns: Int, rows: Int) throws {
        try Self.setSize(of: controller, columns: columns, rows: rows)
    }

    /// Waits until the program, or the first of several in a pipe, sleeps and has read all that was typed, or has ended.
    public func waitUntilRead() {
        // In this order: what is read is handled before the program sleeps again.
        while !process.hasEnded, !(unread == 0 && isSleeping) { sched_yield() }
    }

    private var isSleeping: Bool {
        guard let stat = try? String(contentsOfFile: "/proc/\(process.id)/stat", encoding: .utf8) else { return false }
        // The state follows the name, which may have parentheses itself.
        return stat.split(separator: ")").last?.hasPrefix(" S") ?? false
    }

    private var unread: Int32 {
        let terminal = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC)
        defer { close(terminal) }
        // The kernel hands on what is typed in its own time. Who polls waits for that.
        var entry = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, 0)
        var count: Int32 = 0
        return ioctl(terminal, UInt(FIONREAD), &count) == 0 ? count : 0
    }

    /// Whether the terminal is in canonical mode with echo, as outside full-screen programs.
    public var isInCookedMode: Bool {
        var settings = termios()
        tcgetattr(controller.number, &settings)
        return settings.c_lflag & tcflag_t(ICANON) != 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    private static func setSize(of controller: Descriptor, columns: Int, rows: Int) throws {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(controller.number, UInt(TIOCSWINSZ), &size) == 0 else { throw TestFailure.system("TIOCSWINSZ") }
    }
}
