import CLinux
import Glibc

/// Receives signals through a descriptor (signalfd(2)), so that they are handled as loop events, never in the middle of
/// another handler.
final class SignalDescriptor: EventHandler {
    let descriptor: Int32
    private let action: (Int32) -> Void

    init(_ numbers: [Int32], _ action: @escaping (Int32) -> Void) throws(LoopError) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        let result = pthread_sigmask(SIG_BLOCK, &set, nil)
        guard result == 0 else { throw LoopError("pthread_sigmask", code: result) }
        descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        guard descriptor >= 0 else { throw LoopError("signalfd") }
        self.action = action
    }

    deinit { close(descriptor) }

    func handle(_ readiness: Readiness) {
        var information = signalfd_siginfo()
        while read(descriptor, &information, MemoryLayout<signalfd_siginfo>.size) > 0 {
            action(Int32(information.ssi_signo))
        }
    }
}
