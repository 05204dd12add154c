import FasciaModel

/// What the views of one screen say about actions between screens: which they handle for the screens above them, and
/// which they may send themselves.
@MainActor final class ActionTable {
    typealias Handler = (JSON) throws -> Void

    /// In the order in which the views came: the last one that handles a name is asked.
    private var handlers: [(place: PlaceID, name: String, handler: Handler)] = []
    private var sent: [(place: PlaceID, name: String)] = []

    func handle(_ name: String, at place: PlaceID, _ handler: @escaping Handler) {
        if let index = handlers.firstIndex(where: { $0.place == place && $0.name == name }) {
            handlers[index].handler = handler
        } else {
            handlers.append((place, name, handler))
        }
    }

    func send(_ names: [String], at place: PlaceID) {
        sent.removeAll { $0.place == place }
        sent += names.map { (place, $0) }
    }

    func forget(_ place: PlaceID) {
        handlers.removeAll { $0.place == place }
        sent.removeAll { $0.place == place }
    }

    func handler(of name: String) -> Handler? { handlers.last { $0.name == name }?.handler }

    /// The names that are handled, each once.
    var handled: [String] { Set(handlers.map(\.name)).sorted() }
    /// The names that may be sent, each once.
    var emits: [String] { Set(sent.map(\.name)).sorted() }
}
