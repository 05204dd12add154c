import FasciaClient
import FasciaDocument

/// Functions that need a daemon.
extension Pilot {
    /// Calls any method of the protocol over the pilot's connection.
    ///
    /// - Throws: `RemoteError` if the daemon refuses the call; `PilotError` if the pilot operates a view.
    @discardableResult
    public func call(
        _ method: String, _ params: JSON.Object = [:], fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> JSON {
        guard let host = host as? DaemonHost else {
            throw await failure(
                "invalid", "\(method) is a daemon's, and this pilot operates a view: make it with a socket", fileID,
                line)
        }
        return try await host.connection.call(method, params, timeout: .seconds(60))
    }
}
