import Glibc

/// Number of connections of this process to a socket: descriptors whose peer has that path.
func openConnections(to path: String) -> Int {
    (0..<4_096).count { descriptor in
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let answer = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(Int32(descriptor), $0, &length) }
        }
        guard answer == 0 else { return false }
        return withUnsafeBytes(of: address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) } == path
    }
}

/// Waits until all connections to a socket are closed.
func waitUntilClosed(_ path: String) async throws {
    while openConnections(to: path) > 0 {
        try Task.checkCancellation()
        await Task.yield()
    }
}
