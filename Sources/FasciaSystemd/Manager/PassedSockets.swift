import CSystemd
import Glibc

/// The socket that the service manager opened for this daemon (socket activation).
public struct InheritedSocket: Sendable, Equatable {
    /// Listening and close-on-exec. The receiver closes it.
    public let descriptor: Int32
    /// `FileDescriptorName=` of the socket unit.
    public let name: String
    /// The path that it is bound to; `nil` for an abstract or unnamed address.
    public let path: String?
}

/// A descriptor that an earlier process of this service put into the manager's store (see `DescriptorStore`).
public struct StoredDescriptor: Sendable, Equatable {
    /// Close-on-exec. The receiver closes it.
    public let descriptor: Int32
    /// The name in the store, with `DescriptorStore.prefix`.
    public let name: String
}

public enum PassedSockets {
    /// Takes the descriptors that the manager passed: the listening socket, if any, and the stored descriptors.
    ///
    /// Removes the variables from the environment, so that child processes do not see them. Call it once, before other
    /// threads read the environment.
    ///
    /// - Throws: `ActivationError` if the variables are malformed, several sockets were passed, or the socket is not a
    ///   listening Unix stream socket.
    public static func receiveDescriptors() throws(ActivationError) -> (socket: InheritedSocket?, stored: [StoredDescriptor]) {
        var variables: [String: String] = [:]
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] {
            variables[name] = getenv(name).map { String(cString: $0) }
        }
        let passed = try ActivationEnvironment(variables: variables, process: getpid())
        let count = sd_listen_fds(1)
        guard count >= 0 else {
            throw .system(
                call: "cannot receive the passed descriptors", errno: -count, message: String(cString: strerror(-count)))
        }
        let all = zip(ActivationEnvironment.firstDescriptor..., passed.names).map(StoredDescriptor.init)
        let stored = all.filter { $0.name.hasPrefix(DescriptorStore.prefix) }
        let sockets = all.filter { !$0.name.hasPrefix(DescriptorStore.prefix) }
        guard let socket = sockets.first else { return (nil, stored) }
        guard sockets.count == 1 else { throw .moreThanOne(names: sockets.map(\.name)) }
        return (try checked(descriptor: socket.descriptor, name: socket.name), stored)
    }

    /// Checks that the descriptor is a listening Unix stream socket. The error says what it is instead.
    static func checked(descriptor: Int32, name: String) throws(ActivationError) -> InheritedSocket {
        guard sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
            throw .notAListeningUnixStream(descriptor: descriptor, name: name, found: kind(of: descriptor))
        }
        return InheritedSocket(descriptor: descriptor, name: name, path: boundPath(of: descriptor))
    }

    private static func kind(of descriptor: Int32) -> String {
        if sd_is_socket(descriptor, AF_UNSPEC, 0, -1) > 0 {
            if sd_is_socket(descriptor, AF_UNIX, 0, -1) <= 0 { return "a socket of another family than Unix" }
            if sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), -1, nil, 0) <= 0 {
                return "a Unix socket of another type than stream"
            }
            return "a Unix stream socket that does not listen"
        }
        if sd_is_fifo(descriptor, nil) > 0 { return "a FIFO" }
        if fcntl(descriptor, F_GETFD) < 0 { return "not open" }
        return "not a socket"
    }

    private static func boundPath(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let answer = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard answer == 0 else { return nil }
        let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        let bytes = withUnsafeBytes(of: &address) { Array($0[start..<max(start, Int(length))].prefix { $0 != 0 }) }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
