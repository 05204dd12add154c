import CProcess
import CTestSupport
import Glibc

/// A file descriptor that is closed when it is deinitialized.
public final class Descriptor: Sendable {
    public let number: Int32

    public init(_ number: Int32, from call: String) throws {
        guard number >= 0 else { throw TestFailure.system(call) }
        self.number = number
    }

    deinit { close(number) }

    static func pipe() throws -> (reader: Descriptor, writer: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard ts_pipe(&ends) == 0 else { throw TestFailure.system("pipe") }
        return (try Descriptor(ends[0], from: "pipe"), try Descriptor(ends[1], from: "pipe"))
    }

    /// - Returns: `nil` at the end of the input, or if the other side of a terminal is closed (EIO).
    func read(upTo count: Int = 65536) throws -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: count)
        while true {
            let got = Glibc.read(number, &buffer, count)
            if got > 0 { return Array(buffer[..<got]) }
            if got == 0 || errno == EIO { return nil }
            if errno != EINTR { throw TestFailure.system("read") }
        }
    }

    /// Writes all bytes, waiting for room until the deadline.
    func write(_ bytes: [UInt8], before deadline: Deadline = .standard) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard try deadline.waitUntilWritable(number) else { throw TestFailure("nobody read what was written") }
            let count = rest.withUnsafeBytes { process_write(number, $0.baseAddress, min($0.count, 65536)) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR && errno != EAGAIN {
                throw TestFailure.system("write")
            }
        }
    }
}
