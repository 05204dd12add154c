import FasciaDocument
import FasciaWire

/// The news that another change of a thing waits for the end of one that this client carries out.
///
/// A client may ignore it, and carry out one after the other. Or it gives the first one up, answers it with
/// `Connection.cancel(_:_:)`, and is asked for the next one, unless that is the state that it has reported.
public struct CarryOutCancellation: Hashable, Sendable {
    private let request: RequestID
    /// `services/nginx`, `picker:clock/zone`, `value:volume`.
    public let id: String
    /// The value of the change that is being carried out.
    public let to: JSON
    /// The value that is wanted now.
    public let next: JSON

    /// `nil` for other notifications and requests.
    public init?(_ notification: Notification) {
        guard notification.method == "carryOut.cancel", let id = notification.params["id"]?.stringValue,
            let request = notification.params["request"]?.intValue
        else { return nil }
        self.request = RequestID(request)
        self.id = id
        to = notification.params["to"] ?? .null
        next = notification.params["next"] ?? .null
    }

    /// Whether it is about this change, rather than an earlier one of the same thing.
    public func concerns(_ change: CarryOut) -> Bool { change.request == request }
}
