import CTestSupport
import Glibc

/// A TCP socket whose last close takes an hour: it lingers, and nobody reads the bytes that fill its buffers.
public final class LingeringSocket {
    public let number: Int32
    private let other: Int32
    private var isGivenAway = false

    public init() throws {
        var other: Int32 = -1
        number = ts_lingering_socket(3_600, &other)
        guard number >= 0 else { throw TestFailure.system("a lingering socket") }
        self.other = other
    }

    /// Sends it over a socket, with a text.
    ///
    /// - Returns: false if the kernel refuses that, because the other side takes no descriptors.
    public func send(with text: String, times: Int = 1, over socket: Int32) throws -> Bool {
        let descriptors = [Int32](repeating: number, count: times)
        let count = ts_send_with_descriptors(socket, text, text.utf8.count, descriptors, Int32(times))
        guard count < 0 else { return true }
        guard errno == EPERM else { throw TestFailure.system("sendmsg") }
        return false
    }

    /// Leaves the last close to another process that has the socket, too.
    public func giveAway() {
        isGivenAway = true
        close(number)
    }

    /// With its other end closed, the socket does not linger.
    deinit {
        close(other)
        if !isGivenAway { close(number) }
    }
}
