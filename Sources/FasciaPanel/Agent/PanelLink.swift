import FasciaClient
import FasciaDocument
import Synchronization

/// The way of the parts of an agent to the daemon, over whatever connection there is.
final class PanelLink: Sendable {
    private let state = Mutex<Connection?>(nil)

    var connection: Connection? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// - Returns: the result; `nil` if there is no connection, or it is lost.
    /// - Throws: what the daemon refuses.
    @discardableResult
    func call(_ method: String, _ params: JSON.Object = [:]) async throws(RemoteError) -> JSON? {
        guard let connection else { return nil }
        do { return try await connection.call(method, params) } catch let error as RemoteError { throw error } catch {
            return nil
        }
    }

    func append(_ lines: [String], to log: String) async {
        guard !lines.isEmpty else { return }
        _ = try? await call("log.append", ["id": .string(log), "lines": .array(lines.map { .string($0) })])
    }

    /// Removes the lines of a log.
    func empty(_ log: String) async {
        _ = try? await call("log.append", ["id": .string(log), "lines": [], "replace": true])
    }
}
