import FasciaClient
import FasciaDocument
import FasciaProcess
import Glibc

/// Writes to standard output and standard error without a buffer.
enum Output {
    static func line(_ text: String) { write(text + "\n", orExitOn: STDOUT_FILENO) }
    static func text(_ text: String) { write(text, orExitOn: STDOUT_FILENO) }
    static func error(_ text: String) {
        write(Printable.text(text.hasSuffix("\n") ? text : text + "\n", keepsLines: true), orExitOn: STDERR_FILENO)
    }
    /// Reports a lost connection that is being retried.
    static func connectionLost(_ error: ConnectionError) {
        Output.error("fascia: \(Printable.text(error.message))\nfascia: waiting for the daemon")
    }
    /// Whether a person reads standard output, rather than a program.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes what a command has written, unchanged.
    @Sendable static func forward(_ stream: CommandRun.Stream, _ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { write($0, to: stream == .output ? STDOUT_FILENO : STDERR_FILENO) }
    }

    /// Writes to a descriptor that the user has named.
    ///
    /// - Returns: whether all of it could be written.
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if written >= 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest[written...])
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
    }

    private static func write(_ text: String, orExitOn descriptor: Int32) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
        var rest = bytes
        while !rest.isEmpty {
            let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if written >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
            } else if errno != EINTR {
                exitAfterWriteError(errno, descriptor)
            }
        }
    }

    /// Ends the process, because its output cannot be written.
    private static func exitAfterWriteError(_ code: Int32, _ descriptor: Int32) -> Never {
        if code == EPIPE {
            // Ends by SIGPIPE, as other programs in a pipe do. The signal is ignored until here, so it is reset first.
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        if descriptor != STDERR_FILENO {
            error("fascia: cannot write the output: \(String(cString: strerror(code)))")
        }
        exit(ExitStatus.unwritable.rawValue)
    }
}
