import FasciaLoop
import FasciaWire

/// Waits for the process of a plugin while the event loop goes on.
final class PluginWait<Result>: EventHandler {
    private let loop: EventLoop
    private let descriptor: CInt
    private let proceed: () -> Result?
    private let end: (Result) -> Void
    private var timer: Timer?

    /// - Parameters:
    ///   - descriptor: becomes readable when it is time to call `proceed`.
    ///   - patience: how long to wait.
    ///   - proceed: returns the result, or `nil` while there is none.
    ///   - late: the result after `patience`.
    ///   - end: called once with the result, unless the wait is cancelled.
    init(
        _ loop: EventLoop, _ descriptor: CInt, patience: Duration, proceed: @escaping () -> Result?,
        late: @escaping () -> Result, end: @escaping (Result) -> Void
    ) throws(WireError) {
        (self.loop, self.descriptor, self.proceed, self.end) = (loop, descriptor, proceed, end)
        do throws(LoopError) { try loop.add(descriptor, for: .readable, self) } catch { throw .internalError("\(error)") }
        timer = loop.schedule(in: patience) { [weak self] in self?.finish(late()) }
    }

    func handle(_ readiness: Readiness) {
        if let result = proceed() { finish(result) }
    }

    private func finish(_ result: Result) {
        cancel()
        end(result)
    }

    func cancel() {
        guard let timer else { return }
        self.timer = nil
        timer.cancel()
        loop.remove(descriptor)
    }
}
