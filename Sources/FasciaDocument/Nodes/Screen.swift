/// A named view definition.
public struct Screen: Hashable, Sendable {
    public var id: String
    public var title: String?
    public var body: Node
    /// The actions that this screen's controls may send to its parent. A name says what the user did:
    /// `onDeleteButtonTapped`.
    public var emits: [String]
    public var environment: JSON.Object

    public init(
        id: String, title: String? = nil, body: Node, emits: [String] = [], environment: JSON.Object = [:]
    ) {
        self.id = id
        self.title = title
        self.body = body
        self.emits = emits
        self.environment = environment
    }
}
