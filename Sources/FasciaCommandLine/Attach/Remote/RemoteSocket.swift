import CTerminal
import FasciaClient
import Glibc

/// The socket of a daemon on another machine, forwarded by ssh (`ssh -L local:remote`).
///
/// ssh may ask for a password before the terminal enters raw mode. When it is restarted later, it must not ask
/// (BatchMode).
final class RemoteSocket {
    /// The name for messages: `user@box:/run/fascia/fascia.sock`.
    let name: String
    private let host: String
    private let remotePath: String
    private let timeLimit: Duration?
    private let directory: String
    private let localPath: String
    private var ssh: SSH

    /// Starts ssh and waits until the forwarded socket accepts connections.
    ///
    /// - Parameter socket: the socket's path on the other machine; if `nil`, `fascia socket` is run there.
    init(host: String, socket: String?, timeLimit: Duration?) throws {
        self.host = host
        self.timeLimit = timeLimit
        remotePath = try socket ?? Self.findSocket(host, timeLimit)
        guard Self.isPlain(remotePath) else {
            let whose =
                socket == nil ? "\"fascia socket\" on \(host) has answered \"\(remotePath)\"" : "ssh cannot forward \(remotePath)"
            throw UsageError(
                "\(whose): the socket's path must be absolute, and have nothing but letters, digits and . _ - + @ in it"
                    + (socket == nil ? "; give the daemon's socket there with --socket" : ""))
        }
        name = "\(host):\(remotePath)"
        // mkdtemp replaces the six X and creates a directory that only this user can open.
        var template = Array("/tmp/fascia-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw UsageError.system("cannot create a directory for the socket in /tmp", errno)
        }
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        localPath = directory + "/s"
        // The paths are leaked on purpose: the exit handler needs them until the process ends, and a process has one
        // remote socket.
        fascia_child_keep(0, strdup(localPath), strdup(directory))
        ssh = try SSH(Self.forwarding(localPath, remotePath, host, timeLimit, isInteractive: true))
        registerForExit()
        try waitForSocket()
    }

    deinit { fascia_child_end() }

    /// ssh would take other characters for the end of the path, or replace them: `:`, `%h`, `${HOME}`.
    private static func isPlain(_ path: String) -> Bool {
        path.hasPrefix("/") && path.utf8.count <= 107
            && path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "/._-+@".contains($0) }
    }

    private func registerForExit() { fascia_child_keep(ssh.id, strdup(localPath), strdup(directory)) }

    private static func forwarding(
        _ local: String, _ remote: String, _ host: String, _ timeLimit: Duration?, isInteractive: Bool
    ) -> [String] {
        options(timeLimit, isInteractive: isInteractive) + [
            "-N", "-o", "ExitOnForwardFailure=yes", "-o", "StreamLocalBindUnlink=yes", "-o", "StreamLocalBindMask=0177",
            "-o", "ServerAliveInterval=15", "-L", "\(local):\(remote)", "--", host,
        ]
    }

    private static func options(_ timeLimit: Duration?, isInteractive: Bool) -> [String] {
        var options = ["-T", "-o", "ControlMaster=no"]
        if let timeLimit { options += ["-o", "ConnectTimeout=\(max(1, timeLimit.components.seconds))"] }
        if !isInteractive { options += ["-o", "BatchMode=yes"] }
        return options
    }

    /// Runs `fascia socket` on the other machine and returns its path.
    private static func findSocket(_ host: String, _ timeLimit: Duration?) throws -> String {
        let ends = try SSH.pipe()
        defer { close(ends.reader) }
        let ssh: SSH
        do {
            defer { close(ends.writer) }
            ssh = try SSH(options(timeLimit, isInteractive: true) + ["--", host, "fascia socket"], output: ends.writer)
        }
        let status = ssh.waitForExit()
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(ends.reader, &buffer, buffer.count)
        let path = String(decoding: buffer[..<max(0, count)].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        switch status {
        case 0 where !path.isEmpty: return path
        case 127:
            throw UsageError(
                "cannot run fascia on \(host) (\(ssh.errorText)): give the daemon's socket there with --socket")
        case 255: throw ConnectionError(.system, path: host, "ssh \(host): \(ssh.errorText)")
        default:
            throw UsageError(
                "\"fascia socket\" failed on \(host) (\(ssh.errorText)): give the daemon's socket there with --socket")
        }
    }

    /// ssh does not report when forwarding is set up, so this polls the socket.
    private func waitForSocket() throws {
        while true {
            if (try? LineConnection(connectingTo: localPath)) != nil { return }
            if !ssh.readErrors(milliseconds: 20) {
                _ = ssh.waitForExit()
                throw ConnectionError(.system, path: name, "ssh \(host): \(ssh.errorText)")
            }
        }
    }

    // MARK: - Connecting

    func connect() throws(ConnectionError) -> LineConnection {
        if let status = ssh.exitStatus {
            let errorText = ssh.errorText
            restart()
            throw ConnectionError(
                .system, path: name, "ssh \(host) exited with status \(status) (\(errorText)): restarting it")
        }
        do throws(ConnectionError) {
            return try LineConnection(connectingTo: localPath)
        } catch {
            throw ConnectionError(.system, path: name, "waiting for ssh \(host)")
        }
    }

    private func restart() {
        // If ssh cannot be started, the next connection attempt tries again.
        guard let new = try? SSH(Self.forwarding(localPath, remotePath, host, timeLimit, isInteractive: false)) else { return }
        ssh = new
        registerForExit()
    }

    /// Adds ssh's error messages to a lost connection, which is how ssh reports that the remote daemon is gone.
    func explain(_ error: ConnectionError) -> ConnectionError {
        guard error.reason == .connectionLost else { return error }
        ssh.readErrors(milliseconds: 200)
        return ConnectionError(
            .noSocket, path: name,
            "no daemon at \(name) (\(ssh.errorText)): start one there, or give its socket with --socket")
    }
}
