import Dispatch

/// Does it at once where the main actor is, and soon there from anywhere else.
func onMain(_ action: @escaping @MainActor @Sendable () -> Void) {
    if MainQueue.isCurrent {
        MainActor.assumeIsolated(action)
    } else {
        DispatchQueue.main.async { action() }
    }
}

/// Where the main actor runs: on the main thread, and in a program without a run loop on whatever thread serves the
/// main queue.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true || Thread.isMainThread }
}
