import DequeModule
import FasciaLoop
import FasciaPlugins
import FasciaWire

/// Loads plugins while the daemon goes on: a plugin may take long to load, or never return.
///
/// Loads of the same plugin run one after another, so the latest build wins.
final class PluginStarts {
    private struct Request {
        var start: () throws(WireError) -> StartingPlugin
        var end: (Result<StartingPlugin, WireError>) -> Void
    }

    private let loop: EventLoop
    private let patience: Duration
    private var running: [String: PluginWait<StartingPlugin>] = [:]
    private var waiting: [String: Deque<Request>] = [:]

    /// - Parameter patience: how long a plugin may take.
    init(_ loop: EventLoop, patience: Duration) {
        self.loop = loop
        self.patience = patience
    }

    /// Starts a plugin, after earlier loads of the same name.
    ///
    /// - Parameter end: called when the plugin has answered, or has taken too long.
    func add(
        _ name: String, _ start: @escaping () throws(WireError) -> StartingPlugin,
        end: @escaping (Result<StartingPlugin, WireError>) -> Void
    ) {
        waiting[name, default: []].append(Request(start: start, end: end))
        startNext(name)
    }

    private func startNext(_ name: String) {
        while running[name] == nil, let next = waiting[name]?.popFirst() {
            do throws(WireError) {
                let plugin = try next.start()
                running[name] = try PluginWait(
                    loop, plugin.descriptor, patience: patience, proceed: { plugin.proceed() ? plugin : nil },
                    late: { plugin }
                ) { [unowned self] plugin in
                    running[name] = nil
                    next.end(.success(plugin))
                    startNext(name)
                }
            } catch {
                next.end(.failure(error))
            }
        }
        if waiting[name]?.isEmpty == true { waiting[name] = nil }
    }
}
