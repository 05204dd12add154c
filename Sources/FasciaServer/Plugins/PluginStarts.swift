import DequeModule
import FasciaLoop
import FasciaModel
import FasciaPlugins
import FasciaWire

/// Waits for plugins to load without blocking the event loop: a plugin may take long, or never return.
///
/// Loads of the same plugin run one after another, so the latest build wins. What follows a load still blocks the loop: the
/// new build gets the state of the one before, and is asked about the last frames.
final class PluginStarts {
    private struct Waiting {
        var start: () throws(WireError) -> StartingPlugin
        var end: (Result<StartingPlugin, WireError>) -> Void
    }

    private let loop: EventLoop
    private let patience: Duration
    private var running: [String: Running] = [:]
    private var waiting: [String: Deque<Waiting>] = [:]

    /// - Parameter patience: how long to wait for a plugin.
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
        waiting[name, default: []].append(Waiting(start: start, end: end))
        if running[name] == nil { startNext(name) }
    }

    private func startNext(_ name: String) {
        while running[name] == nil, let next = waiting[name]?.popFirst() {
            do throws(WireError) {
                try wait(for: next.start(), name, next.end)
            } catch {
                next.end(.failure(error))
            }
        }
        if waiting[name]?.isEmpty == true { waiting[name] = nil }
    }

    private func wait(
        for plugin: StartingPlugin, _ name: String, _ end: @escaping (Result<StartingPlugin, WireError>) -> Void
    ) throws(WireError) {
        let run = Running(plugin)
        do throws(LoopError) {
            try loop.add(plugin.descriptor, for: .readable, run)
        } catch {
            throw .internalError("\(error)")
        }
        run.end = { [unowned self] in
            loop.remove(plugin.descriptor)
            run.timer?.cancel()
            run.end = nil
            running[name] = nil
            end(.success(plugin))
            startNext(name)
        }
        running[name] = run
        run.timer = loop.schedule(in: patience) { [weak run] in run?.end?() }
    }

    private final class Running: EventHandler {
        let plugin: StartingPlugin
        var end: (() -> Void)?
        var timer: Timer?

        init(_ plugin: StartingPlugin) { self.plugin = plugin }

        func handle(_ readiness: Readiness) { if plugin.hasAnswered() { end?() } }
    }
}
