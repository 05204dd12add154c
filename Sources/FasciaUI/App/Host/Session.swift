import FasciaClient
import FasciaModel
import FasciaWire

/// One connection to the daemon, from its beginning to its end.
@MainActor final class Session {
    let connection: Connection
    /// The number of the watch that brings the events.
    let watch: JSON
    /// How long a line may be that the daemon reads.
    let lineBytes: Int
    /// Up to here all changes that the app watches are known.
    private var revision: Int
    private var waiting: [(revision: Int, then: CheckedContinuation<Void, any Error>)] = []
    private var end: (any Error)?

    init(connection: Connection, watch: JSON, revision: Int, lineBytes: Int) {
        self.connection = connection
        self.lineBytes = lineBytes
        self.watch = watch
        self.revision = revision
    }

    /// Does something to the panel, and waits until what it changed is known here, too.
    func change(_ method: String, _ params: JSON.Object) async throws -> JSON {
        let answer = try await connection.call(method, params)
        if answer["changed"] == true, let revision = answer["revision"]?.intValue { try await reach(revision) }
        return answer
    }

    /// Sends a request whose answer nobody waits for; `answered` hears that it is done, `refused` that it is not.
    func send(
        _ method: String, _ params: JSON.Object, answered: @escaping @MainActor (JSON) -> Void = { _ in },
        refused: @escaping @MainActor (RemoteError) -> Void
    ) {
        let call = connection.start(method, params)
        Task {
            do {
                answered(try await call.result)
            } catch let error as RemoteError {
                refused(error)
            } catch {
                // The connection is lost, or does not answer in time. Either way nobody knows what has been done: the
                // next connection begins with what the daemon has.
                connection.close()
            }
        }
    }

    /// Waits until everything that was sent before has been done.
    func sync() async throws { _ = try await connection.call("sync") }

    /// All changes up to this one have been taken over.
    func reached(_ revision: Int) {
        self.revision = max(self.revision, revision)
        let ready = waiting.filter { $0.revision <= self.revision }
        waiting.removeAll { $0.revision <= self.revision }
        for waiter in ready { waiter.then.resume() }
    }

    private func reach(_ revision: Int) async throws {
        if let end { throw end }
        guard revision > self.revision else { return }
        try await withCheckedThrowingContinuation { waiting.append((revision, $0)) }
    }

    func ended(_ error: any Error) {
        end = error
        let waiting = waiting
        self.waiting = []
        for waiter in waiting { waiter.then.resume(throwing: error) }
    }
}
