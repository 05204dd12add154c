import Synchronization

/// A plugin that is still being loaded, which may take long or fail.
package final class StartingPlugin: Sendable {
    private struct State {
        /// `nil` once it is taken.
        var start: PluginStart?
        var result: Result<Void, PluginError>?
    }

    let source: PluginSource
    private let services: StyleServices
    /// Becomes readable when it is time to call `proceed`.
    package let descriptor: CInt
    private let state: Mutex<State>

    /// - Parameter before: the build that it replaces.
    /// - Throws: `hostFailed`
    init(_ source: PluginSource, replacing before: IsolatedPlugin?, _ services: StyleServices) throws(PluginError) {
        (self.source, self.services) = (source, services)
        let start = try PluginStart(source, replacing: before, services)
        descriptor = start.process.connection
        state = Mutex(State(start: start))
    }

    /// Goes on as far as the plugin has answered. Does not wait.
    ///
    /// - Returns: whether it is ready, or cannot be used.
    package func proceed() -> Bool { state.withLock { Self.proceed(&$0, until: .now) } }

    /// The plugin.
    ///
    /// - Parameter patience: how long to wait for it.
    /// - Throws: the errors of `PluginLoader.load` that the plugin's code can cause.
    func plugin(patience: Duration) throws(PluginError) -> IsolatedPlugin {
        _ = state.withLock { Self.proceed(&$0, until: .now + patience) }
        // `PluginLoader.finish` is called once for each start.
        guard let start = takeStart() else { preconditionFailure("the plugin was taken before") }
        guard let result = state.withLock({ $0.result }) else { throw start.timedOut() }
        try result.get()
        return IsolatedPlugin(source, holds: start.holds, start.loaded, start.supervisor, services)
    }

    private func takeStart() -> sending PluginStart? {
        state.withLock { state in
            let start = state.start
            state.start = nil
            return start
        }
    }

    private static func proceed(_ state: inout State, until end: ContinuousClock.Instant) -> Bool {
        guard state.result == nil else { return true }
        do throws(PluginError) {
            if try state.start?.proceed(until: end) == true { state.result = .success(()) }
        } catch {
            state.result = .failure(error)
        }
        return state.result != nil
    }
}
