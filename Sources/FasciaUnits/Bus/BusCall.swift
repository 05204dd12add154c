/// A value in a message of D-Bus. Variants stand for what they hold; structures, arrays and entries are lists.
enum BusValue: Hashable, Sendable {
    case text(String)
    case number(Int)
    case bool(Bool)
    case list([BusValue])
    /// Of a type that nothing here needs.
    case other

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var number: Int? { if case .number(let number) = self { number } else { nil } }
    var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    var list: [BusValue]? { if case .list(let list) = self { list } else { nil } }
}

/// A call of a method on the bus.
struct BusCall: Hashable, Sendable {
    enum Argument: Hashable, Sendable {
        case text(String)
        case texts([String])
        case bool(Bool)
    }

    var destination: String
    var path: String
    var interface: String
    var member: String
    var arguments: [Argument] = []
}

struct BusSignal: Hashable, Sendable {
    var path: String
    var interface: String
    var member: String
    var values: [BusValue]
}

/// Why a call failed: the error that the peer answered with, or the end of the connection.
struct BusError: Error, Hashable {
    /// Such as `org.freedesktop.DBus.Error.AccessDenied`; empty if the connection has ended.
    var name: String
    var message: String
}
