import DequeModule
import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaPlugins
import FasciaWire

/// Renders screens with plugins, each time in a process of its own, while the daemon goes on.
final class Renderers {
    /// How many processes run at once; further requests wait.
    private static let maximum = 4
    private static let patience = Duration.seconds(10)

    private struct Waiting {
        var plugin: String
        var screens: (RendererInput) -> [UInt8]
        var sendReply: (Reply) -> Void
    }

    private let plugins: PluginSet
    private let clients: Clients
    private let loop: EventLoop
    private var running: [ObjectIdentifier: Running] = [:]
    private var waiting: Deque<Waiting> = []

    init(_ plugins: PluginSet, _ clients: Clients, loop: EventLoop) {
        self.plugins = plugins
        self.clients = clients
        self.loop = loop
    }

    func render(
        _ screens: @escaping (RendererInput) -> [UInt8], with plugin: String, _ request: Request
    ) throws(WireError) -> Reply {
        try request.requireAlone()
        waiting.append(Waiting(plugin: plugin, screens: screens, sendReply: clients.answerLater(request)))
        startNext()
        return .later
    }

    private func startNext() {
        while running.count < Self.maximum, let next = waiting.popFirst() {
            do throws(WireError) {
                try start(next)
            } catch {
                next.sendReply(.error(error))
            }
        }
    }

    private func start(_ next: Waiting) throws(WireError) {
        let job = try plugins.render(next.screens, with: next.plugin)
        let run = Running(job)
        do throws(LoopError) {
            try loop.add(job.descriptor, for: .readable, run)
        } catch {
            throw .internalError("\(error)")
        }
        run.end = { [unowned self] result in
            loop.remove(job.descriptor)
            run.timer?.cancel()
            run.end = nil
            running[ObjectIdentifier(run)] = nil
            switch result {
            case .success(let document):
                next.sendReply(.result(["mime": .string(document.mediaType), "data": .string(document.text)]))
            case .failure(let error): next.sendReply(.error(WireError(error, plugin: next.plugin)))
            }
            startNext()
        }
        running[ObjectIdentifier(run)] = run
        // The process ends with the last reference to its job.
        run.timer = loop.schedule(in: Self.patience) { [weak run] in run?.end?(.failure(job.timedOut())) }
    }

    /// A renderer at work.
    private final class Running: EventHandler {
        let job: RenderJob
        var end: ((Result<RenderJob.Document, PluginError>) -> Void)?
        var timer: Timer?

        init(_ job: RenderJob) { self.job = job }

        func handle(_ readiness: Readiness) {
            do throws(PluginError) {
                if let document = try job.proceed() { end?(.success(document)) }
            } catch {
                end?(.failure(error))
            }
        }
    }
}
