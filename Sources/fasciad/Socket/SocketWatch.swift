import FasciaLoop

/// Watches the socket file. If it is removed or replaced, no client can connect any more.
final class SocketWatch: EventHandler {
    private let events: FileEvents
    private let socket: ListeningSocket
    private let whenRemoved: () -> Void

    /// - Throws: if the system's inotify limits are reached.
    init(_ socket: ListeningSocket, _ loop: EventLoop, whenRemoved: @escaping () -> Void) throws(LoopError) {
        (self.socket, self.whenRemoved) = (socket, whenRemoved)
        events = try FileEvents()
        guard events.watch(socket.path, for: .links) != nil else { throw LoopError("inotify_add_watch") }
        try loop.add(events.descriptor, for: .readable, self)
    }

    func handle(_ readiness: Readiness) {
        _ = events.take()
        if !socket.exists { whenRemoved() }
    }
}
