import FasciaLoop
import Glibc

/// Watches the socket file with inotify. If it is removed or replaced, no client can connect any more.
final class SocketWatch: EventHandler {
    private let descriptor: Int32
    private let socket: ListeningSocket
    private let whenRemoved: () -> Void

    /// - Throws: if the system's inotify limits are reached.
    init(_ socket: ListeningSocket, _ loop: EventLoop, whenRemoved: @escaping () -> Void) throws(LoopError) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        (self.socket, self.whenRemoved) = (socket, whenRemoved)
        guard descriptor >= 0 else { throw LoopError("inotify_init1") }
        // Unlinking a file changes its link count, which is an attribute.
        guard inotify_add_watch(descriptor, socket.path, UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF)) >= 0 else {
            throw LoopError("inotify_add_watch")
        }
        try loop.add(descriptor, for: .readable, self)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func handle(_ readiness: Readiness) {
        var events = [UInt8](repeating: 0, count: 4_096)
        while read(descriptor, &events, events.count) > 0 {}
        if !socket.exists { whenRemoved() }
    }
}
