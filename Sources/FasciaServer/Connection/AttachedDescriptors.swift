import Glibc

/// Descriptors that a peer attaches to its bytes (SCM_RIGHTS). The protocol carries none.
///
/// Whoever drops the last reference to a descriptor waits until its close is done, and a socket with SO_LINGER takes as long
/// for that as its sender likes. So the event loop neither takes descriptors out of a socket nor closes a socket that may
/// have some in its queue: see `SocketCloser`.
enum AttachedDescriptors {
    /// SO_PASSRIGHTS of asm-generic/socket.h, since Linux 6.16.
    private static let passRights: Int32 = 83

    /// Makes the kernel refuse descriptors to whoever sends them, if it can. Connections inherit it from the socket that
    /// listens.
    static func refuse(by descriptor: Int32) {
        var value: Int32 = 0
        _ = setsockopt(descriptor, SOL_SOCKET, passRights, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Whether the kernel has refused them since the socket is connected.
    static func areRefused(by descriptor: Int32) -> Bool {
        var value: Int32 = 1
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, passRights, &value, &length) == 0 && value == 0
    }

    /// What is in a socket's queue.
    enum Peek {
        /// The number of bytes that can be received without a descriptor, or the result of a failed `recv`.
        case bytes(Int)
        case descriptors
    }

    /// Looks at the queue without taking anything out: the kernel only counts the descriptors there, so this needs no room
    /// for them and drops none.
    static func peek(at descriptor: Int32, _ space: UnsafeMutableRawBufferPointer) -> Peek {
        var part = iovec(iov_base: space.baseAddress, iov_len: space.count)
        return withUnsafeMutablePointer(to: &part) { part in
            var message = msghdr()
            message.msg_iov = part
            message.msg_iovlen = 1
            let count = recvmsg(descriptor, &message, Int32(MSG_PEEK))
            // Set because there is no room for them.
            return count > 0 && message.msg_flags & Int32(MSG_CTRUNC) != 0 ? .descriptors : .bytes(count)
        }
    }
}
