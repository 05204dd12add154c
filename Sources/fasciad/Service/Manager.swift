import FasciaLoop
import FasciaServer
import FasciaSystemd
import FasciaWire
import Glibc

/// Tells the service manager how the daemon is, and ends it when a client asks for that.
final class Manager: ManagerLink {
    private let core: Core
    private let notify: Notify
    private let loop: EventLoop
    /// Without a manager nothing reads the status line, so the loop is not woken for it.
    private let reads = getenv("NOTIFY_SOCKET") != nil
    private var isPending = false
    /// What the manager was not told of reloads yet, because its queue is full: otherwise it would wait for the end of one for ever.
    private var untold: [Reload] = []
    private var isTellingAgain = false
    private static let pause = Duration.milliseconds(100)

    private enum Reload { case begins, ends }

    init(core: Core, notify: Notify, loop: EventLoop) {
        self.core = core
        self.notify = notify
        self.loop = loop
    }

    /// Updates the status line, at most once a second.
    func statusChanged() {
        guard reads, !isPending else { return }
        isPending = true
        loop.schedule(in: .seconds(1)) { [self] in
            isPending = false
            _ = notify.status(core.statusLine)
        }
    }

    func reloadBegins() { tell(.begins) }

    func reloadEnds() { tell(.ends) }

    private func tell(_ reload: Reload) {
        // One that begins before the end of the last is told goes on with it.
        if reload == .begins, untold.last == .ends {
            untold.removeLast()
            return
        }
        untold.append(reload)
        if !isTellingAgain { tellAgain() }
    }

    private func tellAgain() {
        while let next = untold.first {
            let delivery =
                switch next {
                case .begins: notify.reloading()
                case .ends: notify.reloaded(status: core.statusLine)
                }
            if delivery == .full {
                isTellingAgain = true
                loop.schedule(in: Self.pause) { [self] in
                    isTellingAgain = false
                    tellAgain()
                }
                return
            }
            untold.removeFirst()
        }
    }

    func stop() { loop.stop() }
}
