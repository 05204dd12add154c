import FasciaLoop
import FasciaPlugins
import FasciaWire

/// Loads plugins while the daemon goes on: a plugin may take long to load, or never return.
///
/// A plugin is loaded once at a time. Requests that arrive meanwhile share the next load, so the latest build wins.
final class PluginStarts {
    typealias End = (Result<Void, WireError>) -> Void

    private struct Load {
        var wait: PluginWait<StartingPlugin>
        var ends: [End]
    }

    private let loop: EventLoop
    private let patience: Duration
    private let start: (String) throws(WireError) -> StartingPlugin
    private let finish: (String, StartingPlugin) throws(WireError) -> Void
    private var running: [String: Load] = [:]
    private var waiting: [String: [End]] = [:]

    /// - Parameters:
    ///   - patience: how long a plugin may take.
    ///   - start: starts the process of a plugin.
    ///   - finish: called when the plugin has answered, or has taken too long.
    init(
        _ loop: EventLoop, patience: Duration, start: @escaping (String) throws(WireError) -> StartingPlugin,
        finish: @escaping (String, StartingPlugin) throws(WireError) -> Void
    ) {
        (self.loop, self.patience, self.start, self.finish) = (loop, patience, start, finish)
    }

    func isLoading(_ name: String) -> Bool { running[name] != nil }

    /// Loads a plugin.
    func add(_ name: String, end: @escaping End) {
        waiting[name, default: []].append(end)
        startNext(name)
    }

    /// Ends the loads of a plugin with an error.
    func cancel(_ name: String, _ error: WireError) {
        let load = running.removeValue(forKey: name)
        load?.wait.cancel()
        for end in (load?.ends ?? []) + (waiting.removeValue(forKey: name) ?? []) { end(.failure(error)) }
    }

    private func startNext(_ name: String) {
        guard running[name] == nil, let ends = waiting.removeValue(forKey: name) else { return }
        do throws(WireError) {
            let plugin = try start(name)
            let wait = try PluginWait(
                loop, plugin.descriptor, patience: patience, proceed: { plugin.proceed() ? plugin : nil }, late: { plugin }
            ) { [unowned self] plugin in
                running[name] = nil
                let result = result(name, plugin)
                for end in ends { end(result) }
                startNext(name)
            }
            running[name] = Load(wait: wait, ends: ends)
        } catch {
            for end in ends { end(.failure(error)) }
        }
    }

    private func result(_ name: String, _ plugin: StartingPlugin) -> Result<Void, WireError> {
        do throws(WireError) { return .success(try finish(name, plugin)) } catch { return .failure(error) }
    }
}
