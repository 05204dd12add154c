/// A program whose views the daemon shows: it publishes its screens to the daemon and receives the user's actions.
///
/// ```swift
/// @main struct Counter: App {
///     var body: some Scene {
///         WindowGroup("Counter") { CounterView() }
///     }
/// }
/// ```
///
/// The app looks for the daemon's socket where every client does: `--socket PATH`, `$FASCIA_SOCKET`,
/// `$XDG_RUNTIME_DIR/fascia/fascia.sock`, `/run/fascia/fascia.sock`. While no daemon is reachable, the app logs a
/// warning and keeps trying. App and daemon may each be restarted at any time.
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()

    /// The prefix of the app's screen names. Two processes with the same name are the same app.
    ///
    /// The default is the name of the executable in lowercase.
    @MainActor @preconcurrency static var panelName: String { get }
}

extension App {
    public static var panelName: String {
        let path = CommandLine.arguments.first ?? ""
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        return name.isEmpty ? "app" : name
    }

    /// Runs the app until the process ends.
    public static func main() {
        let host = AppHost(name: panelName, path: AppHost.socketPath(arguments: CommandLine.arguments))
        StoredValues.shared = host.storedValues
        IssueReporters.current = [HostIssueReporter(host: host)]
        host.start { AppView(app: Self(), host: host) }
        // The run loop also fires the app's own timers. A timer that never fires keeps it from returning at once.
        let idle = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
        RunLoop.main.add(idle, forMode: .default)
        while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    }
}

/// Holds the app's properties (`@StateObject`, `@AppStorage` …) and passes its scenes to the host.
struct AppView<A: App>: View, NamedInMessages {
    static var messageType: Any.Type { A.self }
    let app: A
    let host: AppHost

    var body: some View { SceneReader(scenes: SceneList(app.body), host: host) }
}

struct SceneReader: View, Primitive {
    let scenes: SceneList
    unowned let host: AppHost

    func update(_ viewNode: ViewNode) {
        viewNode.updateChildren { children in
            for (index, watcher) in scenes.watchers.enumerated() { children.update(.index(index), watcher) }
        }
        host.adopt(scenes)
    }
}
