import CTestSupport
import Glibc

/// A terminal without a program in it: what is written to it can be read, keys can be typed, and its descriptor can be
/// given to somebody.
public final class TerminalPair: Sendable {
    /// Everything that was written to the terminal; `nil` where nobody reads it.
    public let output: Output?
    private let controller: Descriptor
    private let terminal: Descriptor

    /// - Parameter isRead: whether what is written to it is read, as by a terminal emulator.
    public init(isRead: Bool = true) throws {
        var name = [CChar](repeating: 0, count: 64)
        controller = try Descriptor(ts_open_terminal(&name, name.count), from: "opening a terminal")
        terminal = try Descriptor(open(name, O_RDWR | O_NOCTTY | O_CLOEXEC), from: "opening a terminal")
        output = isRead ? Output(reading: controller) : nil
        try setRaw(true)
    }

    /// The program's side.
    public var descriptor: Int32 { terminal.number }

    public func type(_ keys: String) throws { try controller.write(Array(keys.utf8)) }

    /// Raw, as a full-screen program has it, or with lines and echo, as a shell leaves it.
    public func setRaw(_ isRaw: Bool) throws {
        var settings = try settings()
        if isRaw {
            cfmakeraw(&settings)
        } else {
            settings.c_lflag |= tcflag_t(ICANON | ECHO | ISIG)
        }
        try set(settings)
    }

    /// Nothing else than before but these flags of `c_lflag`, as a program may have them that reads lines by itself.
    public func add(localFlags: Int32) throws {
        var settings = try settings()
        settings.c_lflag |= tcflag_t(localFlags)
        try set(settings)
    }

    public func settings() throws -> termios {
        var settings = termios()
        guard tcgetattr(terminal.number, &settings) == 0 else { throw TestFailure.system("tcgetattr") }
        return settings
    }

    private func set(_ settings: termios) throws {
        var settings = settings
        guard tcsetattr(terminal.number, TCSANOW, &settings) == 0 else { throw TestFailure.system("tcsetattr") }
    }

    /// Whether it is as a shell needs it: lines that it echoes, Return and Ctrl-C, and output that begins at the left.
    public var isInCookedMode: Bool {
        guard let settings = try? settings() else { return false }
        let local = tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        let input = tcflag_t(ICRNL | IXON)
        return settings.c_lflag & local == local && settings.c_iflag & input == input
            && settings.c_oflag & tcflag_t(OPOST) != 0
    }

    /// How many bytes were typed and have not been read.
    public var unread: Int {
        var count: Int32 = 0
        _ = ioctl(terminal.number, UInt(FIONREAD), &count)
        return Int(count)
    }

    /// Waits for what is written to it, and takes it; for a terminal that nobody else reads.
    public func takeOutput() throws -> [UInt8] { try controller.read() ?? [] }
}
