/// What all connections of one user have together. Admins have no such limit: somebody has to be able to end what goes wrong.
package enum UserLimit: String, CaseIterable, Sendable {
    case connections, requests, watches

    /// A number, and the line of the access file that has it. Of requests, how many there may be in a second.
    package struct Value: Hashable, Sendable {
        package var number: Int
        package var line: Int
    }

    /// Its name in `daemon.hello`, and in the data of errors.
    package var name: String {
        switch self {
        case .connections: "clientsOfOneUser"
        case .requests: "requestsOfOneUser"
        case .watches: "watchesOfOneUser"
        }
    }

    /// For example `at most 2000 requests in a second`.
    package func words(_ value: Value) -> String {
        "at most \(value.number) \(rawValue)" + (self == .requests ? " in a second" : "")
    }

    /// What a user who has reached it is told.
    ///
    /// - Parameter file: the path of the access file.
    package func message(_ value: Value, uid: UInt32, file: String) -> String {
        let rule = "which is the limit for one user in line \(value.line) of \(file)"
        return switch self {
        case .connections: "uid \(uid) has \(value.number) connections open, \(rule): close one"
        case .requests: "uid \(uid) has sent \(value.number) requests in a second, \(rule): send this one again later"
        case .watches:
            "the connections of uid \(uid) have \(value.number) watches, \(rule): stop one, or watch more topics with one"
        }
    }
}
