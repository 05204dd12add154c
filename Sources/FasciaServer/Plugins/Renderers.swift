import DequeModule
import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaPlugins
import FasciaWire

/// Renders screens with plugins, each time in a process of its own, while the daemon goes on.
final class Renderers {
    /// How many processes run at once, of all renderers and of one; further requests wait.
    private static let (maximum, maximumOfOne) = (4, 2)
    private static let patience = Duration.seconds(10)

    private struct Job {
        var plugin: String
        /// Makes the screens as they are when the plugin runs.
        var screens: (RendererInput) throws(WireError) -> [UInt8]
        var client: Client
        var sendReply: (Reply) -> Void
    }

    private typealias Rendered = Result<RenderJob.Document, PluginError>

    private let plugins: PluginSet
    private let clients: Clients
    private let loop: EventLoop
    /// By client: a client has one request at a time, because its later ones wait for the reply.
    private var running: [Int: (plugin: String, wait: PluginWait<Rendered>)] = [:]
    private var waiting: Deque<Job> = []

    init(_ plugins: PluginSet, _ clients: Clients, loop: EventLoop) {
        self.plugins = plugins
        self.clients = clients
        self.loop = loop
    }

    func render(
        _ screens: @escaping (RendererInput) throws(WireError) -> [UInt8], with plugin: String, _ request: Request
    ) throws(WireError) -> Reply {
        try request.requireAlone()
        // A notification has no reply.
        guard request.id != nil else { return .result(.null) }
        let sendReply = try clients.answerLater(request)
        waiting.append(Job(plugin: plugin, screens: screens, client: request.client, sendReply: sendReply))
        startNext()
        return .later
    }

    /// Ends the work for a client that has disconnected.
    func cancel(_ client: Client) {
        waiting.removeAll { $0.client === client }
        running.removeValue(forKey: client.id)?.wait.cancel()
        startNext()
    }

    private func startNext() {
        while running.count < Self.maximum, let place = waiting.firstIndex(where: hasPlace) {
            let next = waiting.remove(at: place)
            do throws(WireError) {
                try start(next)
            } catch {
                next.sendReply(.error(error))
            }
        }
    }

    /// One that hangs does not keep others waiting.
    private func hasPlace(_ job: Job) -> Bool { running.values.count { $0.plugin == job.plugin } < Self.maximumOfOne }

    /// The process ends with the last reference to its job, which the wait has.
    private func start(_ next: Job) throws(WireError) {
        var failure: WireError?
        let job = try plugins.render(
            { input in
                do throws(WireError) { return try next.screens(input) } catch {
                    failure = error
                    return []
                }
            }, with: next.plugin)
        let wait = try PluginWait(
            loop, job.descriptor, patience: Self.patience, proceed: { Self.proceed(job) }, late: { .failure(job.timedOut()) }
        ) { [unowned self] result in
            running[next.client.id] = nil
            switch result {
            // The screens are gone since the request.
            case _ where failure != nil: next.sendReply(.error(failure ?? .internalError("there is no screen")))
            case .success(let document):
                next.sendReply(.result(["mime": .string(document.mediaType), "data": .string(document.text)]))
            case .failure(let error): next.sendReply(.error(WireError(error, plugin: next.plugin)))
            }
            startNext()
        }
        running[next.client.id] = (next.plugin, wait)
    }

    private static func proceed(_ job: RenderJob) -> Rendered? {
        do throws(PluginError) { return try job.proceed().map { .success($0) } } catch { return .failure(error) }
    }
}
