import Dispatch

/// Runs an action on the main actor: immediately if already there, else asynchronously.
func onMain(_ action: @escaping @MainActor @Sendable () -> Void) {
    if MainQueue.isCurrent {
        MainActor.assumeIsolated(action)
    } else {
        DispatchQueue.main.async { action() }
    }
}

/// Detects the main actor's executor: the main thread or, in a program without a run loop, the thread that serves the
/// main queue. On both, `MainActor.assumeIsolated` is valid.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true || Thread.isMainThread }
}
