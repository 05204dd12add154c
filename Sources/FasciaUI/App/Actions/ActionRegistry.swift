import FasciaDocument

/// Registers the actions of one screen: the handlers for actions of child screens, and the names that the screen may
/// send to its parent.
@MainActor final class ActionRegistry {
    typealias Handler = (JSON) throws -> Void

    /// In registration order. If several views handle a name, the last one wins.
    private var handlers: [(viewNode: ViewNodeID, name: String, handler: Handler)] = []
    private var declared: [(viewNode: ViewNodeID, name: String)] = []

    func register(_ name: String, at viewNode: ViewNodeID, _ handler: @escaping Handler) {
        if let index = handlers.firstIndex(where: { $0.viewNode == viewNode && $0.name == name }) {
            handlers[index].handler = handler
        } else {
            handlers.append((viewNode, name, handler))
        }
    }

    func declareEmits(_ names: [String], at viewNode: ViewNodeID) {
        declared.removeAll { $0.viewNode == viewNode }
        declared += names.map { (viewNode, $0) }
    }

    func removeAll(of viewNode: ViewNodeID) {
        handlers.removeAll { $0.viewNode == viewNode }
        declared.removeAll { $0.viewNode == viewNode }
    }

    func handler(of name: String) -> Handler? { handlers.last { $0.name == name }?.handler }

    /// The handled names, sorted and without duplicates.
    var handledNames: [String] { Set(handlers.map(\.name)).sorted() }
    /// The names that the screen may send, sorted and without duplicates.
    var emittedNames: [String] { Set(declared.map(\.name)).sorted() }
}
