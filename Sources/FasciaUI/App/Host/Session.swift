import FasciaClient
import FasciaDocument
import FasciaWire

/// One connection to the daemon, from hello to disconnect.
@MainActor final class Session {
    let connection: any PanelConnection
    /// The number of the subscription (`watch.start`) that delivers the events.
    let watch: JSON
    /// The maximum length in bytes of a line that the daemon accepts.
    let lineBytes: Int
    /// All watched changes up to this revision have been received.
    private var revision: Int
    private var waiters: [(revision: Int, then: CheckedContinuation<Void, any Error>)] = []
    private var endError: (any Error)?

    init(connection: any PanelConnection, watch: JSON, revision: Int, lineBytes: Int) {
        self.connection = connection
        self.lineBytes = lineBytes
        self.watch = watch
        self.revision = revision
    }

    func call(_ method: String, _ params: JSON.Object = [:]) async throws -> JSON {
        try await connection.call(method, params, timeout: nil)
    }

    /// Calls a method that changes the panel, and waits until the events up to that change have been received.
    func mutate(_ method: String, _ params: JSON.Object) async throws -> JSON {
        let answer = try await call(method, params)
        if answer["changed"] == true, let revision = answer["revision"]?.intValue { try await waitForRevision(revision) }
        return answer
    }

    /// Sends a request without waiting. Calls `answered` on success and `refused` if the daemon refuses it.
    func send(
        _ method: String, _ params: JSON.Object, answered: @escaping @MainActor (JSON) -> Void = { _ in },
        refused: @escaping @MainActor (RemoteError) -> Void
    ) {
        connection.send(method, params) { [connection] result in
            do {
                answered(try result.get())
            } catch let error as RemoteError {
                refused(error)
            } catch {
                // The connection was lost or timed out, so the outcome is unknown. Reconnecting fetches the daemon's
                // state.
                connection.close()
            }
        }
    }

    /// Waits until the daemon has executed all requests sent before.
    func sync() async throws { _ = try await call("sync") }

    /// Records that all changes up to a revision have been received.
    func advance(to revision: Int) {
        self.revision = max(self.revision, revision)
        let ready = waiters.filter { $0.revision <= self.revision }
        waiters.removeAll { $0.revision <= self.revision }
        for waiter in ready { waiter.then.resume() }
    }

    private func waitForRevision(_ revision: Int) async throws {
        if let endError { throw endError }
        guard revision > self.revision else { return }
        try await withCheckedThrowingContinuation { waiters.append((revision, $0)) }
    }

    func ended(_ error: any Error) {
        endError = error
        let waiters = waiters
        self.waiters = []
        for waiter in waiters { waiter.then.resume(throwing: error) }
    }
}
