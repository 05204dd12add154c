import Dispatch

/// Evaluates a view again every second, while it exists and its tab and screen are in sight.
@MainActor final class Ticker {
    private let count = StoredLocation(0)
    private let appearance = Appearance()
    private var timer: (any DispatchSourceTimer)?

    /// To be called by each evaluation of the view.
    func follow(_ viewNode: ViewNode) {
        _ = viewNode.tracking { count.value }
        appearance.appear = { [unowned self] in
            let timer = DispatchSource.makeTimerSource(queue: .main)
            timer.schedule(deadline: .now() + 1, repeating: 1)
            timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.count.value += 1 } }
            timer.resume()
            self.timer = timer
        }
        appearance.disappear = { [unowned self] in
            timer?.cancel()
            timer = nil
        }
        viewNode.follow(appearance)
    }
}
