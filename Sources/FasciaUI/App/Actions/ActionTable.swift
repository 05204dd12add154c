import FasciaDocument

/// Registers the actions of one screen: the handlers for actions of child screens, and the names that the screen may
/// send to its parent.
@MainActor final class ActionTable {
    typealias Handler = (JSON) throws -> Void

    /// In registration order. If several views handle a name, the last one wins.
    private var handlers: [(place: ViewNodeID, name: String, handler: Handler)] = []
    private var sent: [(place: ViewNodeID, name: String)] = []

    func handle(_ name: String, at place: ViewNodeID, _ handler: @escaping Handler) {
        if let index = handlers.firstIndex(where: { $0.place == place && $0.name == name }) {
            handlers[index].handler = handler
        } else {
            handlers.append((place, name, handler))
        }
    }

    func send(_ names: [String], at place: ViewNodeID) {
        sent.removeAll { $0.place == place }
        sent += names.map { (place, $0) }
    }

    func forget(_ place: ViewNodeID) {
        handlers.removeAll { $0.place == place }
        sent.removeAll { $0.place == place }
    }

    func handler(of name: String) -> Handler? { handlers.last { $0.name == name }?.handler }

    /// The handled names, sorted and without duplicates.
    var handled: [String] { Set(handlers.map(\.name)).sorted() }
    /// The names that the screen may send, sorted and without duplicates.
    var emits: [String] { Set(sent.map(\.name)).sorted() }
}
