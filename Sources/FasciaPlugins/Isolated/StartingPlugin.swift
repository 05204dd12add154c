/// A plugin that is still being loaded, which may take long or fail.
package final class StartingPlugin {
    let source: PluginSource
    private let services: StyleServices
    /// Becomes readable when it is time to call `proceed`.
    package let descriptor: CInt
    private var start: PluginStart
    private var result: Result<Void, PluginError>?

    /// - Parameter before: the build that it replaces.
    /// - Throws: `hostFailed`
    init(_ source: PluginSource, replacing before: IsolatedPlugin?, _ services: StyleServices) throws(PluginError) {
        (self.source, self.services) = (source, services)
        start = try PluginStart(source, replacing: before, services)
        descriptor = start.process.connection
    }

    /// Goes on as far as the plugin has answered. Does not wait.
    ///
    /// - Returns: whether it is ready, or cannot be used.
    package func proceed() -> Bool { proceed(until: .now) }

    /// The plugin. Call it once: it is the owner of the process then.
    ///
    /// - Parameter patience: how long to wait for it.
    /// - Throws: the errors of `PluginLoader.load` that the plugin's code can cause.
    func plugin(patience: Duration) throws(PluginError) -> IsolatedPlugin {
        _ = proceed(until: .now + patience)
        guard let result else { throw start.timedOut() }
        try result.get()
        return IsolatedPlugin(source, holds: start.holds, start.loaded, start.supervisor, services)
    }

    private func proceed(until end: ContinuousClock.Instant) -> Bool {
        guard result == nil else { return true }
        do throws(PluginError) {
            if try start.proceed(until: end) { result = .success(()) }
        } catch {
            result = .failure(error)
        }
        return result != nil
    }
}
