import FasciaDocument
import FasciaWire

/// A request of the daemon to carry out a change of something that this client has claimed.
///
/// ```swift
/// let connection = try await Connection.open(path: path, acceptsRequests: true)
/// _ = try await connection.call("bind.claim", ["ids": ["services/**"]])
/// for try await notification in connection.notifications {
///     guard let change = CarryOut(notification) else { continue }
///     do {
///         try await setService(change.id, to: change.to)
///         connection.complete(change)
///     } catch {
///         connection.fail(change, "\(error)")
///     }
/// }
/// ```
public struct CarryOut: Hashable, Sendable {
    let request: RequestID
    /// `services/nginx`, `picker:clock/zone`, `value:volume`.
    public let id: String
    /// The value last reported; `null` if none was.
    public let from: JSON
    public let to: JSON
    /// Who requested it: `method`, `client`, `uid`, `pid`, `request`.
    public let cause: JSON
    /// Whether this change reverts an unconfirmed one.
    public let isRevert: Bool
    /// The whole request.
    public let params: JSON

    /// `nil` for other notifications and requests.
    public init?(_ notification: Notification) {
        guard notification.method == "carryOut", let request = notification.request,
            let id = notification.params["id"]?.stringValue
        else { return nil }
        self.request = request
        self.id = id
        from = notification.params["from"] ?? .null
        to = notification.params["to"] ?? .null
        cause = notification.params["cause"] ?? .null
        isRevert = notification.params["revert"] == true
        params = notification.params
    }
}

extension Connection {
    /// Answers that the change was carried out.
    public func complete(_ change: CarryOut) { answer(change.request, .success([:])) }

    /// Answers that the change could not be carried out. The reason is shown to everybody.
    public func fail(_ change: CarryOut, _ reason: String) {
        answer(change.request, .failure(RemoteError(code: 1, message: reason, reason: "refused")))
    }

    /// Answers that the change was given up, because another one waits for its end (`CarryOutCancellation`). That is no failure.
    ///
    /// - Parameter reason: for people, if no other change waits any more.
    public func cancel(_ change: CarryOut, _ reason: String) {
        answer(change.request, .failure(RemoteError(code: 1, message: reason, reason: Description.cancelled)))
    }

    /// Reports that a change is not carried out because of its value. Only who asked for it is told.
    ///
    /// - Parameter reason: what is wrong with the value, for people.
    public func refuse(_ change: CarryOut, _ reason: String) {
        answer(change.request, .failure(RemoteError(code: 1, message: reason, reason: "invalid")))
    }
}
