import DequeModule
import FasciaLoop
import FasciaWire
import Glibc
import Synchronization

/// Closes the sockets of peers. One whose queue is not empty may have descriptors in it, whose close can take long
/// (`AttachedDescriptors`): it is closed on a thread.
///
/// Such sockets count as connections of their user until they are closed, which bounds their number.
final class SocketCloser: Sendable {
    static let shared = SocketCloser()

    private struct State {
        var waiting: Deque<(descriptor: Int32, uid: UInt32)> = []
        var threads = 0
        var open: [UInt32: Int] = [:]
    }

    private let state = Mutex(State())
    private static let maximumThreads = 16

    /// The sockets that are being closed, of all users and of one.
    var count: Int { state.withLock { $0.open.values.reduce(0, +) } }
    func count(of uid: UInt32) -> Int { state.withLock { $0.open[uid] ?? 0 } }

    /// Ends a connection, and closes its socket.
    ///
    /// The service manager may hold a duplicate of a descriptor that an earlier process handed over. Without `shutdown` the
    /// peer would see no end of file.
    func end(_ descriptor: Int32) {
        // Nothing can be added to the queue after it.
        shutdown(descriptor, Int32(SHUT_RDWR))
        var queued: Int32 = 0
        guard ioctl(descriptor, UInt(FIONREAD), &queued) == 0, queued > 0 else {
            close(descriptor)
            return
        }
        let uid = Peer(of: descriptor)?.uid ?? 0
        let startsThread = state.withLock { state in
            state.open[uid, default: 0] += 1
            state.waiting.append((descriptor, uid))
            guard state.threads < Self.maximumThreads else { return false }
            state.threads += 1
            return true
        }
        guard startsThread else { return }
        // Without a thread it is closed here, however long that takes.
        do throws(LoopError) { try DetachedThread.start("closer", stackBytes: 64 << 10) { [self] in run() } } catch { run() }
    }

    private func run() {
        while let next = takeNext() {
            close(next.descriptor)
            state.withLock { state in
                let left = (state.open[next.uid] ?? 1) - 1
                state.open[next.uid] = left > 0 ? left : nil
            }
        }
    }

    private func takeNext() -> (descriptor: Int32, uid: UInt32)? {
        state.withLock { state in
            if let next = state.waiting.popFirst() { return next }
            state.threads -= 1
            return nil
        }
    }
}
