import FasciaClient
import FasciaDocument
import FasciaWire
import Logging

/// The app's connection to the daemon. Reconnects with increasing delays when a connection ends.
@MainActor final class AppLink {
    /// The state of the panel at the start of a session.
    struct InitialState {
        var epoch: String?
        var snapshot: JSON
        var revision: Int
    }

    /// Called on the main actor in this order: `began` once, `received` any number of times, `ended` once.
    struct Handlers {
        var began: (Session, InitialState) -> Void
        var received: (FasciaClient.Notification, Session) -> Void
        var ended: () -> Void
    }

    private let name: String
    private let address: String
    private let connect: AppHost.Connect
    private let log: Logger
    private(set) var session: Session?
    private var running: Task<Void, Never>?

    init(name: String, address: String, log: Logger, connect: @escaping AppHost.Connect) {
        self.name = name
        self.address = address
        self.connect = connect
        self.log = log
    }

    func start(_ handlers: Handlers) { running = Task.immediate { await run(handlers) } }

    func cancel() { running?.cancel() }

    func stop() async {
        running?.cancel()
        session?.connection.close()
        await running?.value
    }

    private func run(_ handlers: Handlers) async {
        var backOff = BackOff()
        var last: String?
        while !Task.isCancelled {
            do {
                try await serve(handlers) { (backOff, last) = (BackOff(), nil) }
            } catch {
                if let session {
                    self.session = nil
                    session.ended(error)
                    handlers.ended()
                }
                if Task.isCancelled { return }
                let message = (error as? RemoteError)?.message ?? "\(error)"
                // The same message every few seconds would bury the rest of the log.
                if message != last { log.warning("\(message). Retrying") }
                last = message
            }
            try? await Task.sleep(for: backOff.next())
        }
    }

    /// Serves one connection until it ends, and always throws then.
    private func serve(_ handlers: Handlers, connected: () -> Void) async throws {
        let connection = try await connect(.seconds(10))
        defer { connection.close() }
        let hello = try await connection.hello(name: name)
        let watch = try await connection.call(
            "watch.start", ["topics": ["nav:**", "value:**", "removed:**"], "snapshot": true], timeout: nil)
        guard let number = watch["watch"], let cursor = watch["cursor"]?.stringValue.flatMap(Cursor.init),
            let snapshot = watch["snapshot"]
        else {
            throw RemoteError(
                code: RemoteError.Code.internalError, message: "invalid answer to watch.start: no snapshot",
                reason: "internalError")
        }
        connected()
        let session = Session(
            connection: connection, watch: number, revision: cursor.revision,
            lineBytes: hello["limits"]?["lineBytes"]?.intValue ?? .max)
        log.info("connected to the daemon at \(address)")
        self.session = session
        handlers.began(
            session, InitialState(epoch: hello["epoch"]?.stringValue, snapshot: snapshot, revision: cursor.revision))
        try await connection.receive { handlers.received($0, session) }
        throw ConnectionError.connectionLost(address)
    }
}
