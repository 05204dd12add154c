import CSystemd
import Glibc

/// The listening socket that the manager passed, for a start that fails for good: a wrong option, the state of a newer version.
///
/// The connections that wait at it would start the service again, which would fail again.
public struct PassedSocket: Sendable {
    /// Stays open until the process ends.
    private let descriptor: Int32

    /// Leaves the environment and the descriptor to `PassedSockets`. `nil` if no socket was passed.
    public init?() {
        var variables: [String: String] = [:]
        for name in ["LISTEN_PID", "LISTEN_FDS"] { variables[name] = getenv(name).map { String(cString: $0) } }
        let count = (try? ActivationEnvironment(variables: variables, process: getpid()))?.names.count ?? 0
        let all = ActivationEnvironment.firstDescriptor..<ActivationEnvironment.firstDescriptor + Int32(count)
        guard let socket = all.first(where: { sd_is_socket_unix($0, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 }) else {
            return nil
        }
        descriptor = fcntl(socket, F_DUPFD_CLOEXEC, ActivationEnvironment.firstDescriptor)
        guard descriptor >= 0 else { return nil }
    }

    /// Ends the manager's socket, too: its unit fails, and whoever waits at it is told that there is no daemon.
    public func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
