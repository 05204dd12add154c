import FasciaLoop
import Glibc

/// Notices that the socket file was taken away, so that no client can connect any more. It is told by the kernel, and
/// sleeps until something happens to the file.
final class SocketWatch: EventHandler {
    private let descriptor: Int32
    private let socket: ListeningSocket
    private let whenRemoved: () -> Void

    /// - Throws: where the system watches no more files.
    init(_ socket: ListeningSocket, _ loop: EventLoop, whenRemoved: @escaping () -> Void) throws(LoopError) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        (self.socket, self.whenRemoved) = (socket, whenRemoved)
        guard descriptor >= 0 else { throw LoopError("inotify_init1") }
        // The number of a file's names is among its attributes.
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
