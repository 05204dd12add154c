/// A program whose views are shown by the daemon: it publishes its screens there, and hears what people do on them.
///
/// ```swift
/// @main struct Counter: App {
///     var body: some Scene {
///         WindowGroup("Counter") { CounterView() }
///     }
/// }
/// ```
///
/// The daemon's socket is looked for as every client does: `--socket PATH`, `$FASCIA_SOCKET`,
/// `$XDG_RUNTIME_DIR/fascia/fascia.sock`, `/run/fascia/fascia.sock`. Where there is none, the app says so and waits for
/// one. It may come and go at any time, and so may the daemon.
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()

    /// What the names of the app's screens begin with: two programs of one name are the same app.
    ///
    /// The name of the executable in small letters, where the app does not say.
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
        // Timers of the app's own run on it, too.
        let idle = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
        RunLoop.main.add(idle, forMode: .default)
        while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    }
}

/// Keeps the app's own properties (`@StateObject`, `@AppStorage` …) and tells its host which scenes it has.
struct AppView<A: App>: View, StandsFor {
    static var subject: Any.Type { A.self }
    let app: A
    let host: AppHost

    var body: some View { SceneReader(scenes: SceneList(app.body), host: host) }
}

private struct SceneReader: View, Primitive {
    typealias Body = Never
    let scenes: SceneList
    let host: AppHost

    func update(_ place: Place) { host.show(scenes) }
}
