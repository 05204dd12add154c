import FasciaDocument

/// The latest lines of a log, which `log.append` and `fascia log` add. It follows the end, unless it is scrolled up.
public struct LogView: View {
    private let id: String

    /// - Parameter id: the id of the log.
    public init(_ id: String) { self.id = id }
}

extension LogView: Primitive {
    func update(_ viewNode: ViewNode) {
        viewNode.setLowering { [id, address = viewNode.address] in [Node(.log(LogContent(bind: id)), id: address)] }
    }
}
