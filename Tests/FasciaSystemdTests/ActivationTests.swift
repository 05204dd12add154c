import Foundation
import Testing
import TestSupport

@testable import FasciaSystemd

/// The check of the passed descriptor, with each kind that a wrong socket unit could pass.
@Suite struct ActivationTests {
    private func message(_ descriptor: Int32) -> String? {
        do {
            _ = try PassedSockets.checked(descriptor: descriptor, name: "fasciad.socket")
            return nil
        } catch { return error.description }
    }

    private func expected(_ descriptor: Int32, _ found: String) -> String {
        """
        descriptor \(descriptor) ("fasciad.socket") is \(found), not a listening Unix stream socket: \
        give fasciad.socket one ListenStream= with a path, and no Accept=yes
        """
    }

    private func unixSocket(_ type: __socket_type, boundTo path: String? = nil) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(type.rawValue), 0)
        guard let path else { return descriptor }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let answer = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        try #require(answer == 0)
        return descriptor
    }

    @Test func aListeningSocketIsReceivedWithNameAndPath() throws {
        let directory = try TemporaryDirectory()
        let descriptor = try unixSocket(SOCK_STREAM, boundTo: directory["s"])
        defer { close(descriptor) }
        listen(descriptor, 1)
        let taken = try PassedSockets.checked(descriptor: descriptor, name: "fasciad.socket")
        #expect(taken == InheritedSocket(descriptor: descriptor, name: "fasciad.socket", path: directory["s"]))
    }

    @Test func aSocketThatDoesNotListenIsRefused() throws {
        let descriptor = try unixSocket(SOCK_STREAM)
        defer { close(descriptor) }
        #expect(message(descriptor) == expected(descriptor, "a Unix stream socket that does not listen"))
    }

    @Test func aDatagramSocketIsRefused() throws {
        let descriptor = try unixSocket(SOCK_DGRAM)
        defer { close(descriptor) }
        #expect(message(descriptor) == expected(descriptor, "a Unix socket of another type than stream"))
    }

    @Test func aNetworkSocketIsRefused() {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        #expect(message(descriptor) == expected(descriptor, "a socket of another family than Unix"))
    }

    @Test func aFIFOIsRefused() {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        defer { ends.forEach { close($0) } }
        #expect(message(ends[0]) == expected(ends[0], "a FIFO"))
    }

    @Test func aFileIsRefused() {
        let descriptor = open("/dev/null", O_RDONLY)
        defer { close(descriptor) }
        #expect(message(descriptor) == expected(descriptor, "not a socket"))
    }

    @Test func aDescriptorThatIsNotOpenIsRefused() {
        #expect(message(999_999) == expected(999_999, "not open"))
    }

    @Test func severalSocketsAreAnErrorThatNamesThem() {
        let expected = """
            2 sockets were passed (a, b), but the daemon listens on one: keep one ListenStream= in fasciad.socket
            """
        #expect(ActivationError.moreThanOne(names: ["a", "b"]).description == expected)
    }

    @Test func errorsNameTheFailedCall() {
        let error = ActivationError.system(
            call: "cannot receive the passed descriptors", errno: 9, message: "Bad file descriptor")
        #expect(error.description == "cannot receive the passed descriptors: Bad file descriptor")
    }
}
